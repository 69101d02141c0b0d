import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { idempotencyKey, orderRequest } from '../../src/contract/order.schema.ts';
import { IDEMPOTENCY_KEY, paths } from '../../src/contract/paths.ts';
import { quoteRequest } from '../../src/contract/quote.schema.ts';
import type { Answer } from '../answer.ts';
import { readBody } from '../guards/body.ts';
import { parse, parseQuery } from '../guards/parse.ts';
import type { Orders } from '../orders/orders.ts';
import type { Placed } from '../orders/place.ts';
import { problemAnswer, ProblemError } from '../problems.ts';
import type { Route } from './route.ts';
import { get, post } from './route.ts';

const none = z.object({});

/** From a cart to an order. Nothing here may be kept by anybody on the way. */
export function checkoutRoutes(): Route[] {
  return [
    post(paths.quotes, async (req, { orders }) => {
      parseQuery(none, req.raw);
      const cart = parse(quoteRequest, await readBody(req.raw), 'body');
      return answer(await orders.quote(cart), 200);
    }),
    post(paths.orders, async (req, { orders }) => {
      parseQuery(none, req.raw);
      const key = readKey(req);
      const request = parse(orderRequest, await readBody(req.raw), 'body');
      return answerPlaced(orders, await orders.place(request, key));
    }),
    get(paths.intent, async (req, { orders }) => {
      parseQuery(none, req.raw);
      const intent = await orders.find(readKey(req));
      if (!intent) throw new ProblemError('not-found');
      return answer(orders.describe(intent), 200);
    }),
  ];
}

function answerPlaced(orders: Orders, { intent, isFirst }: Placed): Answer {
  const described = orders.describe(intent);
  if (described.problem) return problemAnswer(described.problem);
  if (described.state === 'open') throw new ProblemError('platform-busy');
  if (described.state === 'checking') return answer(described, 202);
  return answer(described, isFirst ? 201 : 200);
}

function readKey(req: HonoRequest): string {
  return parse(idempotencyKey, req.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY);
}

function answer(body: object, status: number): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: JSON.stringify(body),
  };
}

import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { idempotencyKey, orderRequest } from '../../src/contract/order.schema.ts';
import { IDEMPOTENCY_KEY, paths } from '../../src/contract/paths.ts';
import { quoteRequest } from '../../src/contract/quote.schema.ts';
import type { Answer } from '../http/response.ts';
import { readBody } from '../http/body.ts';
import { parse, parseQuery } from '../http/parse.ts';
import { problemAnswer, ProblemError } from '../http/problems.ts';
import { get, post, type Route } from './route.ts';

const none = z.object({});

/** From a cart to an order. Nothing here may be kept by anybody on the way. */
export function checkoutRoutes(): Route[] {
  return [
    post(paths.quotes, async (req, { orders }) => {
      parseQuery(none, req.raw);
      const cart = parse(quoteRequest, await readBody(req.raw), 'body');
      return answer(200, await orders.quote(cart));
    }),
    post(paths.orders, async (req, { orders }) => {
      parseQuery(none, req.raw);
      const key = readKey(req);
      const request = parse(orderRequest, await readBody(req.raw), 'body');
      const { intent, isFirst } = await orders.place(request, key);
      if (intent.problem) return problemAnswer(intent.problem);
      if (intent.state === 'open') throw new ProblemError('platform-busy');
      if (intent.state === 'checking') return answer(202, intent);
      return answer(isFirst ? 201 : 200, intent);
    }),
    get(paths.intent, async (req, { orders }) => {
      parseQuery(none, req.raw);
      const intent = await orders.find(readKey(req));
      if (!intent) throw new ProblemError('not-found');
      return answer(200, intent);
    }),
  ];
}

function readKey(req: HonoRequest): string {
  return parse(idempotencyKey, req.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY);
}

function answer(status: number, body: object): Answer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}

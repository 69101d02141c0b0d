import { z } from 'zod';
import { idempotencyKey, orderRequest } from '../../src/contract/order.schema.ts';
import { IDEMPOTENCY_KEY, paths } from '../../src/contract/paths.ts';
import { quoteRequest } from '../../src/contract/quote.schema.ts';
import { readBody } from '../guards/body.ts';
import { parse, parseQuery } from '../guards/parse.ts';
import type { SiteContext } from '../guards/site.ts';
import type { Orders } from '../orders/orders.ts';
import type { Placed } from '../orders/place.ts';
import { problemAnswer, ProblemError } from '../problems.ts';
import type { Route } from './route.ts';

const none = z.object({});

/** From a cart to an order. Nothing here may be kept by anybody on the way. */
export function checkoutRoutes(): Route[] {
  return [
    {
      method: 'POST',
      path: paths.quotes,
      async handle({ req: { raw }, var: { site } }) {
        parseQuery(none, raw);
        const cart = parse(quoteRequest, await readBody(raw), 'body');
        return answer(await site.orders.quote(cart), 200);
      },
    },
    {
      method: 'POST',
      path: paths.orders,
      async handle(c) {
        parseQuery(none, c.req.raw);
        const key = readKey(c);
        const request = parse(orderRequest, await readBody(c.req.raw), 'body');
        const { orders } = c.var.site;
        return answerPlaced(orders, await orders.place(request, key));
      },
    },
    {
      method: 'GET',
      path: paths.intent,
      async handle(c) {
        parseQuery(none, c.req.raw);
        const { orders } = c.var.site;
        const intent = await orders.find(readKey(c));
        if (!intent) throw new ProblemError('not-found');
        return answer(orders.describe(intent), 200);
      },
    },
  ];
}

function answerPlaced(orders: Orders, { intent, isFirst }: Placed): Response {
  const described = orders.describe(intent);
  if (described.problem) return problemAnswer(described.problem);
  if (described.state === 'open') throw new ProblemError('platform-busy');
  if (described.state === 'checking') return answer(described, 202);
  return answer(described, isFirst ? 201 : 200);
}

function readKey(c: SiteContext): string {
  return parse(idempotencyKey, c.req.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY);
}

function answer(body: object, status: number): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

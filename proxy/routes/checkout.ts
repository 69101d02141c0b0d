import { z } from 'zod';
import { type IntentResponse, orderRequest } from '#contract/order.schema';
import { paths } from '#contract/paths';
import { paymentRequest } from '#contract/payment.schema';
import { quoteRequest } from '#contract/quote.schema';
import { networkNameOf } from '../guards/client.ts';
import type { EventStreams } from '../http/event-stream.ts';
import { ProblemError, problemResponse } from '../http/problems.ts';
import { jsonResponse } from '../http/response.ts';
import type { OrderOrigin } from '../order-check.ts';
import type { RouteRequest, UncachedRoute } from './route.ts';

const query = z.object({});

/** From a cart to an order. No response is cached. */
export const checkoutRoutes = (streams: EventStreams): readonly UncachedRoute[] => [
  {
    method: 'POST',
    path: paths.quotes,
    limit: 'quote',
    cache: 'no-store',
    query,
    async handle(request) {
      const cart = await request.body(quoteRequest);
      return jsonResponse(200, await request.site.orders.quote(cart, request.visitor));
    },
  },
  {
    method: 'POST',
    path: paths.payments,
    limit: 'payment',
    cache: 'no-store',
    query,
    async handle(request) {
      const { site, viewKey, visitor } = request;
      const payment = await request.body(paymentRequest);
      // A copied link can pay what is due, and cannot order.
      if (viewKey !== undefined) return jsonResponse(200, await site.orders.payViewed(viewKey));
      const { idempotencyKey: key } = request;
      return jsonResponse(200, await site.orders.pay(payment, key, visitor, originOf(request)));
    },
  },
  {
    method: 'POST',
    path: paths.orders,
    limit: 'order',
    cache: 'no-store',
    query,
    async handle(request) {
      const { site, idempotencyKey, visitor } = request;
      const order = await request.body(orderRequest);
      const origin = originOf(request);
      const { intent, isFirst } = await site.orders.place(order, idempotencyKey, visitor, origin);
      if (intent.problem) return problemResponse(intent.problem);
      if (intent.state === 'open') throw new ProblemError('platform-busy');
      if (intent.state === 'checking') return jsonResponse(202, intent);
      return jsonResponse(isFirst ? 201 : 200, intent);
    },
  },
  {
    method: 'GET',
    path: paths.intent,
    limit: 'read',
    cache: 'no-store',
    query,
    async handle(request) {
      const find = finderOf(request);
      const intent = await find();
      if (!intent) throw new ProblemError('not-found');
      const stream = request.wantsEvents ? streams.open(intent, find, request.network) : undefined;
      return stream ?? jsonResponse(200, intent);
    },
  },
];

function originOf({ network, challenge }: RouteRequest<unknown>): OrderOrigin {
  return { network: networkNameOf(network), challenge };
}

/** Somebody with a copied link has only its view key. */
function finderOf(request: RouteRequest<unknown>): () => Promise<IntentResponse | undefined> {
  const { viewKey } = request;
  const { orders } = request.site;
  if (viewKey !== undefined) return () => orders.view(viewKey);
  const { idempotencyKey } = request;
  return () => orders.find(idempotencyKey);
}

import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import type { Listing } from '../lists/list.ts';
import { list, pick } from '../lists/list.ts';
import * as parameter from '../lists/parameters.ts';
import { checkOrder } from '../orders/check-order.ts';
import { readOrderInput } from '../orders/order-input.ts';
import type { Order } from '../orders/order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { wireOrder } from '../orders/wire-order.ts';
import type { Random } from '../random.ts';

const parameters = z.object({
  ...parameter.commonParameters(['name', 'date', 'vendor_id']),
  status: parameter
    .oneOf(['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'ALL'])
    .default('ACCEPTED'),
  start_date: parameter.instant.optional(),
  end_date: parameter.instant.optional(),
  accept_external_reference: parameter.names.optional(),
  accept_code: parameter.names.optional(),
  accept_dates: parameter.names.optional(),
});

type Query = z.output<typeof parameters>;

export function orderRoutes(books: Books, clock: Clock, random: Random): Hono<Env> {
  return new Hono<Env>()
    .get('/', allow('readOrders'), (c) => {
      const query = parameter.readParameters(parameters, c.req.raw);
      const kept = [...books.orders.values()].filter((order) => keeps(order, query));
      const orders = list(kept, query, listing);
      return c.json(orders.map((order) => pick(wireOrder(order), query.fields)));
    })
    .post('/', allow('writeOrders'), async (c) => {
      const input = await readOrderInput(c.req.raw);
      const now = clock();
      const checked = checkOrder(books, input, now);
      const order = placeOrder(books, checked, c.get('client'), now, random);
      return c.json(wireOrder(order), 201);
    });
}

function keeps(order: Order, query: Query): boolean {
  const placed = placedAt(order);
  return (
    (query.status === 'ALL' || order.status === query.status) &&
    (query.start_date === undefined || placed >= query.start_date) &&
    (query.end_date === undefined || placed <= query.end_date) &&
    (query.accept_external_reference?.has(order.input.external_reference) ?? true) &&
    (query.accept_code?.has(order.code) ?? true) &&
    (query.accept_dates === undefined ||
      order.tickets.some(({ date }) => query.accept_dates?.has(date.id)))
  );
}

/** An order's `date` is what its client says that it is (spec, Order). */
function placedAt(order: Order): number {
  return Date.parse(order.input.date);
}

const listing: Listing<Order> = {
  id: (order) => order.id,
  changedAt: (order) => order.changed_at,
  searched: (order) => [order.input.name, order.input.email],
  attributes: {
    name: (order) => order.input.name,
    date: placedAt,
    vendor_id: (order) => order.input.vendor_id,
  },
};

import { Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '../body.ts';
import type { Clock } from '../clock.ts';
import { moneyMinor } from '../money.ts';
import {
  acceptOrder,
  cancelOrder,
  checkIn,
  declineOrder,
  payOrder,
  refundOrder,
} from '../orders/change-order.ts';
import type { Ledger } from '../orders/ledger.ts';
import type { Order } from '../orders/order.ts';
import { wireOrder } from '../orders/wire-order.ts';
import { Refused } from '../refusals.ts';

const refund = z.strictObject({ value: z.number().positive().optional() });
const arrival = z.strictObject({ participant_id: z.string().optional() });

/** What a vendor does to orders. Answers the order as it is afterwards. */
export function sandboxOrderRoutes(ledger: Ledger, clock: Clock): Hono {
  const { books } = ledger;
  const app = new Hono();
  app.get('/', (c) => c.json([...books.orders.values()].map(wireOrder)));
  app.get('/:id', (c) => c.json(wireOrder(find(c.req.param('id')))));

  const moves = {
    accept: acceptOrder,
    decline: declineOrder,
    cancel: cancelOrder,
    pay: payOrder,
  };
  for (const [name, move] of Object.entries(moves)) {
    app.post(`/:id/${name}`, (c) => {
      const order = find(c.req.param('id') ?? '');
      move(ledger, order, clock());
      return c.json(wireOrder(order));
    });
  }
  app.post('/:id/refund', async (c) => {
    const { value } = await readOptional(refund, c.req.raw);
    const order = find(c.req.param('id'));
    refundOrder(ledger, order, value === undefined ? undefined : minor(order, value), clock());
    return c.json(wireOrder(order));
  });
  app.post('/:id/check-in', async (c) => {
    const { participant_id } = await readOptional(arrival, c.req.raw);
    const order = find(c.req.param('id'));
    checkIn(ledger, order, participant_id, clock());
    return c.json(wireOrder(order));
  });
  return app;

  function find(id: string): Order {
    const order = books.orders.get(id);
    if (!order) throw new Refused('notFound', `there is no order ${id}`);
    return order;
  }
}

/** A call without a body asks for the usual. */
async function readOptional<Schema extends z.ZodType>(schema: Schema, request: Request) {
  return request.headers.has('Content-Type') ? readBody(schema, request) : schema.parse({});
}

function minor({ vendor }: Order, value: number): number {
  const amount = moneyMinor(value, vendor.currency);
  if (amount !== undefined) return amount;
  throw new Refused('moneyInvalid', `value: is not an amount in ${vendor.currency}`);
}

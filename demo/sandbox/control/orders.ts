import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api/errors.ts';
import { parseBody } from '../api/validation.ts';
import { parseMoney } from '../api/wire-values.ts';
import { wirePayment } from '../notifications/wire.ts';
import type { OrderContext } from '../orders/changes.ts';
import {
  acceptOrder,
  cancelOrder,
  checkIn,
  declineOrder,
  giveVoucher,
  payOrder,
  refundOrder,
} from '../orders/changes.ts';
import type { Order } from '../orders/order.ts';
import { wireOrder } from '../orders/wire.ts';
import type { Clock } from '../world/clock.ts';

const refundInput = z.strictObject({ value: z.number().positive().optional() });
/** In the vendor's currency, like all amounts of the API. */
const voucherInput = z.strictObject({ value: z.number().positive().default(10) });
const checkInInput = z.strictObject({ participant_id: z.string().optional() });

/** What a vendor does to orders. The response is the order as it is afterwards. */
export function orderControlRoutes(context: OrderContext, clock: Clock): Hono {
  const { world } = context;
  const app = new Hono();
  app.get('/', (c) => c.json([...world.orders.values()].map(describeOrder)));
  app.get('/:id', (c) => c.json(describeOrder(find(c.req.param('id')))));

  const changes = {
    accept: acceptOrder,
    decline: declineOrder,
    cancel: cancelOrder,
    pay: payOrder,
  };
  for (const [name, change] of Object.entries(changes)) {
    app.post(`/:id/${name}`, (c) => {
      const order = find(c.req.param('id') ?? '');
      change(context, order, clock());
      return c.json(describeOrder(order));
    });
  }
  app.post('/:id/refund', async (c) => {
    const { value } = await parseOptionalBody(refundInput, c.req.raw);
    const order = find(c.req.param('id'));
    const minor = value === undefined ? undefined : minorUnits(order, value);
    refundOrder(context, order, minor, clock());
    return c.json(describeOrder(order));
  });
  app.post('/:id/voucher', async (c) => {
    const { value } = await parseOptionalBody(voucherInput, c.req.raw);
    const order = find(c.req.param('id'));
    giveVoucher(context, order, minorUnits(order, value), clock());
    return c.json(describeOrder(order));
  });
  app.post('/:id/check-in', async (c) => {
    const { participant_id } = await parseOptionalBody(checkInInput, c.req.raw);
    const order = find(c.req.param('id'));
    checkIn(context, order, participant_id, clock());
    return c.json(describeOrder(order));
  });
  return app;

  function find(id: string): Order {
    const order = world.orders.get(id);
    if (!order) throw new ApiError('notFound', `there is no order ${id}`);
    return order;
  }
}

/** An order as the API shows it, plus its payments, which the API has only in notifications. */
function describeOrder(order: Order) {
  const payments = order.payments.map((payment) => wirePayment(payment, order.vendor.currency));
  return { ...wireOrder(order), payments };
}

/** A call without a body has no options. */
async function parseOptionalBody<Schema extends z.ZodType>(schema: Schema, request: Request) {
  return request.headers.has('Content-Type') ? parseBody(schema, request) : schema.parse({});
}

function minorUnits({ vendor }: Order, value: number): number {
  const amount = parseMoney(value, vendor.currency);
  if (amount !== undefined) return amount;
  throw new ApiError('moneyInvalid', `value: is not an amount in ${vendor.currency}`);
}

import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { checkVendorLimit, orderVendorLimit, requireScope } from '../api/authentication.ts';
import { ApiError } from '../api/errors.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import { parseBody } from '../api/validation.ts';
import type { Clock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import type { OrderContext } from './changes.ts';
import { createOrder } from './create.ts';
import type { OrderInput } from './input.ts';
import { orderInput } from './input.ts';
import { listOrders, orderParameters } from './list.ts';
import { wireOrder } from './wire.ts';

/** `/v3/orders`: list and create. */
export function orderRoutes(context: OrderContext, clock: Clock, random: Random): Hono<ApiEnv> {
  const { world } = context;
  return new Hono<ApiEnv>()
    .get('/orders', requireScope('readOrders'), (c) => list(c))
    .post('/orders', requireScope('writeOrders'), async (c) =>
      create(c, await parseBody(orderInput, c.req.raw)),
    );

  function list(c: Context<ApiEnv>): Response {
    const query = parseParameters(orderParameters, c.req.raw);
    const vendor = orderVendorLimit(c.var, 'orders_read_all');
    const orders = [...world.orders.values()].filter(
      (order) =>
        (vendor === undefined || order.vendor === vendor) &&
        clock() - order.placed_at >= c.env.listLag,
    );
    return listResponse(c.req.raw, query, listOrders(orders, query), wireOrder);
  }

  function create(c: Context<ApiEnv>, input: OrderInput): Response {
    const caller = { client: c.get('client'), clientVendor: c.get('clientVendor') };
    const limit = orderVendorLimit(c.var, 'orders_write_all');
    checkVendorLimit(limit, input.vendor_id ?? limit?.id ?? '', 'vendor_id');
    const { landsIn } = c.env;
    const createAt = (at: number) => createOrder(context, input, caller, at, random);
    if (landsIn === undefined) {
      return c.json(wireOrder(createAt(clock())), 201);
    }

    context.scheduler.add(clock() + landsIn, (at) => {
      try {
        createAt(at);
      } catch (error) {
        // The client already has its 504, so nobody is left to get the error.
        if (!(error instanceof ApiError)) throw error;
      }
    });
    return c.text('the platform took too long to answer', 504);
  }
}

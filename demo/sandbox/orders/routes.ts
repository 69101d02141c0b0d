import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { checkVendorLimit, orderVendorLimit, requireScope } from '../api/authentication.ts';
import { ApiError } from '../api/errors.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import { parseBody } from '../api/validation.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Clock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import { findVendor } from '../world/world.ts';
import type { OrderContext } from './changes.ts';
import { createOrder } from './create.ts';
import type { OrderInput } from './input.ts';
import { orderInput } from './input.ts';
import { listOrders, orderParameters } from './list.ts';
import { wireOrderFor } from './wire.ts';

/** `/v3/orders` and `/v3/vendors/{id}/orders`: lists and create. */
export function orderRoutes(context: OrderContext, clock: Clock, random: Random): Hono<ApiEnv> {
  const { world } = context;
  return new Hono<ApiEnv>()
    .get('/orders', requireScope('readOrders'), (c) =>
      list(c, orderVendorLimit(c.var, 'orders_read_all')),
    )
    .get('/vendors/:id/orders', requireScope('readOrders'), (c) => {
      const vendor = findVendor(world, undefined, c.req.param('id'));
      checkVendorLimit(orderVendorLimit(c.var, 'orders_read_all'), vendor.id, 'id');
      return list(c, vendor);
    })
    .post('/orders', requireScope('writeOrders'), async (c) =>
      create(c, await parseBody(orderInput, c.req.raw)),
    )
    .post('/vendors/:id/orders', requireScope('writeOrders'), async (c) => {
      const vendor_id = c.req.param('id');
      if (!world.vendors.has(vendor_id)) {
        throw new ApiError('notFound', `there is no vendor ${vendor_id}`);
      }
      const input = await parseBody(orderInput, c.req.raw);
      if ((input.vendor_id ?? vendor_id) !== vendor_id) {
        throw new ApiError('vendorDiffers', 'vendor_id: is another than in the path');
      }
      return create(c, { ...input, vendor_id });
    });

  function list(c: Context<ApiEnv>, vendor: Vendor | undefined): Response {
    const query = parseParameters(orderParameters, c.req.raw);
    const orders = [...world.orders.values()].filter(
      (order) =>
        (vendor === undefined || order.vendor === vendor) &&
        clock() - order.placed_at >= c.env.listLag,
    );
    return listResponse(c.req.raw, query, listOrders(orders, query), (order) =>
      wireOrderFor(order, c.get('client')),
    );
  }

  function create(c: Context<ApiEnv>, input: OrderInput): Response {
    const caller = { client: c.get('client'), clientVendor: c.get('clientVendor') };
    const limit = orderVendorLimit(c.var, 'orders_write_all');
    checkVendorLimit(limit, input.vendor_id ?? limit?.id ?? '', 'vendor_id');
    const { landsIn } = c.env;
    const createAt = (at: number) => createOrder(context, input, caller, at, random);
    if (landsIn === undefined) {
      return c.json(wireOrderFor(createAt(clock()), caller.client), 201);
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

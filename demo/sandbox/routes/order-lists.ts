import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow, checkOwner, ordersReach } from '../guard.ts';
import { findVendor } from '../inventory/find.ts';
import { answerList } from '../lists/answer.ts';
import { listOrders, orderParameters } from '../lists/orders.ts';
import { readParameters } from '../lists/parameters.ts';
import { wireOrder } from '../orders/wire-order.ts';
import type { Vendor } from '../records.ts';

/** The lists of orders: `/v3/orders` and `/v3/vendors/{id}/orders`. */
export function orderListRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>()
    .get('/orders', allow('readOrders'), (c) => answer(c, ordersReach(c.var, 'orders_read_all')))
    .get('/vendors/:id/orders', allow('readOrders'), (c) => {
      const vendor = findVendor(books, undefined, c.req.param('id'));
      checkOwner(ordersReach(c.var, 'orders_read_all'), vendor.id, 'id');
      return answer(c, vendor);
    });

  function answer(c: Context<Env>, vendor: Vendor | undefined): Response {
    const query = readParameters(orderParameters, c.req.raw);
    const orders = [...books.orders.values()].filter(
      (order) =>
        (vendor === undefined || order.vendor === vendor) &&
        clock() - order.placed_at >= c.env.listLag,
    );
    return answerList(c.req.raw, query, listOrders(orders, query), wireOrder);
  }
}

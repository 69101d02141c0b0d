import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow, checkOwner, ordersReach } from '../guard.ts';
import type { Ledger } from '../orders/ledger.ts';
import type { OrderInput } from '../orders/order-input.ts';
import { readOrderInput } from '../orders/order-input.ts';
import { takeOrder } from '../orders/take-order.ts';
import { wireOrder } from '../orders/wire-order.ts';
import type { Random } from '../random.ts';
import { Refused } from '../refusals.ts';

/** `POST /v3/orders` and `POST /v3/vendors/{id}/orders`. */
export function createOrderRoutes(ledger: Ledger, clock: Clock, random: Random): Hono<Env> {
  return new Hono<Env>()
    .post('/orders', allow('writeOrders'), async (c) => take(c, await readOrderInput(c.req.raw)))
    .post('/vendors/:id/orders', allow('writeOrders'), async (c) => {
      const vendor_id = c.req.param('id');
      if (!ledger.books.vendors.has(vendor_id)) {
        throw new Refused('notFound', `there is no vendor ${vendor_id}`);
      }
      const input = await readOrderInput(c.req.raw);
      if ((input.vendor_id ?? vendor_id) !== vendor_id) {
        throw new Refused('vendorDiffers', 'vendor_id: is another than in the path');
      }
      return take(c, { ...input, vendor_id });
    });

  function take(c: Context<Env>, input: OrderInput): Response {
    const who = { client: c.get('client'), vendor: c.get('vendor') };
    const own = ordersReach(c.var, 'orders_write_all');
    checkOwner(own, input.vendor_id ?? own?.id ?? '', 'vendor_id');
    const { landsIn, listLag } = c.env;
    const place = (at: number) => {
      const order = takeOrder(ledger, input, who, at, random);
      order.listed_at += listLag;
      return order;
    };
    if (landsIn === undefined) return c.json(wireOrder(place(clock())), 201);
    ledger.agenda.add(clock() + landsIn, (at) => {
      try {
        place(at);
      } catch (error) {
        // Whoever sent it has had an answer; nobody is there to be refused.
        if (!(error instanceof Refused)) throw error;
      }
    });
    return c.text('the platform took too long to answer', 504);
  }
}

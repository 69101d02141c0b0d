import { z } from 'zod';
import type { Product } from '../../src/contract/product.schema.ts';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import { toInstant } from '../clock.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Call } from './client.ts';
import { createClient } from './client.ts';
import { PlatformMalformed } from './errors.ts';
import type { NewOrder } from './order-body.ts';
import { orderBody } from './order-body.ts';
import { platformRoutes } from './routes.ts';
import { createTokens } from './token.ts';
import type { PlacedOrder, PlatformDate, PlatformEvent, Skipped } from './translate.ts';
import * as translate from './translate.ts';
import { orderFields, wireOrder, wireVendor } from './wire.ts';

/** Items per call; the platform is publicly known to cap an answer at 10,000, whatever it is asked for. */
const PAGE = 5_000;
const MOST_ITEMS = 100_000;
/** All dates of an event, sold out or too late to book as well: who looks is told why, not left to wonder. */
const everyDate = { available: false, ignore_latest_booking_time: true };

/** What the proxy asks of the platform, in the contract's words. Private prices and products are never asked for. */
export interface Platform {
  /** Root and child events of every type; all of them, or those with these ids. */
  events(ids?: readonly string[]): Promise<PlatformEvent[]>;
  /** By event, the first date from now on. */
  firstDates(): Promise<ReadonlyMap<string, string>>;
  products(): Promise<Product[]>;
  vendor(id: string): Promise<Vendor>;
  datesOf(events: readonly string[], start: string, end: string): Promise<PlatformDate[]>;
  datesById(ids: readonly string[]): Promise<PlatformDate[]>;
  createOrder(order: NewOrder): Promise<PlacedOrder>;
  findOrders(external_reference: string): Promise<PlacedOrder[]>;
}

export function createPlatform(surroundings: Surroundings): Platform {
  const { clock, log } = surroundings;
  const send = createClient(createTokens(surroundings), surroundings);
  const skipped: Skipped = (kind, field) => log({ event: 'item-skipped', kind, field });

  async function list(call: Call): Promise<unknown[]> {
    const found: unknown[] = [];
    while (found.length < MOST_ITEMS) {
      const { length: offset } = found;
      const query = { ...call.query, limit: PAGE, ...(offset > 0 && { offset }) };
      const page = await send({ ...call, query });
      if (!Array.isArray(page)) throw new PlatformMalformed('a list was expected');
      found.push(...(page as unknown[]));
      if (page.length < PAGE) return found;
    }
    throw new PlatformMalformed('the list does not end');
  }

  async function listDates(query: Call['query']): Promise<PlatformDate[]> {
    const asked = { ...everyDate, ...query };
    const answer = await list({ operation: 'dates', path: platformRoutes.dates, query: asked });
    return translate.toDates(answer, skipped);
  }

  return {
    async events(ids) {
      const query = { type: 'ALL', ...(ids && { accept: ids.join(',') }) };
      const answer = await list({ operation: 'events', path: platformRoutes.events, query });
      return translate.toEvents(answer, skipped);
    },

    async firstDates() {
      const answer = await list({
        operation: 'first-dates',
        path: platformRoutes.events,
        query: { type: 'ALL', available_from: toInstant(clock()), fields: 'id,first_date' },
      });
      return translate.toFirstDates(answer, skipped);
    },

    async products() {
      const answer = await list({ operation: 'products', path: platformRoutes.products });
      return translate.toProducts(answer, skipped);
    },

    async vendor(id) {
      const answer = await send({ operation: 'vendor', path: platformRoutes.vendor(id) });
      return translate.toVendor(read(wireVendor, answer));
    },

    async datesOf(events, start, end) {
      return listDates({ accept_events: events.join(','), start_date: start, end_date: end });
    },

    async datesById(ids) {
      return listDates({ accept: ids.join(',') });
    },

    async createOrder(order) {
      const path = platformRoutes.orders;
      const answer = await send({ operation: 'create-order', path, body: orderBody(order) });
      return translate.toPlacedOrder(read(wireOrder, answer));
    },

    async findOrders(external_reference) {
      const query = {
        accept_external_reference: external_reference,
        // The default hides PENDING and cancelled orders (spec, Order list), and would prove an absence that is none.
        status: 'ALL',
        fields: orderFields.join(','),
        limit: 10,
      };
      const answer = await send({ operation: 'find-orders', path: platformRoutes.orders, query });
      // No order is skipped here: one that cannot be read is not one that is absent.
      return read(z.array(wireOrder), answer)
        .filter((order) => order.external_reference === external_reference)
        .map(translate.toPlacedOrder);
    },
  };
}

function read<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new PlatformMalformed('the answer has another shape');
  return result.data;
}

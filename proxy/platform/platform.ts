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
import type { Read } from './quota.ts';
import { createQuota } from './quota.ts';
import { platformRoutes } from './routes.ts';
import { createTokens } from './token.ts';
import type { PlacedOrder, PlatformDate, PlatformEvent, Skipped } from './translate.ts';
import * as translate from './translate.ts';
import { orderFields, wireEvent, wireOrder, wireVendor } from './wire.ts';

export type { Read };

const itemId = wireEvent.pick({ id: true });
/** Items per call; the platform is publicly known to cap an answer at 10,000, whatever it is asked for. */
const PAGE = 5_000;
const MOST_PAGES = 50;
/** All dates of an event, sold out or too late to book as well: who looks is told why, not left to wonder. */
const everyDate = { available: false, ignore_latest_booking_time: true };

/** Items as they are now, and the ids of those that are not offered any more. */
export interface Changes<T> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

/**
 * What the proxy asks of the platform, in the contract's words. Private prices and products are never asked for, nor
 * are events and products of vendors that the site does not sell.
 */
export interface Platform {
  /** Root and child events of every type. */
  events(read?: Read): Promise<PlatformEvent[]>;
  /** Live, for a quote or an order. */
  eventsById(ids: readonly string[]): Promise<PlatformEvent[]>;
  changedEvents(since: string, read?: Read): Promise<Changes<PlatformEvent>>;
  /** By event, the first date from now on. */
  firstDates(read?: Read): Promise<ReadonlyMap<string, string>>;
  products(read?: Read): Promise<Product[]>;
  changedProducts(since: string, read?: Read): Promise<Changes<Product>>;
  vendor(id: string, read?: Read): Promise<Vendor>;
  datesOf(
    events: readonly string[],
    start: string,
    end: string,
    read?: Read,
  ): Promise<PlatformDate[]>;
  /** Live, for a quote or an order. */
  datesById(ids: readonly string[]): Promise<PlatformDate[]>;
  createOrder(order: NewOrder): Promise<PlacedOrder>;
  findOrders(external_reference: string): Promise<PlacedOrder[]>;
}

export function createPlatform(surroundings: Surroundings): Platform {
  const { site, fetch, clock, log } = surroundings;
  const quota = createQuota(surroundings);
  const tokens = createTokens({
    ...surroundings,
    fetch(request) {
      quota.count('token');
      return fetch(request);
    },
  });
  const send = createClient(tokens, quota, surroundings);

  /** Once per answer: a field that is wrong in one item is often wrong in all. */
  function newSkipped(): Skipped {
    const said = new Set<string>();
    return (kind, field) => {
      const what = `${kind}.${field}`;
      if (!said.has(what)) log({ event: 'item-skipped', kind, field });
      said.add(what);
    };
  }
  const ofSite = site.vendors.length > 0 ? { accept_vendors: site.vendors.join(',') } : {};

  /** Every page. Where a list changes meanwhile an item can come twice; whoever reads the items leaves one of them. */
  async function list(call: Call): Promise<unknown[]> {
    const items: unknown[] = [];
    const ids = new Set<string | undefined>();
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const offset = items.length;
      const query = { ...call.query, limit: PAGE, ...(offset > 0 && { offset }) };
      const { value: page, hasNext } = await send({ ...call, query });
      if (!Array.isArray(page)) throw new PlatformMalformed('a list was expected');
      const before = ids.size;
      for (const item of page as unknown[]) ids.add(wireId(item));
      items.push(...(page as unknown[]));
      // A page that is not full can be one that the platform has cut, so where no link says more, the next one does.
      if (hasNext === false || ids.size === before) return items;
    }
    throw new PlatformMalformed('the list does not end');
  }

  async function listEvents(query: Call['query'], more: Partial<Call> = {}) {
    const asked = { type: 'ALL', ...ofSite, ...query };
    const path = platformRoutes.events;
    return list({ operation: 'events', class: 'events', path, query: asked, ...more });
  }

  async function listProducts(query: Call['query'], more: Read = {}) {
    const path = platformRoutes.products;
    const asked = { ...ofSite, ...query };
    return list({ operation: 'products', class: 'products', path, query: asked, ...more });
  }

  async function listDates(query: Call['query'], more: Pick<Call, 'class'> & Read) {
    const asked = { ...everyDate, ...query };
    const path = platformRoutes.dates;
    const answer = await list({ operation: 'dates', path, query: asked, ...more });
    return translate.toDates(answer, newSkipped());
  }

  return {
    async events(read) {
      return translate.toEvents(await listEvents({}, read), newSkipped());
    },

    async eventsById(ids) {
      const answer = await listEvents({ accept: ids.join(',') }, { class: 'quotes' });
      return translate.toEvents(answer, newSkipped());
    },

    async changedEvents(since, read) {
      const answer = await listEvents({ delta_since: since }, read);
      return changes(answer, translate.toEvents(answer, newSkipped()));
    },

    async firstDates(read) {
      const query = { available_from: toInstant(clock()), fields: 'id,first_date' };
      const answer = await listEvents(query, { operation: 'first-dates', ...read });
      return translate.toFirstDates(answer, newSkipped());
    },

    async products(read) {
      return translate.toProducts(await listProducts({}, read), newSkipped());
    },

    async changedProducts(since, read) {
      const answer = await listProducts({ delta_since: since }, read);
      return changes(answer, translate.toProducts(answer, newSkipped()));
    },

    async vendor(id, read) {
      const path = platformRoutes.vendor(id);
      const { value } = await send({ operation: 'vendor', class: 'vendors', path, ...read });
      const vendor = translate.toVendor(parse(wireVendor, value));
      if (vendor.id !== id) throw new PlatformMalformed('another vendor was answered');
      return vendor;
    },

    async datesOf(events, start, end, read) {
      const query = { accept_events: events.join(','), start_date: start, end_date: end };
      return listDates(query, { class: 'dates', ...read });
    },

    async datesById(ids) {
      return listDates({ accept: ids.join(',') }, { class: 'quotes' });
    },

    async createOrder(order) {
      const path = platformRoutes.orders;
      const body = orderBody(order);
      const { value } = await send({ operation: 'create-order', class: 'orders', path, body });
      return translate.toPlacedOrder(parse(wireOrder, value));
    },

    async findOrders(external_reference) {
      const query = {
        accept_external_reference: external_reference,
        // The default hides PENDING and cancelled orders (spec, Order list), and would prove an absence that is none.
        status: 'ALL',
        fields: orderFields.join(','),
        limit: 10,
      };
      const path = platformRoutes.orders;
      const { value } = await send({ operation: 'find-orders', class: 'orders', path, query });
      // No order is skipped here: one that cannot be read is not one that is absent.
      return parse(z.array(wireOrder), value)
        .filter((order) => order.external_reference === external_reference)
        .map(translate.toPlacedOrder);
    },
  };
}

/** What has changed and is not offered, or cannot be read, is gone. */
function changes<T extends { readonly id: string }>(
  answer: readonly unknown[],
  changed: readonly T[],
): Changes<T> {
  const offered = new Set(changed.map(({ id }) => id));
  const gone = answer.flatMap((item) => wireId(item) ?? []).filter((id) => !offered.has(id));
  return { changed, gone };
}

function wireId(item: unknown): string | undefined {
  return itemId.safeParse(item).data?.id;
}

function parse<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new PlatformMalformed('the answer has another shape');
  return result.data;
}

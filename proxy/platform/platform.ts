import { z } from 'zod';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { createClient, type Call } from './client.ts';
import { PlatformMalformed } from './errors.ts';
import { orderBody, type NewOrder } from './order-body.ts';
import { createQuota, type Read } from './budget.ts';
import { createTokens } from './tokens.ts';
import * as to from './translate.ts';
import { wireOrder, wireVendor } from './wire.ts';

/**
 * Items per call; the platform is publicly known to cap an answer at 10,000, whatever it is asked
 * for.
 */
const PAGE = 5_000;
const MOST_PAGES = 50;

/** Items as they are now, and the ids of those that are not offered any more. */
export interface Changes<T> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

export type Platform = ReturnType<typeof createPlatform>;

/**
 * What the proxy asks of the platform, in the contract's words. Private prices and products are
 * never asked for, nor are events and products of vendors that the site does not sell.
 */
export function createPlatform(context: SiteContext) {
  const { site, fetch, clock, log } = context;
  const quota = createQuota(context);
  const tokens = createTokens({
    ...context,
    fetch(request) {
      quota.count('token');
      return fetch(request);
    },
  });
  const send = createClient(tokens, quota, context);

  const ofSite = site.vendors.length > 0 ? { accept_vendors: site.vendors.join(',') } : {};
  /** What is always asked of a list. */
  const lists = {
    events: { type: 'ALL', ...ofSite },
    products: ofSite,
    // Sold out or too late to book as well: who looks is told why, not left to wonder.
    dates: { available: 'false', ignore_latest_booking_time: 'true' },
  };

  async function list<T>(
    as: to.Translation<T>,
    kind: keyof typeof lists,
    query: Call['query'],
    more?: Partial<Call>,
  ) {
    const call = {
      operation: kind,
      class: kind,
      path: `/v3/${kind}`,
      query: { ...lists[kind], ...query },
      ...more,
    };
    const said = new Set<string>();
    return as(await readPages(call), (kind, field) => {
      // Once per answer: a field that is wrong in one item is often wrong in all.
      if (!said.has(`${kind}.${field}`)) log({ event: 'item-skipped', kind, field });
      said.add(`${kind}.${field}`);
    });
  }

  /**
   * Every page. Where a list changes meanwhile an item can come twice; whoever reads the items
   * leaves one of them.
   */
  async function readPages(call: Call): Promise<unknown[]> {
    const items: unknown[] = [];
    const ids = new Set<string | undefined>();
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const offset = items.length;
      const query = {
        ...call.query,
        limit: String(PAGE),
        ...(offset > 0 && { offset: String(offset) }),
      };
      const { value, hasNext } = await send({ ...call, query });
      const before = ids.size;
      for (const item of to.toList(value)) {
        items.push(item);
        ids.add(to.toId(item));
      }
      // A page that is not full can be one that the platform has cut, so where no link says more,
      // the next one does.
      if (hasNext === false || ids.size === before) return items;
    }
    throw new PlatformMalformed('the list does not end');
  }

  return {
    /** Root and child events of every type. */
    events: (read?: Read) => list(to.toEvents, 'events', {}, read),
    changedEvents: (delta_since: string, read?: Read) =>
      list(changes(to.toEvents), 'events', { delta_since }, read),
    /** Live, for a quote or an order. */
    eventsById: (ids: readonly string[]) =>
      list(to.toEvents, 'events', { accept: ids.join(',') }, { class: 'quotes' }),
    /** By event, the first date from now on. */
    firstDates(read?: Read) {
      const query = { available_from: toInstant(clock()), fields: 'id,first_date' };
      return list(to.toFirstDates, 'events', query, { operation: 'first-dates', ...read });
    },
    products: (read?: Read) => list(to.toProducts, 'products', {}, read),
    changedProducts: (delta_since: string, read?: Read) =>
      list(changes(to.toProducts), 'products', { delta_since }, read),
    datesOf: (events: readonly string[], start_date: string, end_date: string, read?: Read) =>
      list(to.toDates, 'dates', { accept_events: events.join(','), start_date, end_date }, read),
    /** Live, for a quote or an order. */
    datesById: (ids: readonly string[]) =>
      list(to.toDates, 'dates', { accept: ids.join(',') }, { class: 'quotes' }),

    /** Table B, Retrieve one vendor. */
    async vendor(id: string, read?: Read) {
      const path = `/v3/vendors/${encodeURIComponent(id)}`;
      const { value } = await send({ operation: 'vendor', class: 'vendors', path, ...read });
      const vendor = to.toVendor(parse(wireVendor, value));
      if (vendor.id !== id) throw new PlatformMalformed('another vendor was answered');
      return vendor;
    },

    async createOrder(order: NewOrder) {
      const body = orderBody(order);
      const { value } = await send({
        operation: 'create-order',
        class: 'orders',
        path: '/v3/orders',
        body,
      });
      return to.toPlacedOrder(parse(wireOrder, value));
    },

    async findOrders(external_reference: string) {
      const query = {
        accept_external_reference: external_reference,
        // The default hides PENDING and cancelled orders (spec, Order list), and would prove an
        // absence that is none.
        status: 'ALL',
        // Nobody's name, e-mail or phone is among them.
        fields: Object.keys(wireOrder.shape).join(','),
        limit: '10',
      };
      const { value } = await send({
        operation: 'find-orders',
        class: 'orders',
        path: '/v3/orders',
        query,
      });
      // No order is skipped here: one that cannot be read is not one that is absent.
      const orders = parse(z.array(wireOrder), value);
      return orders
        .filter((order) => order.external_reference === external_reference)
        .map(to.toPlacedOrder);
    },
  };
}

/** What has changed and is not offered, or cannot be read, is gone. */
function changes<T extends { readonly id: string }>(
  as: to.Translation<T[]>,
): to.Translation<Changes<T>> {
  return (answer, skipped) => {
    const changed = as(answer, skipped);
    const offered = new Set(changed.map(({ id }) => id));
    const ids = to.toList(answer).flatMap((item) => to.toId(item) ?? []);
    return { changed, gone: ids.filter((id) => !offered.has(id)) };
  };
}

function parse<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new PlatformMalformed('the answer has another shape');
  return result.data;
}

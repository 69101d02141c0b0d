import type { EventDate } from '../../src/contract/date.schema.ts';
import { monthRange } from '../../src/contract/month-range.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import { type Cached, createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate, PlatformEvent } from '../platform/translate.ts';
import { type Events, mergeEvents } from './merge.ts';
import { monthOf, monthsFor } from './months.ts';
import { createSnapshot } from './snapshot.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What visitors of a site look at, cached so that they do not cause a platform call each. */
export interface Catalogue {
  events(): Promise<Cached<Events>>;
  products(): Promise<Cached<readonly Product[]>>;
  /** Undefined when no event is this vendor's. */
  vendor(id: string): Promise<Cached<Vendor> | undefined>;
  /**
   * Dates of the merged event that this event belongs to, by month, with some around the range;
   * undefined when there is no such event. Never stale.
   */
  dates(
    eventId: string,
    start: string,
    end: string,
  ): Promise<Cached<readonly EventDate[]>[] | undefined>;
  /** Dates by id as they are now (at most a second old), for a quote. */
  liveDates(ids: readonly string[]): Promise<readonly EventDate[]>;
  /** Places of these events have changed: the next request loads their dates anew. */
  invalidateDates(eventIds: readonly string[]): void;
  /** Live data contradicts the cached events or products: the next request loads them anew. */
  invalidateOffers(): void;
}

export function createCatalogue(platform: Platform, { clock, site }: SiteContext): Catalogue {
  const eventSnapshot = createSnapshot({
    loadAll: platform.events,
    loadChanges: platform.changedEvents,
    clock,
  });
  const productSnapshot = createSnapshot({
    loadAll: platform.products,
    loadChanges: platform.changedProducts,
    clock,
  });
  /** Of the last load, so that months can be invalidated without waiting for another. */
  let rootOf: Events['rootOf'] = new Map();

  const events = createCache({
    policy: cachePolicies.events,
    clock,
    async load(_, priority): Promise<Events> {
      // Where first dates fail, the list is served without them, and `first_date_known` is false.
      const firstDates = platform.firstDates(priority).catch(() => undefined);
      const merged = mergeEvents(await eventSnapshot.load(priority), await firstDates, site.images);
      ({ rootOf } = merged);
      return merged;
    },
  });
  const products = createCache({
    policy: cachePolicies.products,
    clock,
    load: (_, priority) => productSnapshot.load(priority),
  });
  const vendors = createCache({ policy: cachePolicies.vendors, clock, load: platform.vendor });
  const months = createCache({
    policy: cachePolicies.months,
    clock,
    async load(key) {
      // An id may have a slash in it, and a month has none.
      const end = key.lastIndexOf('/');
      const [rootId, month] = [key.slice(0, end), key.slice(end + 1)];
      const { value } = await events.get();
      const family = [...value.byId.keys()].filter((id) => value.rootOf.get(id) === rootId);
      const dates = await platform.datesOf(family, ...monthRange(month));
      const own = dates.filter(({ event_id }) => family.includes(event_id));
      return withBookableUntil(own, value.byId);
    },
  });
  const liveDates = createCache({
    policy: cachePolicies.liveDates,
    clock,
    async load(ids) {
      const dates = await platform.datesById(JSON.parse(ids) as string[]);
      return withBookableUntil(dates, (await events.get()).value.byId);
    },
  });

  /** Nothing is bookable before and nothing planned after, so a call would be wasted. */
  function isBookableMonth(month: string): boolean {
    return month >= monthOf(clock() - 2 * DAY) && month <= monthOf(clock() + 2 * 366 * DAY);
  }

  return {
    events: () => events.get(),
    products: () => products.get(),

    async vendor(id) {
      const { byId } = (await events.get()).value;
      const sells = [...byId.values()].some((event) => event.vendor_id === id);
      return sells ? vendors.get(id) : undefined;
    },

    async dates(eventId, start, end) {
      const rootId = (await events.get()).value.rootOf.get(eventId);
      if (rootId === undefined) return undefined;
      const bookable = monthsFor(Date.parse(start), Date.parse(end)).filter(isBookableMonth);
      return Promise.all(bookable.map((month) => months.get(`${rootId}/${month}`)));
    },

    async liveDates(ids) {
      return (await liveDates.get(JSON.stringify(ids.toSorted()))).value;
    },

    invalidateDates(eventIds) {
      for (const id of eventIds) months.invalidate(`${rootOf.get(id) ?? id}/`);
    },

    invalidateOffers() {
      eventSnapshot.invalidate();
      productSnapshot.invalidate();
      events.markStale();
      products.markStale();
    },
  };
}

/**
 * A date's own event says until when it can be booked (spec, Event: latest_booking_time). Dates of
 * events that are not on sale are left out.
 */
export function withBookableUntil(
  dates: readonly PlatformDate[],
  events: ReadonlyMap<string, PlatformEvent>,
): EventDate[] {
  return dates.flatMap((date) => {
    const event = events.get(date.event_id);
    if (!event) return [];
    const until = Date.parse(date.date) - event.price_group.latest_booking_time * MINUTE;
    return [{ ...date, bookable_until: toInstant(until) }];
  });
}

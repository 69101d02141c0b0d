import type { EventDate } from '../../src/contract/date.schema.ts';
import { monthRange } from '../../src/contract/month-range.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import type { Soon } from '../http/response.ts';
import { toInstant } from '../clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate, PlatformEvent } from '../platform/translate.ts';
import type { SiteContext } from '../context.ts';
import { createCache, type Cached } from '../cache/cache.ts';
import { type Events, mergeEvents } from './merge.ts';
import { monthOf, monthsFor } from './months.ts';
import { createSnapshot } from './snapshot.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What visitors look at, kept so that they do not cause a call to the platform each. */
export function createCatalogue(platform: Platform, { clock, site }: SiteContext) {
  /** As last read. */
  let roots: Events['rootOf'] = new Map();
  const kept = { clock, freshFor: 5 * MINUTE, keepsStale: true };
  // Availability is never guessed.
  const keptFresh = { ...kept, keepsStale: false };
  const allEvents = createSnapshot({
    whole: platform.events,
    changes: platform.changedEvents,
    clock,
  });
  const allProducts = createSnapshot({
    whole: platform.products,
    changes: platform.changedProducts,
    clock,
  });

  const events = createCache({
    ...kept,
    async load(_, priority) {
      // Without first dates there still is a list; it says that they are not known.
      const firstDates = platform.firstDates(priority).catch(() => undefined);
      const merged = mergeEvents(await allEvents.load(priority), await firstDates, site.images);
      roots = merged.rootOf;
      return merged;
    },
  });
  const products = createCache({ ...kept, load: (_, priority) => allProducts.load(priority) });
  const vendors = createCache({ ...kept, freshFor: 60 * MINUTE, load: platform.vendor });
  const months = createCache({
    ...keptFresh,
    async load(key) {
      const [root = '', month = ''] = key.split('/');
      const { byId, rootOf } = (await events()).value;
      const family = [...byId.keys()].filter((id) => rootOf.get(id) === root);
      const dates = await platform.datesOf(family, ...monthRange(month));
      const own = dates.filter(({ event_id }) => family.includes(event_id));
      return withBookableUntil(own, byId);
    },
  });
  const live = createCache({
    ...keptFresh,
    freshFor: 1_000,
    load: async (ids) =>
      withBookableUntil(await platform.datesById(ids.split(',')), (await events()).value.byId),
  });

  /**
   * Nothing can be booked before these months, and nothing is planned after them; asking would only
   * cost calls.
   */
  function isWorthAsking(month: string): boolean {
    return month >= monthOf(clock() - 2 * DAY) && month <= monthOf(clock() + 2 * 366 * DAY);
  }

  return {
    events: (): Soon<Cached<Events>> => events.fresh() ?? events(),
    products: (): Soon<Cached<readonly Product[]>> => products.fresh() ?? products(),

    /** Undefined when no event is this vendor's. */
    async vendor(id: string): Promise<Cached<Vendor> | undefined> {
      const { byId } = (await events()).value;
      const sells = [...byId.values()].some((event) => event.vendor_id === id);
      return sells ? vendors(id) : undefined;
    },

    /**
     * Dates of the whole merged event that this event belongs to, by month, with some around the
     * range that was asked for; undefined when there is no such event. Never old ones.
     */
    async dates(
      eventId: string,
      start: string,
      end: string,
    ): Promise<Cached<readonly EventDate[]>[] | undefined> {
      const root = (await events()).value.rootOf.get(eventId);
      if (root === undefined) return undefined;
      const asked = monthsFor(Date.parse(start), Date.parse(end)).filter(isWorthAsking);
      return Promise.all(asked.map((month) => months(`${root}/${month}`)));
    },

    /**
     * As they are now, for a quote: however many ask for the same dates within a second are one
     * call.
     */
    async datesNow(ids: readonly string[]): Promise<readonly EventDate[]> {
      return (await live(ids.toSorted().join())).value;
    },

    /** Places of these events have changed: their dates are read anew for whoever asks next. */
    forgetDates(eventIds: readonly string[]): void {
      for (const id of eventIds) months.forget(`${roots.get(id) ?? id}/`);
    },

    /**
     * The platform's events or products are not what is held: they are read anew for whoever asks
     * next.
     */
    expire(): void {
      allEvents.forget();
      allProducts.forget();
      events.expire();
      products.expire();
    },
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;

/**
 * A date's own event says until when it can be booked. Dates of events that are not known are left
 * out.
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

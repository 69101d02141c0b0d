import type { EventDate } from '../../src/contract/date.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import { toInstant } from '../clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate, PlatformEvent } from '../platform/translate.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Held } from './held.ts';
import { createHeld } from './held.ts';
import type { Events } from './merge.ts';
import { mergeEvents } from './merge.ts';
import { monthOf, monthsFor, reachOf } from './months.ts';
import { createSnapshot } from './snapshot.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What visitors look at, kept so that they do not cause a call to the platform each. */
export interface Catalogue {
  events(): Promise<Held<Events>>;
  products(): Promise<Held<readonly Product[]>>;
  /** Undefined when no event is this vendor's. */
  vendor(id: string): Promise<Held<Vendor> | undefined>;
  /**
   * Dates of the whole merged event that this event belongs to, by month, with some around the range that was asked for;
   * undefined when there is no such event. Never old ones.
   */
  dates(eventId: string, start: string, end: string): Promise<(readonly EventDate[])[] | undefined>;
  /** Places of these events have changed: their dates are read anew for whoever asks next. */
  forgetDates(eventIds: readonly string[]): void;
  /** The platform's events or products are not what is held: they are read anew for whoever asks next. */
  expire(): void;
}

export function createCatalogue(platform: Platform, { clock, site }: Surroundings): Catalogue {
  /** As last read. */
  let roots: Events['rootOf'] = new Map();
  const shared = { clock, freshFor: 5 * MINUTE, keepsStale: true };
  const allEvents = createSnapshot({
    whole: (read) => platform.events(read),
    changes: (since, read) => platform.changedEvents(since, read),
    clock,
  });
  const allProducts = createSnapshot({
    whole: (read) => platform.products(read),
    changes: (since, read) => platform.changedProducts(since, read),
    clock,
  });

  const events = createHeld({
    ...shared,
    async load(_, read) {
      // Without first dates there still is a list; it says that they are not known.
      const [found, firstDates] = await Promise.all([
        allEvents.load(read),
        platform.firstDates(read).catch(() => undefined),
      ]);
      const merged = mergeEvents(found, firstDates, site.images);
      roots = merged.rootOf;
      return merged;
    },
  });
  const products = createHeld({
    ...shared,
    load: (_, read) => allProducts.load(read),
  });
  const vendors = createHeld({
    ...shared,
    freshFor: 60 * MINUTE,
    load: (id, read) => platform.vendor(id, read),
  });
  const months = createHeld({
    ...shared,
    // Availability is never guessed.
    keepsStale: false,
    async load(key) {
      const [root = '', month = ''] = key.split('/');
      const { byId, rootOf } = (await events('')).value;
      const family = [...byId.keys()].filter((id) => rootOf.get(id) === root);
      const { start, end } = reachOf(month);
      const dates = await platform.datesOf(family, start, end);
      const own = dates.filter(({ event_id }) => family.includes(event_id));
      return withBookableUntil(own, byId);
    },
  });

  /** Nothing can be booked before these months, and nothing is planned after them; asking would only cost calls. */
  function isWorthAsking(month: string): boolean {
    const now = clock();
    return month >= monthOf(now - 2 * DAY) && month <= monthOf(now + 2 * 366 * DAY);
  }

  return {
    events: () => events(''),
    products: () => products(''),

    async vendor(id) {
      const { byId } = (await events('')).value;
      const sells = [...byId.values()].some((event) => event.vendor_id === id);
      return sells ? vendors(id) : undefined;
    },

    async dates(eventId, start, end) {
      const root = (await events('')).value.rootOf.get(eventId);
      if (root === undefined) return undefined;
      const asked = monthsFor(Date.parse(start), Date.parse(end)).filter(isWorthAsking);
      const held = await Promise.all(asked.map((month) => months(`${root}/${month}`)));
      return held.map(({ value }) => value);
    },

    expire() {
      allEvents.forget();
      allProducts.forget();
      events.expire();
      products.expire();
    },

    forgetDates(eventIds) {
      for (const id of eventIds) months.forget(`${roots.get(id) ?? id}/`);
    },
  };
}

/** A date's own event says until when it can be booked. Dates of events that are not known are left out. */
export function withBookableUntil(
  dates: readonly PlatformDate[],
  events: ReadonlyMap<string, PlatformEvent>,
): EventDate[] {
  return dates.flatMap((date): EventDate[] => {
    const event = events.get(date.event_id);
    if (!event) return [];
    const until = Date.parse(date.date) - event.price_group.latest_booking_time * MINUTE;
    return [{ ...date, bookable_until: toInstant(until) }];
  });
}

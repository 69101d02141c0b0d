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
import { endsOfMonth, monthOf, monthsBetween } from './months.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What visitors look at, kept so that they do not cause a call to the platform each. */
export interface Catalogue {
  events(): Promise<Held<Events>>;
  products(): Promise<Held<readonly Product[]>>;
  /** Undefined when no event is this vendor's. */
  vendor(id: string): Promise<Held<Vendor> | undefined>;
  /** Dates of the whole merged event that this event belongs to; undefined when there is none. Never old ones. */
  dates(eventId: string, start: string, end: string): Promise<EventDate[] | undefined>;
  /** Places of these events have changed: their dates are read anew for whoever asks next. */
  forgetDates(eventIds: readonly string[]): void;
  /** The platform's events or products are not what is held: they are read anew for whoever asks next. */
  expire(): void;
}

export function createCatalogue(platform: Platform, { clock }: Surroundings): Catalogue {
  /** As last read. */
  let roots: Events['rootOf'] = new Map();
  const shared = { clock, freshFor: 5 * MINUTE, keepsStale: true };

  const firstDates = createHeld({ ...shared, load: () => platform.firstDates() });
  const events = createHeld({
    ...shared,
    async load() {
      // Without first dates there still is a list; it says that they are not known.
      const [found, first] = await Promise.all([
        platform.events(),
        firstDates('').catch(() => ({ value: new Map<string, string>() })),
      ]);
      const merged = mergeEvents(found, first.value);
      roots = merged.rootOf;
      return merged;
    },
  });
  const products = createHeld({ ...shared, load: () => platform.products() });
  const vendors = createHeld({ ...shared, load: (id) => platform.vendor(id) });
  const months = createHeld({
    clock,
    freshFor: MINUTE,
    // Availability is never guessed.
    keepsStale: false,
    async load(key) {
      const [root = '', month = ''] = key.split('/');
      const { byId, rootOf } = (await events('')).value;
      const family = [...byId.keys()].filter((id) => rootOf.get(id) === root);
      const { start, end } = endsOfMonth(month);
      return withBookableUntil(await platform.datesOf(family, start, end), byId);
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
      const asked = monthsBetween(Date.parse(start), Date.parse(end)).filter(isWorthAsking);
      const held = await Promise.all(asked.map((month) => months(`${root}/${month}`)));
      return held
        .flatMap(({ value }) => value)
        .filter(({ date }) => date >= start && date <= end)
        .sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
    },

    expire() {
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

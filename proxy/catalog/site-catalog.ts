import { z } from 'zod';
import type { EventDate } from '../../src/contract/date.schema.ts';
import { product, type Product } from '../../src/contract/product.schema.ts';
import { instant } from '../../src/contract/values.schema.ts';
import { type Vendor, vendor } from '../../src/contract/vendor.schema.ts';
import { jsonBytes } from '../cache/bounded-map.ts';
import { type Cached, createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { toInstant } from '../clock.ts';
import type { SiteContext, Visitor } from '../context.ts';
import { PlatformMalformed } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { createSlices, runInSlices } from '../platform/slices.ts';
import { type PlatformDate, type PlatformEvent, platformEvent } from '../platform/translate.ts';
import { allWithBookableUntil } from './bookable-until.ts';
import type { SharedList, SharedLists } from './shared-lists.ts';
import type { ClientDates } from './client-dates.ts';
import type { DateSnapshot, Range } from './date-index.ts';
import type { DateOfEvents } from './live-dates.ts';
import { type Events, mergeEvents } from './merge.ts';
import { monthOf, monthsFor } from './months.ts';
import { createSnapshot } from './snapshot.ts';
import type { DayView } from './starts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The cached events, dates, products and vendors of a site. */
export interface SiteCatalog {
  events(): Promise<Cached<Events>>;
  products(): Promise<Cached<readonly Product[]>>;
  /** Undefined when no event is this vendor's. */
  vendor(id: string): Promise<Cached<Vendor> | undefined>;
  /**
   * Dates of the merged event that this event belongs to, in lists that may exceed the range;
   * undefined when there is no such event. At most five minutes old.
   */
  dates(eventId: string, range: Range, visitor: Visitor): Promise<DateLists | undefined>;
  /** The dates around a day of all events, for `offersOn`; the same object for a minute at most. */
  datesAround(day: string, visitor: Visitor): Promise<Cached<DayView>>;
  /** The dates of a cart for a quote: as they were within the last 90 seconds. */
  quotedDates(lines: readonly LineDate[], visitor: Visitor): Promise<readonly EventDate[]>;
  /** The dates of a cart as they are now, for an order. */
  liveDates(lines: readonly LineDate[]): Promise<readonly PlatformDate[]>;
  /** How many platform calls reading them may take. */
  callsOfLiveDates(lines: readonly LineDate[]): Promise<number>;
  /** Places of these dates have probably changed, so the next request loads them again. */
  doubtDates(lines: readonly LineDate[]): void;
  /** Live data contradicts the cached events or products: the next request loads them anew. */
  invalidateOffers(): void;
}

/** A stored event. `first_date` is null where it has none, and missing where it is not known. */
const storedEvent = z.object({ event: platformEvent, first_date: instant.nullable().optional() });
type StoredEvent = z.output<typeof storedEvent>;

/** By event id; undefined where they could not be loaded. */
type FirstDates = ReadonlyMap<string, string> | undefined;

/** Lists of dates; a list is the same object until one of its dates changes. */
export type DateLists = Cached<readonly PlatformDate[]>[];

/** A date of a cart, with its own event's id or that of the root. */
export interface LineDate {
  readonly event_id: string;
  readonly date_id: string;
}

/** `dates` has the dates of the site's client, from which the site shows those of its events. */
export function createSiteCatalog(
  platform: Platform,
  dates: ClientDates,
  context: SiteContext,
  lists: SharedLists,
): SiteCatalog {
  const { clock, monotonic, site } = context;
  const platformClock = () => platform.latestTime() ?? clock();
  const eventSnapshot = createSnapshot({
    loadAll: platform.events,
    loadChanges: platform.changedEvents,
    clock,
    platformClock,
  });
  const productSnapshot = createSnapshot({
    loadAll: platform.products,
    loadChanges: platform.changedProducts,
    clock,
    platformClock,
  });

  const group = `catalog/${site.client.id}/${site.key}`;
  const sharedEvents: SharedList<StoredEvent> = lists.open<StoredEvent>({
    group,
    name: 'events',
    lease: group,
    item: storedEvent,
    isStoredAlone: true,
    async ask({ priority }) {
      // Where first dates fail, the list is served without them, and `first_date_known` is false.
      const firstDates = platform.firstDates(priority).catch(() => undefined);
      const all = await eventSnapshot.load(priority);
      return toStoredEvents(all, await firstDates);
    },
    onContradicted: eventSnapshot.invalidate,
    onNews: async ({ value, asOf }): Promise<void> => events.replace(await merge(value), asOf),
  });
  const sharedProducts: SharedList<Product> = lists.open<Product>({
    group,
    name: 'products',
    lease: group,
    item: product,
    isStoredAlone: true,
    ask: ({ priority }) => productSnapshot.load(priority),
    onContradicted: productSnapshot.invalidate,
    onNews: async ({ value, asOf }): Promise<void> =>
      products.replace(value.filter(isOfSite), asOf),
  });

  const sharedVendors = lists.open<Vendor>({
    group: `${group}/vendors`,
    lease: group,
    item: vendor,
    ask: async ({ name, priority }) => [await platform.vendor(decodeURIComponent(name), priority)],
  });

  /** When the cached values were loaded, by this instance or another one. */
  const asOfs = new WeakMap<object, number>();
  const events = createCache({
    policy: cachePolicies.events,
    clock,
    asOf: (value) => asOfs.get(value),
    async load(_, priority): Promise<Events> {
      const since = clock() - cachePolicies.events.ttl + 1;
      const { value, asOf } = await sharedEvents.load('events', since, priority);
      const merged = await merge(value);
      asOfs.set(merged, asOf);
      return merged;
    },
    async restore() {
      const stored = await sharedEvents.restore('events');
      return stored && { ...stored, value: await merge(stored.value) };
    },
  });
  const products = createCache<readonly Product[]>({
    policy: cachePolicies.products,
    clock,
    asOf: (value) => asOfs.get(value),
    async load(_, priority) {
      const since = clock() - cachePolicies.products.ttl + 1;
      const { value, asOf } = await sharedProducts.load('products', since, priority);
      const all = value.filter(isOfSite);
      asOfs.set(all, asOf);
      return all;
    },
    async restore() {
      const stored = await sharedProducts.restore('products');
      return stored && { ...stored, value: stored.value.filter(isOfSite) };
    },
  });

  /** The site may have been given other vendors since it was stored. */
  function isOfSite({ vendor_id }: { readonly vendor_id: string }): boolean {
    return site.vendors.length === 0 || site.vendors.includes(vendor_id);
  }

  function merge(stored: readonly StoredEvent[]): Promise<Events> {
    const offered = stored.filter(({ event }) => isOfSite(event));
    const all = offered.map(({ event }) => event);
    const steps = mergeEvents(all, firstDatesOf(offered), site);
    return runInSlices(steps, createSlices(monotonic));
  }

  const vendors = createCache<Vendor>({
    policy: cachePolicies.vendors,
    clock,
    asOf: (value) => asOfs.get(value),
    async load(id, priority): Promise<Vendor> {
      const since = clock() - cachePolicies.vendors.ttl + 1;
      const name = encodeURIComponent(id);
      const { value, asOf } = await sharedVendors.load(name, since, priority);
      const [found] = value;
      if (!found) throw new PlatformMalformed('there is no such vendor');
      asOfs.set(found, asOf);
      return found;
    },
    bytesOf: jsonBytes,
  });
  const live = createCache({
    policy: cachePolicies.liveDates,
    clock,
    load: (key) => readQuoted(JSON.parse(key) as LineDate[]),
    bytesOf: jsonBytes,
  });

  let view: DayView = { dates: undefined, now: clock() };

  /**
   * A date that is gone may be that of an event which was deactivated. No delta tells of that, and its
   * other dates would still be offered. A passed date may be gone as well, and shows nothing.
   */
  async function readQuoted(lines: readonly LineDate[]): Promise<readonly PlatformDate[]> {
    const indexed = lines.flatMap(({ date_id }) => dates.indexed(date_id) ?? []);
    const found = await dates.live(await withEvents(lines));
    const ids = new Set(found.map(({ id }) => id));
    const now = toInstant(clock());
    if (indexed.some(({ id, date }) => date > now && !ids.has(id))) invalidateOffers();
    return found;
  }

  function invalidateOffers(): void {
    sharedEvents.contradict('events');
    sharedProducts.contradict('products');
    events.markStale();
    products.markStale();
  }

  /** With the ids of all events that each date may belong to. */
  async function withEvents(lines: readonly LineDate[]): Promise<DateOfEvents[]> {
    const { familyOf } = (await events.get()).value;
    return lines.map(({ event_id, date_id }) => ({
      id: date_id,
      eventIds: familyOf(event_id) ?? [event_id],
    }));
  }

  /** Outside this range there is nothing to book, so a call would be wasted. */
  function isBookableMonth(month: string): boolean {
    return month >= monthOf(clock() - 2 * DAY) && month <= monthOf(clock() + 2 * 366 * DAY);
  }

  /** The same object for a minute or until dates change, so that responses can be cached by it. */
  function viewOf(dates: DateSnapshot | undefined): DayView {
    const isCurrent = view.dates === dates && Math.abs(clock() - view.now) < MINUTE;
    if (!isCurrent) view = { dates, now: clock() };
    return view;
  }

  return {
    events: () => events.get(),
    products: () => products.get(),

    async vendor(id) {
      const { vendorIds } = (await events.get()).value;
      return vendorIds.has(id) ? vendors.get(id) : undefined;
    },

    async dates(eventId, { start, end }, visitor) {
      const family = (await events.get()).value.familyOf(eventId);
      if (!family) return undefined;
      const bookable = monthsFor(Date.parse(start), Date.parse(end)).filter(isBookableMonth);
      return dates.ofEvents(family, bookable, visitor);
    },

    async datesAround(day, visitor) {
      const months = [day.slice(0, 'yyyy-mm'.length)].filter(isBookableMonth);
      const index = await dates.index(months, visitor);
      return { value: viewOf(index?.value.snapshot), stale: index?.stale ?? false };
    },

    async quotedDates(lines, visitor) {
      const recent = dates.recent(lines.map(({ date_id }) => date_id));
      const { byId, rootOf } = (await events.get()).value;
      if (recent) return allWithBookableUntil(recent, byId);
      const normal = normaliseLines(lines, rootOf);
      if (normal.length === 0) return [];
      const key = JSON.stringify(normal);
      if (!live.has(key)) visitor.charge(await dates.callsOfLive(await withEvents(normal)));
      return allWithBookableUntil((await live.get(key)).value, byId);
    },

    async liveDates(lines) {
      return dates.live(await withEvents(lines));
    },

    async callsOfLiveDates(lines) {
      return dates.callsOfLive(await withEvents(lines));
    },

    doubtDates(lines) {
      // Without events no dates are shown, so a failure has no effect.
      withEvents(lines).then(dates.doubt, () => {});
    },

    invalidateOffers,
  };
}

function toStoredEvents(all: readonly PlatformEvent[], firstDates: FirstDates): StoredEvent[] {
  return all.map((event) => ({
    event,
    ...(firstDates && { first_date: firstDates.get(event.id) ?? null }),
  }));
}

function firstDatesOf(stored: readonly StoredEvent[]): FirstDates {
  if (stored.some(({ first_date }) => first_date === undefined)) return undefined;
  return new Map(
    stored.flatMap(({ event, first_date }) => (first_date ? [[event.id, first_date]] : [])),
  );
}

/** Normalised, so that carts of the same dates share a cache entry; without unknown events. */
function normaliseLines(
  lines: readonly LineDate[],
  rootOf: ReadonlyMap<string, string>,
): readonly LineDate[] {
  const dates = lines.flatMap(({ event_id, date_id }) => {
    const root = rootOf.get(event_id);
    return root === undefined ? [] : [{ event_id: root, date_id }];
  });
  return dates.sort((a, b) => (a.date_id < b.date_id ? -1 : 1));
}

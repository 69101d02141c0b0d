import { z } from 'zod';
import { type Product, product } from '#contract/product.schema';
import { instant } from '#contract/values.schema';
import { type Vendor, vendor } from '#contract/vendor.schema';
import { jsonBytes } from '../bounded-map.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';
import { createSlices, runInSlices } from '../platform/slices.ts';
import { type PlatformEvent, platformEvent } from '../platform/translate.ts';
import { bookableUntil } from './bookable-until.ts';
import { type CachedList, createCachedList } from './cached-list.ts';
import { type Events, type FirstDates, mergeEvents } from './merge.ts';
import type { SharedLists } from './shared-lists.ts';
import { createSnapshot } from './snapshot.ts';

/** The lists of a site that are cached as a whole. */
export interface SiteLists {
  readonly events: CachedList<Events>;
  readonly products: CachedList<readonly Product[]>;
  /** By vendor id; undefined for one that the platform does not have. */
  readonly vendors: CachedList<Vendor | undefined>;
}

/** `first_date` is null if the event has none, and missing if it is not known. */
const storedEvent = z.object({ event: platformEvent, first_date: instant.nullable().optional() });
type StoredEvent = z.output<typeof storedEvent>;

type ListsPlatform = Pick<
  Platform,
  | 'events'
  | 'changedEvents'
  | 'firstDates'
  | 'products'
  | 'changedProducts'
  | 'vendor'
  | 'latestTime'
>;

export function createSiteLists(
  platform: ListsPlatform,
  { clock, monotonic, site }: Pick<SiteContext, 'clock' | 'monotonic' | 'site'>,
  lists: SharedLists,
): SiteLists {
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

  /** The site's vendors may have changed since the list was stored. */
  function isOfSite({ vendor_id }: { readonly vendor_id: string }): boolean {
    return site.vendors.length === 0 || site.vendors.includes(vendor_id);
  }

  function merge(stored: readonly StoredEvent[]): Promise<Events> {
    const offered = stored.filter(({ event }) => isOfSite(event));
    const all = offered.map(({ event }) => event);
    const steps = mergeEvents(all, firstDatesOf(offered, clock()), site);
    return runInSlices(steps, createSlices(monotonic));
  }

  const events = createCachedList<StoredEvent, Events>(
    lists,
    {
      group,
      name: 'events',
      lease: group,
      item: storedEvent,
      isStoredAlone: true,
      policy: cachePolicies.events,
      async ask({ priority }) {
        // If first dates fail, the list is served without them, and `first_date_known` is false.
        const firstDates = platform.firstDates(priority).catch(() => undefined);
        const all = await eventSnapshot.update(priority);
        return toStoredEvents(all, await firstDates);
      },
      onInvalidated: eventSnapshot.invalidate,
      derive: merge,
    },
    clock,
  );
  const products = createCachedList<Product, readonly Product[]>(
    lists,
    {
      group,
      name: 'products',
      lease: group,
      item: product,
      isStoredAlone: true,
      policy: cachePolicies.products,
      ask: ({ priority }) => productSnapshot.update(priority),
      onInvalidated: productSnapshot.invalidate,
      derive: (all) => all.filter(isOfSite),
    },
    clock,
  );
  const vendors = createCachedList<Vendor, Vendor | undefined>(
    lists,
    {
      group: `${group}/vendors`,
      lease: group,
      item: vendor,
      policy: cachePolicies.vendors,
      async ask({ name, priority }) {
        const vendor = await platform.vendor(decodeURIComponent(name), priority);
        return vendor ? [vendor] : [];
      },
      derive: ([vendor]) => vendor,
      bytesOf: (vendor) => (vendor ? jsonBytes(vendor) : 0),
    },
    clock,
  );

  return { events, products, vendors };
}

function toStoredEvents(
  all: readonly PlatformEvent[],
  firstDates: ReadonlyMap<string, string> | undefined,
): StoredEvent[] {
  return all.map((event) => ({
    event,
    ...(firstDates && { first_date: firstDates.get(event.id) ?? null }),
  }));
}

/** Undefined if they could not be loaded. */
function firstDatesOf(stored: readonly StoredEvent[], now: number): FirstDates | undefined {
  if (stored.some(({ first_date }) => first_date === undefined)) return undefined;
  return new Map(
    stored.flatMap(({ event, first_date }) => {
      if (!first_date) return [];
      return [[event.id, now > bookableUntil(first_date, event) ? null : first_date]];
    }),
  );
}

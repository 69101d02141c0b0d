import { HOUR, MINUTE, SECOND } from '#contract/milliseconds';
/**
 * How long each cache of `cache.ts` keeps a value, and whether it is served stale; at the end, how
 * long browsers and CDNs may cache a response. How often all events and products are listed again
 * is in `catalog/snapshot.ts`, and how long a month of dates is kept in `catalog/loaded-months.ts`.
 */
export interface CachePolicy {
  /** Milliseconds since the value was requested, not since it arrived. */
  readonly ttl: number;
  /** Up to this age an old value is served at once, and refreshed in the background. */
  readonly background: number;
  /**
   * Up to this age it is served if its refresh fails or is slow; beyond it, callers wait for a
   * refresh.
   */
  readonly stale: number;
  /** Estimated bytes of all entries, keys included. */
  readonly maxBytes: number;
}

const KB = 1_024;
const MB = 1_024 * KB;

/** For values that may be old: they are better than nothing, and marked as stale. */
const servedStale = { background: HOUR, stale: Infinity };
const neverStale = { background: 0, stale: 0 };
/** Visitors do not choose the keys, so there are only as many as the site has values. */
const fewKeys = { maxBytes: 64 * KB };

export const cachePolicies = {
  /** One value for each site: merged events with their first dates. */
  events: { ttl: 5 * MINUTE, ...servedStale, ...fewKeys },
  /** One value for each site. */
  products: { ttl: 5 * MINUTE, ...servedStale, ...fewKeys },
  /** By vendor id. */
  vendors: { ttl: HOUR, ...servedStale, maxBytes: 8 * MB },
  /**
   * One value for each client of the platform: the time up to which its months of dates are
   * current. Together with the 20 seconds of a response, a place that is sold elsewhere shows
   * within 90 seconds. Availability is never guessed, so what is five minutes late is not served.
   */
  dateChanges: { ttl: MINUTE, background: 70 * SECOND, stale: 5 * MINUTE, ...fewKeys },
  /**
   * By client and month: when the whole month was listed. Between two listings, changes are
   * applied.
   */
  monthListings: { ttl: HOUR, background: Infinity, stale: Infinity, ...fewKeys },
  /** By event and month, if the platform has no list of all dates. */
  eventMonths: { ttl: MINUTE, background: 70 * SECOND, stale: 5 * MINUTE, maxBytes: 64 * MB },
  /** By the date ids of a cart: all quotes of the same dates within a second cause one call. */
  liveDates: { ttl: SECOND, ...neverStale, maxBytes: 2 * MB },
  /** One value: what keeps the proxy from being ready. Costs at most one synced write a second. */
  readiness: { ttl: SECOND, ...neverStale, ...fewKeys },
} as const satisfies Record<string, CachePolicy>;

/** `Cache-Control` of the responses that browsers and CDNs may cache; all others are `no-store`. */
export const cacheControl = {
  catalog: 'public, max-age=60, stale-while-revalidate=600',
  /** A stale response is cached only briefly, so that it disappears once the platform is back. */
  stale: 'public, max-age=5',
  /** Without stale-while-revalidate, because it shows how many places are left. */
  places: 'public, max-age=20',
  asset: 'public, max-age=300, stale-while-revalidate=604800',
  /** The URL changes with the content. */
  hashedAsset: 'public, max-age=31536000, immutable',
} as const;

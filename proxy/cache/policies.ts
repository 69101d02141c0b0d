/**
 * For how long each cache of `cache.ts` has a value, and whether that is served stale; at the end, for
 * how long browsers and CDNs may have a response. How often all events and products are listed again
 * is in `catalog/snapshot.ts`, how long a month of dates is kept in `catalog/loaded-months.ts`.
 */
export interface CachePolicy {
  /** Milliseconds, counted from the request for the value and not from its arrival. */
  readonly ttl: number;
  /** Up to this age an old value is served at once, and refreshed in the background. */
  readonly background: number;
  /** Up to this age it is served when its refresh fails or is slow; then the caller waits for one. */
  readonly stale: number;
  /** Estimated bytes of all entries, keys included. */
  readonly maxBytes: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const KB = 1_024;
const MB = 1_024 * KB;

/** What may be old: better than nothing, and marked. */
const servedStale = { background: HOUR, stale: Infinity };
const neverStale = { background: 0, stale: 0 };
/** No visitor chooses the keys, so there are as few as the site has values. */
const fewKeys = { maxBytes: 64 * KB };

export const cachePolicies = {
  /** One value for each site: merged events with their first dates. */
  events: { ttl: 5 * MINUTE, ...servedStale, ...fewKeys },
  /** One value for each site. */
  products: { ttl: 5 * MINUTE, ...servedStale, ...fewKeys },
  /** By vendor id. */
  vendors: { ttl: HOUR, ...servedStale, maxBytes: 8 * MB },
  /**
   * One value for each client of the platform: since when its months of dates are up to date. With
   * the 20 seconds of a response a place that goes elsewhere is seen within 90. Availability is
   * never guessed: what is five minutes late is not served.
   */
  dateChanges: { ttl: MINUTE, background: 70 * SECOND, stale: 5 * MINUTE, ...fewKeys },
  /** By client and month: when it was listed as a whole. Between two listings changes are applied. */
  monthListings: { ttl: HOUR, background: Infinity, stale: Infinity, ...fewKeys },
  /** By event and month, where the platform has no list of all dates. */
  eventMonths: { ttl: MINUTE, background: 70 * SECOND, stale: 5 * MINUTE, maxBytes: 64 * MB },
  /** By the date ids of a cart: all quotes of them within a second cause one call. */
  liveDates: { ttl: SECOND, ...neverStale, maxBytes: 2 * MB },
  /** One value: what keeps the proxy from being ready. It costs one synced write a second at most. */
  readiness: { ttl: SECOND, ...neverStale, ...fewKeys },
} as const satisfies Record<string, CachePolicy>;

/** `Cache-Control` of the responses that browsers and CDNs may cache. All others are `no-store`. */
export const cacheControl = {
  catalog: 'public, max-age=60, stale-while-revalidate=600',
  /** What is late already is kept for a moment only, so that it ends when the platform is back. */
  stale: 'public, max-age=5',
  /** Without stale-while-revalidate, because it tells places. */
  places: 'public, max-age=20',
  asset: 'public, max-age=300, stale-while-revalidate=604800',
  /** The address changes with the bytes. */
  hashedAsset: 'public, max-age=31536000, immutable',
} as const;

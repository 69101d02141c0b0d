/**
 * Everything that the proxy caches, of the platform and of its own state: under which key, for how
 * long, and whether it is served stale. The snapshots that `events` and `products` are loaded from
 * are updated by `catalog/snapshot.ts`.
 */
export interface CachePolicy {
  /** Milliseconds, counted from the request for the value and not from its arrival. */
  readonly ttl: number;
  /**
   * `serve`: up to an hour old it is served at once and refreshed in the background; an older one
   * is served when the refresh fails or is slow. `never`: the caller waits, or gets the error.
   */
  readonly stale: 'serve' | 'never';
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const cachePolicies = {
  /** One value for each site: merged events with their first dates. */
  events: { ttl: 5 * MINUTE, stale: 'serve' },
  /** One value for each site. */
  products: { ttl: 5 * MINUTE, stale: 'serve' },
  /** By vendor id. */
  vendors: { ttl: HOUR, stale: 'serve' },
  /** By root event id and month. Availability is never guessed. */
  months: { ttl: 5 * MINUTE, stale: 'never' },
  /** By the date ids of a cart: all quotes of them within a second cause one call. */
  liveDates: { ttl: SECOND, stale: 'never' },
  /** One value: what keeps the proxy from being ready. It costs one synced write a second at most. */
  readiness: { ttl: SECOND, stale: 'never' },
} as const satisfies Record<string, CachePolicy>;

/** `Cache-Control` of the responses that browsers and CDNs may cache. All others are `no-store`. */
export const cacheControl = {
  catalogue: 'public, max-age=60, stale-while-revalidate=600',
  /** What is late already is kept for a moment only, so that it ends when the platform is back. */
  stale: 'public, max-age=5',
  /** Without stale-while-revalidate, because it shows places. */
  dates: 'public, max-age=30',
  asset: 'public, max-age=300, stale-while-revalidate=604800',
  /** The address changes with the bytes. */
  hashedAsset: 'public, max-age=31536000, immutable',
} as const;

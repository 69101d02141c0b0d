import { type Cached, createCache } from '../cache/cache.ts';
import type { CachePolicy } from '../cache/policies.ts';
import type { Clock } from '../clock.ts';
import type { ListOptions } from './list-options.ts';
import type { SharedLists } from './shared-lists.ts';

/** This instance's cache of a list that all instances share, or of several lists by key. */
export interface CachedList<T> {
  get(key?: string): Promise<Cached<T>>;
  /**
   * Called when live data contradicts the list: the next `get` loads a newer one. Only for a single
   * list.
   */
  invalidate(): void;
}

export interface CachedListOptions<Item, T> extends Omit<ListOptions<Item>, 'onNews'> {
  readonly policy: CachePolicy;
  /** Derives what is served from the items. */
  readonly derive: (items: readonly Item[]) => T | Promise<T>;
  /** Estimated bytes of a value; needed if visitors choose the keys. */
  readonly bytesOf?: (value: T) => number;
}

/**
 * A cold read takes four steps: this cache, the shared list, `ask` (often a snapshot), and the
 * platform.
 */
export function createCachedList<Item, T>(
  lists: SharedLists,
  { policy, derive, bytesOf, ...options }: CachedListOptions<Item, T>,
  clock: Clock,
): CachedList<T> {
  const { name: onlyName } = options;
  const nameOf = (key: string) => onlyName ?? encodeURIComponent(key);
  const list = lists.open<Item>({
    ...options,
    // Where there are several lists, the news may be of one that nobody has requested here.
    ...(onlyName !== undefined && {
      onNews: async ({ value, asOf }): Promise<void> => cache.replace(await derive(value), asOf),
    }),
  });
  const cache = createCache<T>({
    policy,
    clock,
    async load(key, priority) {
      const since = clock() - policy.ttl + 1;
      const { value, asOf } = await list.listSince(nameOf(key), since, priority);
      return { value: await derive(value), asOf };
    },
    async restore(key) {
      const stored = await list.restore(nameOf(key));
      return stored && { value: await derive(stored.value), asOf: stored.asOf };
    },
    ...(bytesOf && { bytesOf }),
  });

  return {
    get: cache.get,

    invalidate() {
      if (onlyName !== undefined) list.invalidate(onlyName);
      cache.markStale();
    },
  };
}

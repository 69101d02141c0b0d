import { type Cached, createCache } from '../cache/cache.ts';
import type { CachePolicy } from '../cache/policies.ts';
import type { Clock } from '../clock.ts';
import type { ListOptions } from './list-options.ts';
import type { SharedLists } from './shared-lists.ts';

/** What this instance serves of a list that all instances share, or of several by key. */
export interface CachedList<T> {
  get(key?: string): Promise<Cached<T>>;
  /** Live data contradicts the list, which has only one: the next `get` loads a newer one. */
  invalidate(): void;
}

export interface CachedListOptions<Item, T> extends Omit<ListOptions<Item>, 'onNews'> {
  readonly policy: CachePolicy;
  /** What is served of the items. */
  readonly derive: (items: readonly Item[]) => T | Promise<T>;
  /** Estimated bytes of a value, where visitors choose the keys. */
  readonly bytesOf?: (value: T) => number;
}

/**
 * A cold read takes four steps: this cache, the shared list, its snapshot or what else `ask` is, and
 * the platform.
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
    // Of several lists others may have news of those that nobody has asked for here.
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

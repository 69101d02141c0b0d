import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Priority } from '../context.ts';
import type { CachePolicy } from './policies.ts';

/** A cached value, and whether it is served although a refresh failed or is late. */
export interface Cached<T> {
  readonly value: T;
  readonly stale: boolean;
}

/** Values by key, each loaded once for any number of callers at the same time (single-flight). */
export interface Cache<T> {
  get(key?: string): Promise<Cached<T>>;
  /** Drops the keys with this prefix. Later callers do not share a load that is under way. */
  invalidate(keyPrefix: string): void;
  /**
   * Makes every value older than any TTL, and those that are being loaded with them; they are still
   * served while loading fails.
   */
  markStale(): void;
}

interface CacheOptions<T> {
  readonly policy: CachePolicy;
  readonly load: (key: string, priority: Priority) => Promise<T>;
  readonly clock: Clock;
}

interface CacheEntry<T> {
  current?: { readonly value: T; requestedAt: number };
  failure?: { readonly error: unknown; readonly at: number };
  loading?: Promise<Cached<T>>;
}

/** After a failure the loader is not called for so long, or every request would call it again. */
const PAUSE_AFTER_FAILURE = 2_000;
/** Younger values are served while they are refreshed; older ones wait for the refresh. */
const REVALIDATE_IN_BACKGROUND_UNTIL = 3_600_000;
/** So long a caller waits for a refresh before it gets the stale value. */
const MAX_WAIT = 2_000;
const MAX_KEYS = 2_000;

export function createCache<T>({ policy, load, clock }: CacheOptions<T>): Cache<T> {
  const servesStale = policy.stale === 'serve';
  /** Counted up by `markStale`: a load of an earlier generation brings no fresh value. */
  let generation = 0;
  const entries = new LRUCache<string, CacheEntry<T>>({
    // lru-cache preallocates `max` slots; `maxSize` grows as needed.
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
    memoMethod: () => ({}),
  });

  async function get(key = ''): Promise<Cached<T>> {
    const entry = entries.memo(key);
    const { current, failure } = entry;
    const now = clock();
    const age = current ? now - current.requestedAt : Infinity;
    if (current && age < policy.ttl) return { value: current.value, stale: false };
    if (failure && now < failure.at + PAUSE_AFTER_FAILURE)
      return staleOrThrow(entry, failure.error);

    const inBackground = servesStale && age < REVALIDATE_IN_BACKGROUND_UNTIL;
    entry.loading ??= refresh(key, entry, priorityOf(current !== undefined, inBackground));
    if (!current || !servesStale) return entry.loading;
    if (inBackground) return { value: current.value, stale: failure !== undefined };
    return withinTime(entry.loading, { value: current.value, stale: true });
  }

  async function refresh(
    key: string,
    entry: CacheEntry<T>,
    priority: Priority,
  ): Promise<Cached<T>> {
    const requestedAt = clock();
    const requestedIn = generation;
    const isLatest = () => requestedIn === generation;
    try {
      const value = await load(key, priority);
      if (isLatest()) entry.current = { value, requestedAt };
      else entry.current ??= { value, requestedAt: -Infinity };
      if (isLatest()) delete entry.failure;
      return { value, stale: false };
    } catch (error) {
      if (isLatest()) entry.failure = { error, at: clock() };
      return staleOrThrow(entry, error);
    } finally {
      if (isLatest()) delete entry.loading;
    }
  }

  function staleOrThrow({ current }: CacheEntry<T>, error: unknown): Cached<T> {
    if (!current || !servesStale) throw error;
    return { value: current.value, stale: true };
  }

  return {
    get,
    invalidate(keyPrefix) {
      for (const key of [...entries.keys()]) if (key.startsWith(keyPrefix)) entries.delete(key);
    },
    markStale() {
      generation += 1;
      for (const entry of entries.values()) {
        if (entry.current) entry.current.requestedAt = -Infinity;
        delete entry.loading;
      }
    },
  };
}

/** Without any value nobody could order, so the budget never refuses that load. */
function priorityOf(isCached: boolean, inBackground: boolean): Priority {
  if (!isCached) return 'order';
  return inBackground ? 'background' : 'visitor';
}

async function withinTime<T>(value: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT, otherwise);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

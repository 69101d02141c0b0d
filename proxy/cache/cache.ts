import { ageOf } from '#contract/age';
import { createBoundedMap } from '../bounded-map.ts';
import { type Clock, isAhead } from '../clock.ts';
import { withinTime } from '../http/timeout.ts';
import type { Priority } from '../ports.ts';
import type { CachePolicy } from './policies.ts';

/** A cached value, and whether it is served although a refresh failed or is late. */
export interface Cached<T> {
  readonly value: T;
  readonly stale: boolean;
}

/** Values by key, each loaded once for any number of callers at the same time (single-flight). */
export interface Cache<T> {
  get(key?: string): Promise<Cached<T>>;
  /** Whether the value is there, and younger than its TTL. */
  has(key: string): boolean;
  /** Loads the value anew, however young it is; concurrent callers share the load. */
  refresh(key?: string): Promise<Cached<T>>;
  /** Drops the keys with this prefix. Later callers do not share a load that is under way. */
  invalidate(keyPrefix: string): void;
  /** Stores this value, unless the cached one is newer. */
  replace(value: T, asOf: number, key?: string): void;
  /**
   * Expires every value, including those being loaded; they are still served while loading fails.
   */
  markStale(): void;
}

/** A value, and the time as of which it holds. */
export interface Loaded<T> {
  readonly value: T;
  readonly asOf: number;
}

interface CacheOptions<T> {
  readonly policy: CachePolicy;
  readonly load: (key: string, priority: Priority) => Promise<Loaded<T>>;
  /** Brings back a value from before a restart; called once for each key. */
  readonly restore?: (key: string) => Promise<Loaded<T> | undefined>;
  /** Estimated bytes of a value; left out if the proxy chooses the keys, and they are few. */
  readonly bytesOf?: (value: T) => number;
  readonly clock: Clock;
}

interface CacheEntry<T> {
  current?: { readonly value: T; asOf: number };
  failure?: { readonly error: unknown; readonly at: number };
  loading?: Promise<Cached<T>>;
  restoring?: Promise<void>;
}

/**
 * How long the loader is not called after a failure; otherwise every request would call it again.
 */
const PAUSE_AFTER_FAILURE = 2_000;
/** How long a caller waits for a refresh before it gets the stale value. */
const MAX_WAIT = 2_000;

export function createCache<T>({
  policy,
  load,
  restore,
  bytesOf = () => 0,
  clock,
}: CacheOptions<T>): Cache<T> {
  /** Incremented by `markStale`: a load from an earlier generation does not bring a fresh value. */
  let generation = 0;
  const entries = createBoundedMap<CacheEntry<T>>({
    maxBytes: policy.maxBytes,
    bytesOf: ({ current }) => (current ? bytesOf(current.value) : 0),
    create: () => ({}),
  });

  async function get(key = ''): Promise<Cached<T>> {
    const entry = entries.memo(key);
    if (restore) await (entry.restoring ??= restoreEntry(key, entry));
    const { current, failure } = entry;
    const age = ageOfEntry(entry);
    if (current && age < policy.ttl) return { value: current.value, stale: false };
    if (failure && isPaused(entry)) return staleOrThrow(entry, failure.error);

    const inBackground = age < policy.background;
    const loading = loadOnce(key, entry, priorityOf(current !== undefined, inBackground));
    if (!current || age > policy.stale) return loading;
    if (inBackground) return { value: current.value, stale: failure !== undefined };
    return withinTime(loading, MAX_WAIT, { value: current.value, stale: true });
  }

  async function restoreEntry(key: string, entry: CacheEntry<T>): Promise<void> {
    const restored = await restore?.(key);
    if (restored) entry.current ??= restored;
  }

  function ageOfEntry({ current }: CacheEntry<T>): number {
    return current ? ageOf(current.asOf, clock()) : Infinity;
  }

  function isPaused({ failure }: CacheEntry<T>): boolean {
    const end = failure && failure.at + PAUSE_AFTER_FAILURE;
    return end !== undefined && isAhead(end, clock(), PAUSE_AFTER_FAILURE);
  }

  function loadOnce(key: string, entry: CacheEntry<T>, priority: Priority): Promise<Cached<T>> {
    entry.loading ??= loadEntry(key, entry, priority);
    return entry.loading;
  }

  async function loadEntry(
    key: string,
    entry: CacheEntry<T>,
    priority: Priority,
  ): Promise<Cached<T>> {
    const requestedIn = generation;
    const isLatest = () => requestedIn === generation;
    try {
      const { value, asOf } = await load(key, priority);
      if (isLatest()) entry.current = { value, asOf };
      else entry.current ??= { value, asOf: -Infinity };
      if (isLatest()) delete entry.failure;
      weighAgain(key, entry);
      return { value, stale: false };
    } catch (error) {
      if (isLatest()) entry.failure = { error, at: clock() };
      return staleOrThrow(entry, error);
    } finally {
      if (isLatest()) delete entry.loading;
    }
  }

  /** The map measures an entry only when it is set, which is before its value has been loaded. */
  function weighAgain(key: string, entry: CacheEntry<T>): void {
    if (entries.peek(key) !== entry) return;
    entries.delete(key);
    entries.set(key, entry);
  }

  function staleOrThrow(entry: CacheEntry<T>, error: unknown): Cached<T> {
    if (!entry.current || ageOfEntry(entry) > policy.stale) throw error;
    return { value: entry.current.value, stale: true };
  }

  return {
    get,

    has(key) {
      const entry = entries.peek(key);
      return entry !== undefined && ageOfEntry(entry) < policy.ttl;
    },

    async refresh(key = '') {
      const entry = entries.memo(key);
      return isPaused(entry) ? get(key) : loadOnce(key, entry, 'visitor');
    },

    invalidate(keyPrefix) {
      for (const key of [...entries.keys()]) if (key.startsWith(keyPrefix)) entries.delete(key);
    },

    replace(value, asOf, key = '') {
      const entry = entries.memo(key);
      if (ageOfEntry(entry) < ageOf(asOf, clock())) return;
      entry.current = { value, asOf };
      delete entry.failure;
      weighAgain(key, entry);
    },

    markStale() {
      generation += 1;
      for (const entry of entries.values()) {
        if (entry.current) entry.current.asOf = -Infinity;
        delete entry.loading;
      }
    },
  };
}

/**
 * A first value is loaded with priority `order`, which the budget never refuses: without it nobody
 * could order.
 */
function priorityOf(isCached: boolean, inBackground: boolean): Priority {
  if (!isCached) return 'order';
  return inBackground ? 'background' : 'visitor';
}

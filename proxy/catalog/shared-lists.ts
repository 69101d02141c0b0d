import type { z } from 'zod';
import type { Restored } from '../cache/cache.ts';
import { ageOf } from '../clock.ts';
import type { Priority, ProxyContext } from '../context.ts';
import { PlatformUnreachable } from '../platform/errors.ts';
import {
  CATALOG_LEASE,
  CATALOG_LEASE_EXTENDED,
  CATALOG_LOOK_EVERY,
  CATALOG_WAIT,
  TIDY_EVERY,
} from '../time-limits.ts';
import { createFreshnessRows, type Freshness } from './list-freshness.ts';
import { createStoredList, type StoredList } from './stored-list.ts';

/**
 * Lists of the platform that all instances on a store share, so that several instances make no more
 * calls than one. The holder of a lease calls the platform and stores the list; the others write
 * their request into the row of its freshness, and read the stored list. A single instance calls the
 * platform itself.
 */
export interface SharedLists {
  open<T>(options: ListOptions<T>): SharedList<T>;
}

/** A shared list, or several of one kind, by name. */
export interface SharedList<T> {
  /**
   * The list as of `since` or later. Rejects as `ask` does, or when no instance responds in time.
   * @throws {StoreUnavailable}
   */
  load(name: string, since: number, priority: Priority): Promise<Restored<readonly T[]>>;
  /** The stored list, however old; undefined where there is none. */
  restore(name: string): Promise<Restored<readonly T[]> | undefined>;
  /** Live data contradicts the list, so the next load needs a newer one. */
  contradict(name: string): void;
}

export interface ListOptions<T> {
  /** The prefix of the lists' store keys. Names have no slash. */
  readonly group: string;
  /** The name, if there is only one list. */
  readonly name?: string;
  /** The lease whose holder calls the platform. Several lists may share one. */
  readonly lease: string;
  readonly item: z.ZodType<T>;
  /** Calls the platform. */
  ask(request: ListRequest<T>): Promise<readonly T[]>;
  /** Whether a single instance stores the list too, for its restart. */
  readonly isStoredAlone?: boolean;
  /** Makes the next `ask` load the whole list, and no delta. */
  readonly onContradicted?: () => void;
  /** Another instance has stored a newer list. */
  readonly onNews?: (list: Restored<readonly T[]>) => Promise<void>;
}

export interface ListRequest<T> {
  readonly name: string;
  readonly priority: Priority;
  readonly asOf: number;
  readonly before: Restored<readonly T[]> | undefined;
}

/** Stored lists that nobody has requested for this long are removed. */
const UNUSED_AFTER = 35 * 86_400_000;

/** Repeats a task, with a pause in milliseconds. */
type Every = (milliseconds: number, task: () => Promise<void>) => void;
type Context = Pick<ProxyContext, 'store' | 'clock' | 'monotonic' | 'log'>;

/** A list of any kind, as the requests of other instances concern it. */
interface OpenList {
  takeOver(name: string, freshness: Freshness): Promise<void>;
  serve(name: string, freshness: Freshness): Promise<void>;
}

export function createSharedLists(context: Context, every: Every): SharedLists {
  const { store, clock, monotonic } = context;
  const freshnessRows = createFreshnessRows(context);
  const groups = new Map<string, OpenList>();
  const leases = new Set<string>();
  const waiting = new Set<() => void>();
  let looking: Promise<void> | undefined;
  let hasMoreNews = false;

  if (store.hasOthers) {
    store.listen(() => void look().catch(() => {}));
    every(CATALOG_LOOK_EVERY, look);
    every(CATALOG_LEASE_EXTENDED, extendLeases);
    every(TIDY_EVERY, removeUnused);
  }

  async function acquire(lease: string): Promise<boolean> {
    const isOurs = await store.acquire(lease, CATALOG_LEASE);
    if (isOurs) leases.add(lease);
    else leases.delete(lease);
    return isOurs;
  }

  async function extendLeases(): Promise<void> {
    for (const lease of leases) await acquire(lease);
  }

  /** For example, the dates of past months. */
  async function removeUnused(): Promise<void> {
    for (const key of await freshnessRows.removeUnused(clock() - UNUSED_AFTER)) {
      const row = await store.get(key);
      if (row) await store.delete(key, row.version);
    }
  }

  /** After a failure, so that another instance can try. */
  async function release(lease: string): Promise<void> {
    leases.delete(lease);
    await store.release(lease);
    await store.announce();
  }

  /** Single-flight: news that arrives during a look causes one more look. */
  function look(): Promise<void> {
    hasMoreNews = true;
    looking ??= lookWhileNews().finally(() => (looking = undefined));
    return looking;
  }

  async function lookWhileNews(): Promise<void> {
    while (hasMoreNews) {
      hasMoreNews = false;
      for (const [key, freshness] of await freshnessRows.all())
        await handleFreshness(key, freshness);
      for (const wake of waiting) wake();
    }
  }

  async function handleFreshness(key: string, freshness: Freshness): Promise<void> {
    const end = key.lastIndexOf('/');
    const list = groups.get(key) ?? groups.get(key.slice(0, end));
    const name = key.slice(end + 1);
    await list?.takeOver(name, freshness);
    // Not awaited, as a listing may take long.
    const isWaitedFor = clock() - freshness.requested_at < CATALOG_WAIT;
    if (isWaitedFor && freshness.requested_to > freshness.current_to)
      list?.serve(name, freshness).catch(() => {});
  }

  /** Resolves after the next look, or after `CATALOG_LOOK_EVERY`. */
  function nextNews(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, CATALOG_LOOK_EVERY);
      waiting.add(wake);
    });
  }

  return {
    open<T>(options: ListOptions<T>): SharedList<T> {
      const { group, item, lease, onContradicted, onNews } = options;
      const rows = new Map<string, StoredList<T>>();
      const asking = new Map<string, Promise<Restored<readonly T[]>>>();
      /** By name: the `current_to` of the list that this instance has. */
      const currentTo = new Map<string, number>();
      /** By name: the last request of another instance that was served here. */
      const served = new Map<string, string>();
      /** By name: when the list was contradicted. */
      const contradictions = new Map<string, number>();

      function rowOf(name: string): StoredList<T> {
        const row = rows.get(name) ?? createStoredList(`${group}/${name}`, item, context);
        rows.set(name, row);
        return row;
      }

      /** 0 if it was not, or before the clock was set back. */
      function contradictedAt(name: string): number {
        const time = contradictions.get(name) ?? 0;
        return ageOf(time, clock()) === Infinity ? 0 : time;
      }

      async function askAlone(name: string, priority: Priority) {
        const asOf = clock();
        const value = await options.ask({ name, priority, asOf, before: undefined });
        return { value, asOf };
      }

      /** Waits for a running call, whose result may be too early for `since`, and then asks. */
      async function askOnce(name: string, since: number, priority: Priority) {
        await asking.get(name)?.catch(() => {});
        const loading = asking.get(name) ?? askAsHolder(name, since, priority);
        asking.set(name, loading);
        return loading.finally(() => {
          if (asking.get(name) === loading) asking.delete(name);
        });
      }

      async function askAsHolder(name: string, since: number, priority: Priority) {
        const key = `${group}/${name}`;
        const freshness = await freshnessRows.find(key);
        const { list: before, version } = await rowOf(name).read();
        if (before && freshness.current_to >= since) return before;
        if (freshness.is_contradicted) onContradicted?.();
        const asOf = clock();
        let value: readonly T[];
        try {
          value = await options.ask({ name, priority, asOf, before });
        } catch (error) {
          await release(lease);
          throw error;
        }
        const isStored = await rowOf(name).replace(value, asOf, version);
        if (isStored) {
          // At least what was requested, as the clock of another instance may be ahead.
          const current_to = Math.max(asOf, since, freshness.requested_to);
          currentTo.set(name, current_to);
          await freshnessRows.update(key, (latest) => ({
            ...latest,
            current_to,
            is_contradicted: latest.is_contradicted && latest.requested_to > current_to,
          }));
          await store.announce();
        }
        return { value, asOf };
      }

      async function load(name: string, since: number, priority: Priority) {
        const key = `${group}/${name}`;
        let isRequested = false;
        for (const end = monotonic() + CATALOG_WAIT; monotonic() < end;) {
          const news = nextNews();
          const { current_to } = await freshnessRows.find(key);
          if (current_to >= since) {
            const { list } = await rowOf(name).read();
            currentTo.set(name, current_to);
            // Undefined if a proxy of another version has stored it.
            return list ?? askAlone(name, priority);
          }
          if (await acquire(lease)) return askOnce(name, since, priority);
          if (!isRequested) await request(key, name, since);
          isRequested = true;
          await news;
        }
        throw new PlatformUnreachable({ sent: true });
      }

      async function request(key: string, name: string, since: number): Promise<void> {
        const isContradicted = contradictedAt(name) === since;
        await freshnessRows.update(key, (freshness) => ({
          ...freshness,
          requested_to: Math.max(freshness.requested_to, since),
          requested_at: clock(),
          is_contradicted: freshness.is_contradicted || isContradicted,
        }));
        await store.announce();
      }

      groups.set(options.name === undefined ? group : `${group}/${options.name}`, {
        async takeOver(name, { current_to }) {
          const least = Math.max(currentTo.get(name) ?? 0, contradictedAt(name));
          if (!onNews || current_to <= least) return;
          const list = await rowOf(name).load();
          currentTo.set(name, current_to);
          if (list) await onNews(list);
        },

        async serve(name, { requested_to, requested_at }) {
          // A request that has failed is not served again until it is repeated.
          const request = `${requested_to}/${requested_at}`;
          if (served.get(name) === request || asking.has(name) || !(await acquire(lease))) return;
          served.set(name, request);
          const list = await askOnce(name, requested_to, 'visitor');
          // Requested by another instance, but newer for this one too.
          await onNews?.(list);
        },
      });

      return {
        async load(name, since, priority) {
          if (store.hasOthers) {
            return load(name, Math.max(since, contradictedAt(name)), priority);
          }
          const list = await askAlone(name, priority);
          if (options.isStoredAlone) rowOf(name).save(list.value);
          return list;
        },

        restore: (name) => rowOf(name).load(),

        contradict(name) {
          // One millisecond later, as a list of this very moment may be the contradicted one.
          contradictions.set(name, clock() + 1);
          onContradicted?.();
        },
      };
    },
  };
}

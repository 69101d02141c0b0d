import type { z } from 'zod';
import type { Loaded } from '../cache/cache.ts';
import type { Priority, ProxyContext } from '../context.ts';
import { CATALOG_LEASE_EXTENDED, CATALOG_WAIT, TIDY_EVERY } from '../time-limits.ts';
import { createFreshnessRows, type Freshness } from './list-freshness.ts';
import { createListLeases } from './list-leases.ts';
import { createListNews } from './list-news.ts';
import { createOwnRecords, createSharedRecords } from './list-records.ts';
import { createSharedList, type OpenList } from './shared-list.ts';

/**
 * Lists of the platform that all instances on a store share, so that several instances make no more
 * calls than one. The holder of a lease calls the platform and stores the list; the others write
 * their request into the row of its freshness, and read the stored list. A single instance has every
 * lease, and keeps no such rows.
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
  listSince(name: string, since: number, priority: Priority): Promise<Loaded<readonly T[]>>;
  /** The stored list, however old; undefined where there is none. */
  restore(name: string): Promise<Loaded<readonly T[]> | undefined>;
  /** Live data contradicts the list, so the next `listSince` needs a newer one. */
  invalidate(name: string): void;
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
  readonly onInvalidated?: () => void;
  /** Another instance has stored a newer list. */
  readonly onNews?: (list: Loaded<readonly T[]>) => Promise<void>;
}

export interface ListRequest<T> {
  readonly name: string;
  readonly priority: Priority;
  readonly asOf: number;
  /** The stored list of before, where there is one. */
  readonly before: Loaded<readonly T[]> | undefined;
}

/** Stored lists that nobody has requested for this long are removed. */
const UNUSED_AFTER = 35 * 86_400_000;

/** Repeats a task, with a pause in milliseconds. */
type Every = (milliseconds: number, task: () => Promise<void>) => void;
type Context = Pick<ProxyContext, 'store' | 'clock' | 'monotonic' | 'log'>;

export function createSharedLists(context: Context, every: Every): SharedLists {
  return context.store.hasOthers ? listsOfSeveral(context, every) : listsOfOne(context);
}

function listsOfOne(context: Context): SharedLists {
  const leases = createListLeases(context.store);
  const news = { next: async () => {} };

  return {
    open(options) {
      const records = createOwnRecords(options, context);
      return createSharedList(options, { records, leases, news }, context);
    },
  };
}

function listsOfSeveral(context: Context, every: Every): SharedLists {
  const { store, clock } = context;
  const freshnessRows = createFreshnessRows(context);
  const leases = createListLeases(store);
  const news = createListNews(store, every, handleNews);
  const openLists = new Map<string, OpenList>();
  every(CATALOG_LEASE_EXTENDED, leases.extend);
  every(TIDY_EVERY, removeUnused);

  async function handleNews(): Promise<void> {
    for (const [key, freshness] of await freshnessRows.all()) await handleFreshness(key, freshness);
  }

  async function handleFreshness(key: string, freshness: Freshness): Promise<void> {
    const end = key.lastIndexOf('/');
    const list = openLists.get(key) ?? openLists.get(key.slice(0, end));
    const name = key.slice(end + 1);
    await list?.adoptNewer(name, freshness);
    // Not awaited, as a listing may take long.
    const isWaitedFor = clock() - freshness.requested_at < CATALOG_WAIT;
    if (isWaitedFor && freshness.requested_to > freshness.current_to)
      list?.serveRequest(name, freshness).catch(() => {});
  }

  /** For example, the dates of past months. */
  async function removeUnused(): Promise<void> {
    for (const key of await freshnessRows.removeUnused(clock() - UNUSED_AFTER)) {
      const row = await store.get(key);
      if (row) await store.delete(key, row.version);
    }
  }

  return {
    open(options) {
      const { group, name } = options;
      const records = createSharedRecords(options, freshnessRows, context);
      const list = createSharedList(options, { records, leases, news }, context);
      openLists.set(name === undefined ? group : `${group}/${name}`, list);
      return list;
    },
  };
}

import { DAY } from '#contract/milliseconds';
import type { Every } from '../background.ts';
import type { ProxyContext } from '../context.ts';
import { CATALOG_LEASE_EXTENDED, CATALOG_WAIT, TIDY_EVERY } from '../time-limits.ts';
import { createFreshnessRows, type Freshness } from './list-freshness.ts';
import { createListLeases } from './list-leases.ts';
import { createListNews } from './list-news.ts';
import type { ListOptions } from './list-options.ts';
import { createOwnRecords, createSharedRecords } from './list-records.ts';
import { createSharedList, type OpenList, type SharedList } from './shared-list.ts';

/**
 * Lists of the platform that all instances on a store share, so that several instances make no more
 * calls than one. The holder of a lease calls the platform and stores the list. The others write
 * their request into the list's freshness row, and read the stored list. A single instance holds
 * every lease, and keeps no freshness rows.
 */
export interface SharedLists {
  open<T>(options: ListOptions<T>): SharedList<T>;
}

/** Stored lists that nobody has requested for this long are removed. */
const UNUSED_AFTER = 35 * DAY;

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
    // Not awaited, because a listing may take long.
    const isWaitedFor = clock() - freshness.requested_at < CATALOG_WAIT;
    if (isWaitedFor && freshness.requested_to > freshness.current_to)
      list?.serveRequest(name, freshness).catch(() => {});
  }

  /** Removes, for example, the dates of past months. */
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

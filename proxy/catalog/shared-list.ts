import { isSetBack } from '#contract/age';
import type { Loaded } from '../cache/cache.ts';
import type { ProxyContext } from '../context.ts';
import { PlatformUnreachable } from '../platform/errors.ts';
import type { Priority } from '../ports.ts';
import { CATALOG_WAIT } from '../time-limits.ts';
import type { Freshness } from './list-freshness.ts';
import type { ListLeases } from './list-leases.ts';
import type { ListNews } from './list-news.ts';
import type { ListOptions } from './list-options.ts';
import type { ListRecords } from './list-records.ts';

/** A shared list, or several of one kind, by name. */
export interface SharedList<T> {
  /**
   * The list as of `since` or later. Rejects as `ask` does, or when no instance responds in time.
   * @throws {StoreUnavailable}
   */
  listSince(name: string, since: number, priority: Priority): Promise<Loaded<readonly T[]>>;
  /** The stored list, however old; undefined where there is none. */
  restore(name: string): Promise<Loaded<readonly T[]> | undefined>;
  /** Called when live data contradicts the list: the next `listSince` loads a newer one. */
  invalidate(name: string): void;
}

/** What this instance does with a list when other instances have stored or requested it. */
export interface OpenList {
  /** Hands a newer list that another instance has stored to `onNews`. */
  adoptNewer(name: string, freshness: Freshness): Promise<void>;
  /** Loads the list for another instance that waits for it, if this one holds or gets the lease. */
  serveRequest(name: string, freshness: Freshness): Promise<void>;
}

interface Parts<T> {
  readonly records: ListRecords<T>;
  readonly leases: Pick<ListLeases, 'acquire' | 'release'>;
  readonly news: ListNews;
}

export function createSharedList<T>(
  { lease, ask, onInvalidated, onNews }: ListOptions<T>,
  { records, leases, news }: Parts<T>,
  { clock, monotonic }: Pick<ProxyContext, 'clock' | 'monotonic'>,
): SharedList<T> & OpenList {
  type List = Loaded<readonly T[]>;
  const listing = new Map<string, Promise<List>>();
  /** By name: the `current_to` of this instance's list. */
  const currentTo = new Map<string, number>();
  /** By name: the last request of another instance that was served here. */
  const served = new Map<string, string>();
  /** By name: when the list was invalidated. */
  const invalidations = new Map<string, number>();

  async function listSince(name: string, since: number, priority: Priority): Promise<List> {
    let isRequested = false;
    for (const end = monotonic() + CATALOG_WAIT; monotonic() < end;) {
      // Subscribed to before the store is read, so that no news is missed.
      const nextNews = news.next();
      const { current_to } = await records.freshness(name);
      if (current_to >= since) return readCurrent(name, current_to, priority);
      if (await leases.acquire(lease)) return listOnce(name, since, priority);
      if (!isRequested) await records.request(name, since, invalidatedAt(name) === since);
      isRequested = true;
      await nextNews;
    }
    throw new PlatformUnreachable({ sent: true });
  }

  async function readCurrent(name: string, current_to: number, priority: Priority): Promise<List> {
    const { list } = await records.read(name);
    currentTo.set(name, current_to);
    // Undefined if a newer proxy has stored it in a format that this one does not know.
    return list ?? askPlatform(name, priority, undefined);
  }

  /**
   * Waits for a listing under way, which may be too early for `since`, before it starts another.
   */
  async function listOnce(name: string, since: number, priority: Priority): Promise<List> {
    await listing.get(name)?.catch(() => {});
    const list = listing.get(name) ?? listAsHolder(name, since, priority);
    listing.set(name, list);
    return list.finally(() => {
      if (listing.get(name) === list) listing.delete(name);
    });
  }

  /** The holder of the lease calls the platform and stores the list. */
  async function listAsHolder(name: string, since: number, priority: Priority): Promise<List> {
    const freshness = await records.freshness(name);
    const { list: before, version } = await records.read(name);
    if (before && freshness.current_to >= since) return before;
    if (freshness.is_invalidated) onInvalidated?.();
    const list = await askPlatform(name, priority, before).catch(async (error: unknown) => {
      await leases.release(lease);
      throw error;
    });
    // At least what was requested, because another instance's clock may be ahead.
    const current_to = Math.max(list.asOf, since, freshness.requested_to);
    if (await records.replace(name, list, version)) {
      currentTo.set(name, current_to);
      await records.publish(name, current_to);
    }
    return list;
  }

  async function askPlatform(
    name: string,
    priority: Priority,
    before: List | undefined,
  ): Promise<List> {
    const asOf = clock();
    return { asOf, value: await ask({ name, priority, asOf, before }) };
  }

  /** 0 if the list was never invalidated, or before the clock was set back. */
  function invalidatedAt(name: string): number {
    const time = invalidations.get(name) ?? 0;
    return isSetBack(time, clock()) ? 0 : time;
  }

  return {
    listSince: (name, since, priority) =>
      listSince(name, Math.max(since, invalidatedAt(name)), priority),

    restore: records.restore,

    invalidate(name) {
      // One millisecond later, because a list as of this very moment may be the contradicted one.
      invalidations.set(name, clock() + 1);
      onInvalidated?.();
    },

    async adoptNewer(name, { current_to }) {
      const least = Math.max(currentTo.get(name) ?? 0, invalidatedAt(name));
      if (!onNews || current_to <= least) return;
      const list = await records.restore(name);
      currentTo.set(name, current_to);
      if (list) await onNews(list);
    },

    async serveRequest(name, { requested_to, requested_at }) {
      // A failed request is not served again until it is repeated.
      const request = `${requested_to}/${requested_at}`;
      if (served.get(name) === request || listing.has(name)) return;
      if (!(await leases.acquire(lease))) return;
      served.set(name, request);
      const list = await listOnce(name, requested_to, 'visitor');
      // Another instance requested it, but it is news to this one too.
      await onNews?.(list);
    },
  };
}

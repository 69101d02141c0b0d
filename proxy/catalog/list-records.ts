import type { Loaded } from '../cache/cache.ts';
import type { ProxyContext } from '../context.ts';
import { type Freshness, type FreshnessRows, neverListed } from './list-freshness.ts';
import type { ListOptions } from './list-options.ts';
import { createStoredList, type StoredList, type StoredVersion } from './stored-list.ts';

/** The stored lists of one kind, by name, and how current they are. */
export interface ListRecords<T> {
  /** How current the stored list is, and how current an instance needs it to be. */
  freshness(name: string): Promise<Freshness>;
  /** The stored list with its version, for `replace`. */
  read(name: string): Promise<StoredVersion<T>>;
  /** The stored list, however old; undefined where there is no valid one. */
  restore(name: string): Promise<Loaded<readonly T[]> | undefined>;
  /** Compare-and-set: resolves to false if another instance has stored a list meanwhile. */
  replace(name: string, list: Loaded<readonly T[]>, expectedVersion: number): Promise<boolean>;
  /** Tells all instances that the stored list serves requests up to `current_to`. */
  publish(name: string, current_to: number): Promise<void>;
  /** Requests the list as of `since` or later from the holder of the lease. */
  request(name: string, since: number, isInvalidated: boolean): Promise<void>;
}

type Context = Pick<ProxyContext, 'store' | 'clock' | 'monotonic' | 'log'>;

function createStoredLists<T>({ group, item }: ListOptions<T>, context: Context) {
  const lists = new Map<string, StoredList<T>>();

  return (name: string): StoredList<T> => {
    const list = lists.get(name) ?? createStoredList(`${group}/${name}`, item, context);
    lists.set(name, list);
    return list;
  };
}

/** Records that all instances read and write. */
export function createSharedRecords<T>(
  options: ListOptions<T>,
  freshnessRows: FreshnessRows,
  context: Context,
): ListRecords<T> {
  const { store, clock } = context;
  const listOf = createStoredLists(options, context);
  const keyOf = (name: string) => `${options.group}/${name}`;

  return {
    freshness: (name) => freshnessRows.find(keyOf(name)),
    read: (name) => listOf(name).read(),
    restore: (name) => listOf(name).restore(),

    replace: (name, { value, asOf }, expectedVersion) =>
      listOf(name).replace(value, asOf, expectedVersion),

    async publish(name, current_to) {
      await freshnessRows.update(keyOf(name), (latest) => ({
        ...latest,
        current_to,
        is_invalidated: latest.is_invalidated && latest.requested_to > current_to,
      }));
      await store.announce();
    },

    async request(name, since, isInvalidated) {
      await freshnessRows.update(keyOf(name), (freshness) => ({
        ...freshness,
        requested_to: Math.max(freshness.requested_to, since),
        requested_at: clock(),
        is_invalidated: freshness.is_invalidated || isInvalidated,
      }));
      await store.announce();
    },
  };
}

/** Records of a single instance, which reads a list from the store only after a restart. */
export function createOwnRecords<T>(options: ListOptions<T>, context: Context): ListRecords<T> {
  const listOf = createStoredLists(options, context);

  return {
    freshness: async () => neverListed,
    read: async () => ({ list: undefined, version: 0 }),
    restore: (name) => listOf(name).restore(),

    async replace(name, { value }) {
      if (options.isStoredAlone) listOf(name).save(value);
      return true;
    },

    // There is no other instance to tell or to ask.
    async publish() {},
    async request() {},
  };
}

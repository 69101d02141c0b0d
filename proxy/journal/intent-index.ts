import { z } from 'zod';
import { isAhead } from '../clock.ts';
import type { OrderName } from '../platform/translate.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import type { Store, StoreEntry } from '../store/store.ts';

/** The site of an intent, and its id: the hash of its key. */
export interface IntentAddress {
  readonly site: string;
  readonly id: string;
}

/** The next look-up of an open intent. */
export interface OpenRow {
  /** The number of look-ups so far. */
  readonly looks: number;
  /** By the wall clock. */
  readonly next_look_at: number;
}

export interface OpenEntry {
  readonly id: string;
  /** Undefined when the row cannot be read. */
  readonly row: OpenRow | undefined;
  readonly version: number;
}

/** Secondary keys of an intent: external reference, order id, view key. */
export type IndexName = 'reference' | 'order' | 'view';

/**
 * Index rows of the journal. A row is written before its intent, so it may point to none, or to an
 * intent that has changed since: only the intent itself is authoritative.
 */
export interface IntentIndex {
  find(name: IndexName, key: string): Promise<IntentAddress | undefined>;
  /** The intent of an order of the platform: by its id, or else by its reference. */
  findByOrder(order: OrderName): Promise<IntentAddress | undefined>;
  add(name: IndexName, key: string, address: IntentAddress): Promise<void>;
  remove(name: IndexName, key: string): Promise<void>;

  /** The intents of a site that are open. */
  listOpen(site: string): Promise<readonly OpenEntry[]>;
  findOpen(address: IntentAddress): Promise<OpenEntry | undefined>;
  /** Marks an intent as open, whatever its row says. */
  markOpen(address: IntentAddress, row: OpenRow): Promise<void>;
  /** Compare-and-set: resolves to whether the row was written. */
  updateOpen(address: IntentAddress, row: OpenRow, expectedVersion: number): Promise<boolean>;
  /** Compare-and-set: resolves to whether the row was removed. */
  removeOpen(address: IntentAddress, expectedVersion: number): Promise<boolean>;
}

/** Whether the next look-up is due. */
export function isDue({ row }: OpenEntry, now: number, longestPause: number): boolean {
  return !isAhead(row?.next_look_at ?? 0, now, longestPause);
}

const addressCodec = createCodec<IntentAddress>(z.object({ site: z.string(), id: z.string() }));
const openCodec = createCodec<OpenRow>(
  z.object({ looks: z.int().min(0), next_look_at: z.number() }),
);

/**
 * `list` is the key prefix of the open rows: of intents without an outcome, or of those with an
 * open payment.
 */
export function createIntentIndex(
  { store }: { readonly store: Store },
  list: 'open' | 'payment' = 'open',
): IntentIndex {
  function openKey({ site, id }: IntentAddress): string {
    return `${list}/${site}/${id}`;
  }

  const addresses = createRows(store, addressCodec);
  const openRows = createRows(store, openCodec);

  function toOpenEntry(id: string, { value, version }: StoreEntry): OpenEntry {
    return { id, row: openCodec.decode(parseStored(value)), version };
  }

  async function find(name: IndexName, key: string): Promise<IntentAddress | undefined> {
    return (await addresses.load(`${name}/${key}`)).value;
  }

  return {
    find,

    async findByOrder({ id, external_reference }) {
      return (await find('order', id)) ?? (await find('reference', external_reference));
    },

    async add(name, key, address) {
      await addresses.save(`${name}/${key}`, address, 0);
    },

    async remove(name, key) {
      const entry = await store.get(`${name}/${key}`);
      if (entry) await store.delete(`${name}/${key}`, entry.version);
    },

    async listOpen(site) {
      const prefix = `${list}/${site}/`;
      const entries = await store.list(prefix);
      return entries.map((entry) => toOpenEntry(entry.key.slice(prefix.length), entry));
    },

    async findOpen(address) {
      const entry = await store.get(openKey(address));
      return entry && toOpenEntry(address.id, entry);
    },

    async markOpen(address, row) {
      // Written as new at first, which saves a read: most intents have no such row yet.
      const isNew = await openRows.save(openKey(address), row, 0);
      if (!isNew) await openRows.update(openKey(address), () => row);
    },

    updateOpen: (address, row, expectedVersion) =>
      openRows.save(openKey(address), row, expectedVersion),

    removeOpen(address, expectedVersion) {
      return store.delete(openKey(address), expectedVersion);
    },
  };
}

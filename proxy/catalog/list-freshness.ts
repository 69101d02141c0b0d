import { z } from 'zod';
import { isSetBack } from '#contract/age';
import type { ProxyContext } from '../context.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';

/**
 * How current a shared list is, and how current an instance needs it to be. A small row next to the
 * list, so that the rows of all lists can be read often.
 */
export interface Freshness {
  /** The stored list serves requests up to this time. */
  readonly current_to: number;
  /** An instance needs the list as of this time or later. */
  readonly requested_to: number;
  /** When it was requested. The instance waits for `CATALOG_WAIT`. */
  readonly requested_at: number;
  /** Live data contradicts the list, so all of it has to be listed again, and not just a delta. */
  readonly is_invalidated: boolean;
}

export interface FreshnessRows {
  /** By the key of the list. @throws {StoreUnavailable} */
  all(): Promise<ReadonlyMap<string, Freshness>>;
  /** @throws {StoreUnavailable} */
  find(key: string): Promise<Freshness>;
  /** Changes a row by compare-and-set, with retries. @throws {StoreUnavailable} */
  update(key: string, change: (row: Freshness) => Freshness): Promise<void>;
  /** Removes rows unused since then, and resolves to their keys. @throws {StoreUnavailable} */
  removeUnused(since: number): Promise<readonly string[]>;
}

const PREFIX = 'list-freshness/';
export const neverListed: Freshness = {
  current_to: 0,
  requested_to: 0,
  requested_at: 0,
  is_invalidated: false,
};
const time = z.number();
const codec = createCodec<Freshness>(
  z.object({
    current_to: time,
    requested_to: time,
    requested_at: time,
    is_invalidated: z.boolean(),
  }),
);

export function createFreshnessRows({
  store,
  clock,
}: Pick<ProxyContext, 'store' | 'clock'>): FreshnessRows {
  const rows = createRows(store, codec);

  function unlessSetBack(row: Freshness = neverListed): Freshness {
    const newest = Math.max(row.current_to, row.requested_to);
    return isSetBack(newest, clock()) ? neverListed : row;
  }

  const decode = (text: string) => unlessSetBack(codec.decode(parseStored(text)));

  return {
    async all() {
      const entries = await store.list(PREFIX);
      return new Map(entries.map(({ key, value }) => [key.slice(PREFIX.length), decode(value)]));
    },

    async find(key) {
      return unlessSetBack((await rows.load(PREFIX + key)).value);
    },

    update: (key, change) => rows.update(PREFIX + key, (row) => change(unlessSetBack(row))),

    async removeUnused(since) {
      const removed: string[] = [];
      for (const { key, value, version } of await store.list(PREFIX)) {
        const { current_to, requested_to } = decode(value);
        if (Math.max(current_to, requested_to) >= since) continue;
        // By compare-and-set, so that a row stays if it has just been requested.
        if (await store.delete(key, version)) removed.push(key.slice(PREFIX.length));
      }
      return removed;
    },
  };
}

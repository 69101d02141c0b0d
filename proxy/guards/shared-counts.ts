import type { ProxyContext } from '../context.ts';
import { hash } from '../secrets.ts';
import { StoreUnavailable, type UseOfAll } from '../store/store.ts';

/** Below this share of a limit a client's use is not saved: most clients never come near it. */
const SAVED_FROM = 0.1;
/** How many keys are saved at once; further ones are noted again by their next use. */
const MOST_AT_ONCE = 5_000;

/** A limit for each key, as one instance counts it. */
export interface Counter {
  /** Distinguishes its keys from those of other limits. */
  readonly name: string;
  /** For how many milliseconds a use counts. */
  readonly length: number;
  /** What was used here and is not in the store yet. */
  unsaved(key: string): Unsaved;
}

export interface Unsaved {
  /** Below 0 if more was undone than used. */
  readonly amount: number;
  /**
   * Called once the amount is saved: replaces the count by the sum of all instances, which includes
   * it.
   */
  absorb(common: UseOfAll): void;
}

/**
 * What clients use, counted across all instances on the store: once a second each instance adds
 * what it has counted, and reads the sum. So a client that is spread over several instances has
 * little more than its limit, namely what arrives before the counts are added.
 */
export interface SharedCounts {
  /** Marks the key's use to be saved, if enough of the limit is used for it to matter. */
  note(counter: Counter, key: string, used: number, limit: number): void;
  /** Saves the pending counts and reads the sums; called periodically. */
  save(): Promise<void>;
}

/** For a single instance, which counts everything itself. */
export const countedAlone: SharedCounts = { note() {}, async save() {} };

export function createSharedCounts({
  store,
  config,
}: Pick<ProxyContext, 'store' | 'config'>): SharedCounts {
  if (!store.hasOthers) return countedAlone;
  const noted = new Map<string, { readonly counter: Counter; readonly key: string }>();

  /** @throws {StoreUnavailable} */
  async function addAll(): Promise<void> {
    const changed = [...noted];
    noted.clear();
    if (changed.length === 0) return;
    const uses = await Promise.all(
      changed.map(async ([name, { counter, key }]) => ({
        // An address is personal data: the hash tells other instances only whether it is the same
        // one.
        id: await hash(`use\n${config.PROXY_SECRET}\n${name}`),
        length: counter.length,
        unsaved: counter.unsaved(key),
      })),
    );
    const common = await store.count(
      uses.map(({ id, length, unsaved: { amount } }) => ({ key: id, amount, length })),
    );
    for (const { id, unsaved } of uses) {
      const use = common.get(id);
      if (use) unsaved.absorb(use);
    }
  }

  return {
    note(counter, key, used, limit) {
      if (used < SAVED_FROM * limit || noted.size >= MOST_AT_ONCE) return;
      noted.set(`${counter.name} ${key}`, { counter, key });
    },

    async save() {
      try {
        await addAll();
      } catch (error) {
        // Until the store is back, each instance counts for itself; what was not saved is saved
        // with the next use.
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    },
  };
}

import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { ALIVE_EVERY, LONGEST_SILENCE } from '../time-limits.ts';
import { createCodec, parseStored } from './codec.ts';
import type { Store } from './store.ts';

/**
 * Since when the store has been complete. A store that was lost, or restored from a backup, lacks
 * the orders before that time.
 */
export interface StoreBirth {
  /** By the wall clock, in milliseconds since the epoch. @throws {StoreUnavailable} */
  birth(): Promise<number>;
  /** Records that the store is in use; to be called every minute. @throws {StoreUnavailable} */
  keepAlive(): Promise<void>;
}

const KEY = 'alive';
const time = z.number().min(0);
interface Alive {
  readonly born_at: number;
  readonly alive_at: number;
}
const codec = createCodec<Alive>(z.object({ born_at: time, alive_at: time }), []);

/**
 * Every process records once a minute that the store is in use. If the record is missing, or older
 * than five minutes, the store may be new or restored from a backup, and counts as born now.
 */
export function createStoreBirth(store: Store, clock: Clock): StoreBirth {
  let cached: Alive | undefined;

  /** By compare-and-set, as any process on the store may record it. */
  async function record(): Promise<Alive> {
    for (;;) {
      const entry = await store.get(KEY);
      const now = clock();
      const before = entry && codec.decode(parseStored(entry.value));
      const isInUse = before !== undefined && now - before.alive_at <= LONGEST_SILENCE;
      if (isInUse && Math.abs(now - before.alive_at) < ALIVE_EVERY) return before;
      // A clock that was ahead has stored a birth in the future, which no order should wait for.
      const alive = { born_at: isInUse ? Math.min(before.born_at, now) : now, alive_at: now };
      const row = JSON.stringify(codec.encode(alive));
      const version = await store.put(KEY, row, entry?.version ?? 0);
      if (version !== undefined) return alive;
    }
  }

  return {
    async birth() {
      cached ??= await record();
      return cached.born_at;
    },

    async keepAlive() {
      cached = await record();
    },
  };
}

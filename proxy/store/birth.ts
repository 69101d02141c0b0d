import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { ALIVE_EVERY, LONGEST_SILENCE } from '../time-limits.ts';
import { createCodec, parseStored } from './codec.ts';
import type { Store } from './store.ts';

/**
 * Since when the store has known everything that its proxies did. A store that was lost, or restored
 * from a backup, does not know what was ordered before.
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
 * Any process on the store records once a minute that it is alive. A record that is older than five
 * minutes may be a backup's, and one that is missing a new file's: from then on the store is new.
 */
export function createStoreBirth(store: Store, clock: Clock): StoreBirth {
  let cached: Alive | undefined;

  /** Another process that writes first has done the same. */
  async function record(): Promise<Alive> {
    for (;;) {
      const entry = await store.get(KEY);
      const now = clock();
      const before = entry && codec.decode(parseStored(entry.value));
      const isInUse = before !== undefined && now - before.alive_at <= LONGEST_SILENCE;
      if (isInUse && now - before.alive_at < ALIVE_EVERY) return before;
      const alive = { born_at: isInUse ? before.born_at : now, alive_at: now };
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

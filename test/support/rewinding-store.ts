import { createMemoryStore } from '../../proxy/store/memory.ts';
import type { Store } from '../../proxy/store/store.ts';

/** A moment of the store, to which it can go back. */
export type Snapshot = number;

export interface RewindingStore extends Store {
  snapshot(): Snapshot;
  /** Loses every write since the snapshot, under the processes that use it. */
  rewind(snapshot: Snapshot): Promise<void>;
}

/** A memory store that can be put back to what it was, its versions too. */
export function createRewindingStore(): RewindingStore {
  let store = createMemoryStore();
  const writes: ((to: Store) => Promise<unknown>)[] = [];

  return {
    ...store,
    get: (key) => store.get(key),
    list: (prefix, page) => store.list(prefix, page),

    async put(...entry) {
      const version = await store.put(...entry);
      if (version !== undefined) writes.push((to) => to.put(...entry));
      return version;
    },

    async delete(...entry) {
      const isDeleted = await store.delete(...entry);
      if (isDeleted) writes.push((to) => to.delete(...entry));
      return isDeleted;
    },

    snapshot: () => writes.length,

    async rewind(snapshot) {
      const earlier = createMemoryStore();
      writes.length = snapshot;
      for (const write of writes) await write(earlier);
      store = earlier;
    },
  };
}

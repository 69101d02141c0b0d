import { createMemoryStore } from '../../proxy/store/memory.ts';
import type { Store } from '../../proxy/store/store.ts';
import type { Timeline } from './timeline.ts';

/** A store that can be restored, under running processes, to what it was at an earlier time. */
export interface RewindableStore extends Store {
  /** Its versions go back too, and are used again. */
  rewind(time: number): Promise<void>;
}

interface Write {
  readonly time: number;
  readonly repeat: (store: Store) => Promise<unknown>;
}

export function createRewindableStore(timeline: Timeline): RewindableStore {
  let store = createMemoryStore();
  let writes: Write[] = [];

  function write<T>(operation: (store: Store) => Promise<T>): Promise<T> {
    writes.push({ time: timeline.now(), repeat: operation });
    return operation(store);
  }

  return {
    ...store,
    get: (key) => store.get(key),
    put: (key, value, version) => write((current) => current.put(key, value, version)),
    delete: (key, version) => write((current) => current.delete(key, version)),
    list: (prefix, page) => store.list(prefix, page),

    async rewind(time) {
      const earlier = createMemoryStore();
      writes = writes.filter((one) => one.time <= time);
      for (const { repeat } of writes) await repeat(earlier);
      store = earlier;
    },
  };
}

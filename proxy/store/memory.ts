import { createSingleInstance } from './single-instance.ts';
import type { Store, StoreEntry } from './store.ts';

/** Not persistent: for tests and demos, never for a shop. */
export function createMemoryStore(): Store {
  const entries = new Map<string, StoreEntry>();
  let lastVersion = 0;

  return {
    ...createSingleInstance(),

    async get(key) {
      return entries.get(key);
    },

    async put(key, value, expectedVersion) {
      const version = entries.get(key)?.version ?? 0;
      if (version !== expectedVersion) return undefined;
      lastVersion += 1;
      entries.set(key, { value, version: lastVersion });
      return lastVersion;
    },

    async delete(key, expectedVersion) {
      return entries.get(key)?.version === expectedVersion && entries.delete(key);
    },

    async list(prefix, { afterKey = '', limit = Infinity } = {}) {
      return [...entries]
        .filter(([key]) => key.startsWith(prefix) && key > afterKey)
        .map(([key, entry]) => ({ key, ...entry }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit);
    },

    async close() {},
  };
}

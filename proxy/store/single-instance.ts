import type { Instances } from './store.ts';

/** For a store that only one instance uses: it has every lease, and gets its own announcements. */
export function createSingleInstance(): Instances {
  const listeners = new Set<() => void>();

  return {
    hasOthers: false,
    acquire: async () => true,
    async release() {},

    async announce() {
      for (const listener of listeners) listener();
    },

    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    count: async (uses) =>
      new Map(uses.map(({ key, amount, length }) => [key, { used: amount, endsIn: length }])),
  };
}

import type { Instances } from './store.ts';

/** Of a store that no other machine has: this instance may do everything, and hears itself alone. */
export function createAlone(): Instances {
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

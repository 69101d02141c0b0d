/** A value and the version that the next write of it has to name. */
export interface Entry {
  readonly value: string;
  readonly version: number;
}

/**
 * What the proxy remembers across requests and restarts: the token, the journal of intents and the
 * calls of the month. Every write is a compare-and-set, so instances that share a store cannot
 * overwrite each other unseen. A key's version never comes back, not even after the key was deleted
 * and made again. A write that was answered is on the disk.
 */
export interface Store {
  get(key: string): Promise<Entry | undefined>;
  /**
   * Writes when the key is still at `expectedVersion` (0: absent). Answers the new version, or
   * undefined when it lost.
   */
  put(key: string, value: string, expectedVersion: number): Promise<number | undefined>;
  /** Answers whether the key was still at `expectedVersion`. */
  delete(key: string, expectedVersion: number): Promise<boolean>;
  /** Entries whose key begins with `prefix`, sorted by key. */
  list(prefix: string): Promise<({ readonly key: string } & Entry)[]>;
  close(): Promise<void>;
}

/** Forgets everything when the process ends: for tests and demos, never for a shop. */
export function createMemoryStore(): Store {
  const entries = new Map<string, Entry>();
  let version = 0;

  return {
    get: async (key) => entries.get(key),
    async put(key, value, expectedVersion) {
      if ((entries.get(key)?.version ?? 0) !== expectedVersion) return undefined;
      version += 1;
      entries.set(key, { value, version });
      return version;
    },
    delete: async (key, expectedVersion) =>
      entries.get(key)?.version === expectedVersion && entries.delete(key),
    async list(prefix) {
      const found = [...entries]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, entry]) => ({ key, ...entry }));
      return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async close() {},
  };
}

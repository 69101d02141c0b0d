/** A value, and the version that the next write of its key has to name. */
export interface StoreEntry {
  readonly value: string;
  readonly version: number;
}

/**
 * What the proxy remembers across requests and restarts: the token, the journal of intents and the
 * calls of the month. Every write is a compare-and-set, so instances that share a store cannot
 * overwrite each other unseen. A write that has resolved is on the disk.
 */
export interface Store {
  get(key: string): Promise<StoreEntry | undefined>;
  /**
   * Writes if the key is still at `expectedVersion` (0: absent), and resolves to the new version;
   * to undefined when another write came first. A key's version never comes back, not even after
   * the key was deleted and created again.
   */
  put(key: string, value: string, expectedVersion: number): Promise<number | undefined>;
  /** Resolves to whether the key was still at `expectedVersion`, and so was deleted. */
  delete(key: string, expectedVersion: number): Promise<boolean>;
  /** Entries whose key begins with `prefix`, sorted by key. */
  list(prefix: string): Promise<({ readonly key: string } & StoreEntry)[]>;
  close(): Promise<void>;
}

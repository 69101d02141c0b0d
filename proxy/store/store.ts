/** A value, and the version that the next write of its key has to name. */
export interface StoreEntry {
  readonly value: string;
  readonly version: number;
}

/**
 * The store cannot be read or written now: somebody else has it locked for too long, its disk is
 * full, or its file is not there any more. A write that rejects with it was not made.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** Its file is no store, or parts of it are lost: it does not become well by itself. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name = 'StoreDamaged';
}

/** A part of a list, so that long ones need not be in memory at once. */
export interface ListPage {
  /** Only keys behind this one, which need not be there any more. */
  readonly afterKey?: string;
  /** At most so many entries. */
  readonly limit?: number;
}

/** What one instance has counted of a key since the last time. */
export interface CountedUse {
  readonly key: string;
  readonly amount: number;
  /** So many milliseconds after a key's first use its count begins anew. */
  readonly length: number;
}

/** What all instances have counted of a key, and the milliseconds until that begins anew. */
export interface UseOfAll {
  readonly used: number;
  readonly endsIn: number;
}

/** What the instances that have a store in common do together. */
export interface Instances {
  /** Whether instances on other machines may have this store too. Without any, this one is alone. */
  readonly hasOthers: boolean;
  /**
   * What one instance at a time may do, for so many milliseconds from now. Resolves to whether it is
   * this one; asked again, it has longer. An instance that is alone always is.
   */
  acquire(lease: string, milliseconds: number): Promise<boolean>;
  /** Lets another instance have the lease at once; it does nothing where another has it already. */
  release(lease: string): Promise<void>;
  /** Tells all instances, this one too, that there is news in the store. */
  announce(): Promise<void>;
  /**
   * Calls the listener at each announcement, as far as they come through: a pooler in between may
   * drop them, so whoever listens has to look by himself as well. Returns how to end it.
   */
  listen(listener: () => void): () => void;
  /**
   * Adds what this instance has counted, and resolves by key to what all have. It is no record: a
   * crash of the database may lose it, and a lost connection may count it twice.
   */
  count(uses: readonly CountedUse[]): Promise<ReadonlyMap<string, UseOfAll>>;
}

/**
 * What the proxy remembers across requests and restarts: the token, the journal of intents and the
 * calls of the month. Every write is a compare-and-set, so instances that share a store cannot
 * overwrite each other unseen. A write that has resolved is on the disk. Every operation may reject
 * with `StoreUnavailable`.
 */
export interface Store extends Instances {
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
  list(prefix: string, page?: ListPage): Promise<({ readonly key: string } & StoreEntry)[]>;
  close(): Promise<void>;
}

/** A value, and the version that the next write of its key expects. */
export interface StoreEntry {
  readonly value: string;
  readonly version: number;
}

/**
 * The store cannot be read or written now: it has been locked for too long, its disk is full, or
 * its file is gone. A write that rejects with it may still have been made, if the connection to a
 * database was lost.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The file or database is corrupt, or is no store. It needs an operator. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name = 'StoreDamaged';
}

/** Sorts after every character of a key, so that a prefix followed by it ends a range. */
export const LAST_CHARACTER = '\u{10ffff}';

/** The `code` of a driver's error. */
export function errorCodeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | undefined)?.code);
}

/** A page of a list. */
export interface ListPage {
  /** Only keys after this one, which may have been deleted meanwhile. */
  readonly afterKey?: string;
  /** The maximum number of entries. */
  readonly limit?: number;
}

/** What an instance has counted for a key since its last call. */
export interface CountedUse {
  readonly key: string;
  readonly amount: number;
  /** The window in milliseconds, from the key's first use. */
  readonly length: number;
}

/** What all instances have counted for a key in its window, which ends in `endsIn` milliseconds. */
export interface UseOfAll {
  readonly used: number;
  readonly endsIn: number;
}

/** Coordination of the instances that share a store. */
export interface Instances {
  /** Whether instances on other machines may share the store. */
  readonly hasOthers: boolean;
  /**
   * Takes or extends a lease for the given time. Resolves to whether this instance has it; a single
   * instance always has.
   */
  acquire(lease: string, milliseconds: number): Promise<boolean>;
  /** Gives the lease up, if this instance has it. */
  release(lease: string): Promise<void>;
  /** Tells all instances, this one too, that there is news in the store. */
  announce(): Promise<void>;
  /**
   * Calls the listener at each announcement. A connection pooler may drop announcements, so the
   * caller has to poll as well. Returns a function that removes the listener.
   */
  listen(listener: () => void): () => void;
  /**
   * Adds counts of this instance, and resolves to those of all instances, by key. The counts are
   * approximate: a crash may lose some, and a lost connection may count some twice.
   */
  count(uses: readonly CountedUse[]): Promise<ReadonlyMap<string, UseOfAll>>;
}

/**
 * A persistent key-value store for the token, the journal of intents and the budget. Every write is
 * a compare-and-set, so that instances do not overwrite each other's changes. A write that has
 * resolved is on disk. Every operation may reject with `StoreUnavailable`.
 */
export interface Store extends Instances {
  get(key: string): Promise<StoreEntry | undefined>;
  /**
   * Writes if the key is at `expectedVersion` (0: absent). Resolves to the new version, or to
   * undefined when another write came first. Versions of all keys are one sequence that only grows:
   * a write that begins after a version was seen gets a later one, unless the store has gone back.
   */
  put(key: string, value: string, expectedVersion: number): Promise<number | undefined>;
  /** Deletes if the key is at `expectedVersion`, and resolves to whether it was. */
  delete(key: string, expectedVersion: number): Promise<boolean>;
  /** Entries whose key begins with `prefix`, sorted by key. */
  list(prefix: string, page?: ListPage): Promise<({ readonly key: string } & StoreEntry)[]>;
  /** The time by the clock that all instances share; missing where it is the machine's. */
  now?(): Promise<number>;
  /**
   * Calls the listener when the engine itself notices that it has gone back. For an engine whose
   * versions may skip the lost ones, and so do not show it.
   */
  onLoss?(listener: () => void): void;
  close(): Promise<void>;
}

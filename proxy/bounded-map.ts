import { LRUCache } from 'lru-cache';

export type BoundedMap<T extends {}> = LRUCache<string, T>;

interface BoundedMapOptions<T> {
  /** Estimated bytes of all entries; beyond this the least recently used are evicted. */
  readonly maxBytes: number;
  /** Estimated bytes of a value without its key, measured once, when it is set. */
  readonly bytesOf: (value: T) => number;
  /** Creates the value that `memo` stores under a missing key. */
  readonly create?: (key: string) => T;
}

/** The overhead of an entry, besides key and value. */
const ENTRY_BYTES = 200;
const BYTES_PER_CHARACTER = 2;

/**
 * The map for whatever grows with visitors' input. It is bounded by bytes and not by entries,
 * because a key can have ten characters or ten thousand.
 */
export function createBoundedMap<T extends {}>({
  maxBytes,
  bytesOf,
  create,
}: BoundedMapOptions<T>): BoundedMap<T> {
  return new LRUCache<string, T>({
    // Without `max`, because lru-cache would preallocate that many slots.
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(bytesOf(value)),
    ...(create && { memoMethod: create }),
  });
}

export function textBytes(text: string): number {
  return BYTES_PER_CHARACTER * text.length;
}

/** Estimated bytes of a value in memory, which are about as many as those of its JSON. */
export function jsonBytes(value: unknown): number {
  return textBytes(JSON.stringify(value));
}

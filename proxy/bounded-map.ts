import { LRUCache } from 'lru-cache';

export type BoundedMap<T extends {}> = LRUCache<string, T>;

interface BoundedMapOptions<T> {
  /** Estimated bytes of all entries; beyond them the least recently used are dropped. */
  readonly maxBytes: number;
  /** Estimated bytes of a value when it is put there, without its key. */
  readonly bytesOf: (value: T) => number;
  /** What `memo` puts under a key that has no value. */
  readonly create?: (key: string) => T;
}

/** What an entry takes besides key and value. */
const ENTRY_BYTES = 200;
const BYTES_PER_CHARACTER = 2;

/**
 * The one kind of map that grows with what visitors send. It is bounded by its weight, because a key
 * can be ten characters or ten thousand.
 */
export function createBoundedMap<T extends {}>({
  maxBytes,
  bytesOf,
  create,
}: BoundedMapOptions<T>): BoundedMap<T> {
  return new LRUCache<string, T>({
    // Without `max`, because lru-cache preallocates as many slots.
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(bytesOf(value)),
    ...(create && { memoMethod: create }),
  });
}

export function textBytes(text: string): number {
  return BYTES_PER_CHARACTER * text.length;
}

/** Estimated bytes of what can be written as JSON, which is about as long as it is in memory. */
export function jsonBytes(value: unknown): number {
  return textBytes(JSON.stringify(value));
}

import { type Codec, parseStored } from './codec.ts';
import type { Store } from './store.ts';

export interface Row<T> {
  /** Undefined where there is no row, or none that can be read. */
  readonly value: T | undefined;
  /** 0 where there is no row. */
  readonly version: number;
}

/** Rows of one kind, parsed as they are read. Each may throw `StoreUnavailable`. */
export interface Rows<T> {
  load(key: string): Promise<Row<T>>;
  /** Compare-and-set: resolves to false when another process wrote first. */
  save(key: string, value: T, expectedVersion: number): Promise<boolean>;
  /**
   * Reads, changes and writes the row, and repeats that if another write came first. If `change`
   * returns undefined, nothing is written.
   */
  update(key: string, change: (value: T | undefined) => T | undefined): Promise<void>;
}

export function createRows<T>(store: Store, codec: Codec<T>): Rows<T> {
  async function load(key: string): Promise<Row<T>> {
    const entry = await store.get(key);
    return {
      value: entry && codec.decode(parseStored(entry.value)),
      version: entry?.version ?? 0,
    };
  }

  async function save(key: string, value: T, expectedVersion: number): Promise<boolean> {
    const text = JSON.stringify(codec.encode(value));
    return (await store.put(key, text, expectedVersion)) !== undefined;
  }

  async function update(
    key: string,
    change: (value: T | undefined) => T | undefined,
  ): Promise<void> {
    for (;;) {
      const { value, version } = await load(key);
      const next = change(value);
      if (!next || (await save(key, next, version))) return;
    }
  }

  return { load, save, update };
}

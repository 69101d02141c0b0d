import { failureOf } from '../client/request-error.ts';
import { isTransient } from '../domain/failure.ts';

interface Entry<Value> {
  value?: Value;
  /** Milliseconds since the epoch; none while nothing was loaded, or once it has expired. */
  loadedAt?: number;
  pending?: Promise<Value> | undefined;
}

/** Milliseconds: as long as a response that tells places may be kept. */
const TTL = 20_000;

/**
 * What was loaded, by what it is about. It is there at once when it is wanted again, also while a
 * newer one is on its way, and is not asked for again within its TTL.
 */
export class LoadCache<Value> {
  #entries = new Map<string, Entry<Value>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The last one that was loaded, however long ago. */
  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  load(key: string, request: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key) ?? {};
    this.#entries.set(key, entry);
    const { value, loadedAt = -Infinity } = entry;
    // A clock that was put back must not keep anything for longer.
    const isFresh = Math.abs(this.#now() - loadedAt) < TTL;
    if (isFresh && value !== undefined) return Promise.resolve(value);
    entry.pending ??= this.#request(entry, request);
    return entry.pending;
  }

  async #request(entry: Entry<Value>, request: () => Promise<Value>): Promise<Value> {
    try {
      entry.value = await request();
      entry.loadedAt = this.#now();
      return entry.value;
    } catch (error) {
      // What is refused is not there any more; what fails for now may still be shown.
      if (!isTransient(failureOf(error))) delete entry.value;
      throw error;
    } finally {
      entry.pending = undefined;
    }
  }

  /** Everything is asked for again when it is wanted again, and what is on its way comes too late. */
  expire(): void {
    const values = [...this.#entries].flatMap(([key, { value }]) =>
      value === undefined ? [] : [[key, { value }] as const],
    );
    this.#entries = new Map(values);
  }
}

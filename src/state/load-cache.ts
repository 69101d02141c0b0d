import { ageOf } from '#contract/age';
import { failureOf } from '../client/request-error.ts';
import { isTransient } from '../domain/failure.ts';

interface Entry<Value> {
  value?: Value;
  /** Milliseconds since the epoch; missing before the first load and after `expire`. */
  loadedAt?: number;
  pending?: Promise<Value> | undefined;
}

/** Milliseconds, the same as the `max-age` of responses with available places. */
const TTL = 20_000;

/**
 * Values by key, with a TTL and one request at a time for each key. A stale value can still be read
 * with `get` while it is being loaded again.
 */
export class LoadCache<Value> {
  #entries = new Map<string, Entry<Value>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The last loaded value, however old. */
  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  load(key: string, request: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key) ?? {};
    this.#entries.set(key, entry);
    const { value, loadedAt = -Infinity } = entry;
    const isFresh = ageOf(loadedAt, this.#now()) < TTL;
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
      // A refused value is gone; after a transient failure the stale value may still be shown.
      if (!isTransient(failureOf(error))) delete entry.value;
      throw error;
    } finally {
      entry.pending = undefined;
    }
  }

  /** The next load of every key makes a new request, and pending responses are dropped. */
  expire(): void {
    const values = [...this.#entries].flatMap(([key, { value }]) =>
      value === undefined ? [] : [[key, { value }] as const],
    );
    this.#entries = new Map(values);
  }
}

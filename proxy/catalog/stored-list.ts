import { z } from 'zod';
import { ageOf, isSetBack } from '#contract/age';
import { MINUTE } from '#contract/milliseconds';
import type { Loaded } from '../cache/cache.ts';
import type { ProxyContext } from '../context.ts';
import { createSlices, type Slices } from '../platform/slices.ts';
import { createCodec, parseStored } from '../store/codec.ts';

/** A list in the store, for restarts and for other instances. */
export interface StoredList<T> {
  /** The list, however old; undefined if there is no valid one. */
  restore(): Promise<Loaded<readonly T[]> | undefined>;
  /** The list with its version, for `replace`. @throws {StoreUnavailable} */
  read(): Promise<StoredVersion<T>>;
  /** Compare-and-set: resolves to whether it was written. @throws {StoreUnavailable} */
  replace(items: readonly T[], asOf: number, expectedVersion: number): Promise<boolean>;
  /** Saves in the background, at most every ten minutes, because lists are large. */
  save(items: readonly T[]): void;
}

export interface StoredVersion<T> {
  readonly list: Loaded<readonly T[]> | undefined;
  readonly version: number;
}

const SAVED_EVERY = 10 * MINUTE;
/** How many characters are compressed at once. */
const PART_LENGTH = 65_536;
/** How many bytes can be spread into the arguments of one call. */
const BYTES_AT_ONCE = 8_192;

/** The first line. Each item has its own line, so that they can be parsed in slices. */
const heading = createCodec(z.object({ as_of: z.number(), count: z.number() }));

export function createStoredList<T>(
  key: string,
  item: z.ZodType<T>,
  { store, clock, monotonic, log }: Pick<ProxyContext, 'store' | 'clock' | 'monotonic' | 'log'>,
): StoredList<T> {
  let savedAt = -Infinity;

  async function replace(
    items: readonly T[],
    as_of: number,
    expectedVersion: number,
  ): Promise<boolean> {
    const head = heading.encode({ as_of, count: items.length });
    const row = await compress(linesOf([head, ...items], createSlices(monotonic)));
    return (await store.put(key, row, expectedVersion)) !== undefined;
  }

  async function read(): Promise<StoredVersion<T>> {
    const entry = await store.get(key);
    if (!entry) return { list: undefined, version: 0 };
    const stored = await parse(entry.value).catch(() => undefined);
    if (!stored) log({ event: 'row-unreadable', kind: 'catalog' });
    return {
      list: stored && { ...stored, asOf: asOfNow(stored.asOf) },
      version: entry.version,
    };
  }

  /** Never, if the clock was set back since. */
  function asOfNow(asOf: number): number {
    return isSetBack(asOf, clock()) ? 0 : Math.min(asOf, clock());
  }

  async function save(items: readonly T[], asOf: number): Promise<void> {
    const existing = await store.get(key);
    // If another process writes at the same time, its list is as good.
    await replace(items, asOf, existing?.version ?? 0);
  }

  async function parse(row: string): Promise<Loaded<readonly T[]> | undefined> {
    const slices = createSlices(monotonic);
    const lines = splitLines(decompress(row));
    const head = heading.decode(parseStored((await lines.next()).value ?? ''));
    if (!head) return undefined;
    const value: T[] = [];
    for await (const line of lines) {
      value.push(item.parse(parseStored(line)));
      await slices.pause();
    }
    return value.length === head.count ? { value, asOf: head.as_of } : undefined;
  }

  return {
    read,
    replace,

    async restore() {
      const stored = await read().catch(() => undefined);
      return stored?.list;
    },

    save(items) {
      const now = clock();
      if (ageOf(savedAt, now) < SAVED_EVERY) return;
      savedAt = now;
      // A failing store is reported elsewhere.
      save(items, now).catch(() => {});
    },
  };
}

/** JSON lines, joined into parts of about `PART_LENGTH`. */
async function* linesOf(rows: readonly unknown[], slices: Slices): AsyncGenerator<string> {
  let part = '';
  for (const row of rows) {
    part += `${JSON.stringify(row)}\n`;
    const pause = slices.pause();
    if (pause) await pause;
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = '';
  }
  yield part;
}

async function* splitLines(parts: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Gzip in base64, because the store's values are text. */
async function compress(parts: AsyncIterable<string>): Promise<string> {
  const { readable, writable } = new CompressionStream('gzip');
  const compressed = new Response(readable).arrayBuffer();
  const writer = writable.getWriter();
  for await (const part of parts) await writer.write(new TextEncoder().encode(part));
  await writer.close();
  return toBase64(new Uint8Array(await compressed));
}

function decompress(text: string): ReadableStream<string> {
  return new Blob([fromBase64(text)])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream());
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE));
  }
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

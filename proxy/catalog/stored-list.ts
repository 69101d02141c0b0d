import { z } from 'zod';
import type { Restored } from '../cache/cache.ts';
import type { SiteContext } from '../context.ts';
import { createSlices, type Slices } from '../platform/slices.ts';
import { createCodec, parseStored } from '../store/codec.ts';

/** What a site's visitors were shown last, for the first of them after a restart. */
export interface StoredList<T> {
  /** Undefined where there is none, or it cannot be read. */
  load(): Promise<Restored<readonly T[]> | undefined>;
  /** In the background, and not every time: it is large, and what it spares is a wait. */
  save(items: readonly T[]): void;
}

const SAVED_EVERY = 10 * 60_000;
/** So many characters are compressed at once. */
const PART_LENGTH = 65_536;
/** So many bytes can be the arguments of one call. */
const BYTES_AT_ONCE = 8_192;

/** The first line. The items follow, a line each, because thousands of them are read in slices. */
const heading = createCodec(z.object({ as_of: z.number(), count: z.number() }), []);

export function createStoredList<T>(
  name: string,
  item: z.ZodType<T>,
  { store, site, clock, monotonic, log }: Omit<SiteContext, 'config' | 'fetch'>,
): StoredList<T> {
  const key = `catalogue/${site.client.id}/${site.key}/${name}`;
  let savedAt = -Infinity;

  async function write(items: readonly T[], as_of: number): Promise<void> {
    const head = heading.encode({ as_of, count: items.length });
    const row = await compress(linesOf([head, ...items], createSlices(monotonic)));
    const existing = await store.get(key);
    // Where another process writes at the same time, its list is as good.
    await store.put(key, row, existing?.version ?? 0);
  }

  async function parse(row: string): Promise<Restored<readonly T[]> | undefined> {
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
    async load() {
      const entry = await store.get(key).catch(() => undefined);
      if (!entry) return undefined;
      const stored = await parse(entry.value).catch(() => undefined);
      if (!stored) log({ event: 'row-unreadable', kind: 'catalogue' });
      // A time that is to come was written before the clock was set back.
      return stored && { ...stored, asOf: stored.asOf > clock() ? 0 : stored.asOf };
    },

    save(items) {
      const now = clock();
      if (now < savedAt + SAVED_EVERY) return;
      savedAt = now;
      // A store that cannot be written is told elsewhere; nobody waits for this.
      write(items, now).catch(() => {});
    },
  };
}

/** In parts of many lines. */
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

/** The store's values are text. */
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

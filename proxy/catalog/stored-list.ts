import { z } from 'zod';
import type { SiteContext } from '../context.ts';
import { createCodec, parseStored } from '../store/codec.ts';

/** What a site's visitors were shown last, for the first of them after a restart. */
export interface StoredList<T> {
  /** Undefined where there is none, or it cannot be read. */
  load(): Promise<{ readonly value: T; readonly asOf: number } | undefined>;
  /** In the background, and not every time: it is large, and what it spares is a wait. */
  save(value: T): void;
}

const SAVED_EVERY = 10 * 60_000;

export function createStoredList<T>(
  name: string,
  schema: z.ZodType<T>,
  { store, site, clock, log }: Pick<SiteContext, 'store' | 'site' | 'clock' | 'log'>,
): StoredList<T> {
  const key = `catalogue/${site.client.id}/${site.key}/${name}`;
  const codec = createCodec(z.object({ as_of: z.number(), value: schema }), []);
  let savedAt = -Infinity;

  async function write(value: T, as_of: number): Promise<void> {
    const row = await compress(JSON.stringify(codec.encode({ as_of, value })));
    const existing = await store.get(key);
    // Where another process writes at the same time, its list is as good.
    await store.put(key, row, existing?.version ?? 0);
  }

  return {
    async load() {
      const entry = await store.get(key).catch(() => undefined);
      if (!entry) return undefined;
      const row = codec.decode(parseStored(await decompress(entry.value).catch(() => '')));
      if (!row) log({ event: 'row-unreadable', kind: 'catalogue' });
      // A time that is to come was written before the clock was set back.
      return row && { value: row.value, asOf: row.as_of > clock() ? 0 : row.as_of };
    },

    save(value) {
      const now = clock();
      if (now < savedAt + SAVED_EVERY) return;
      savedAt = now;
      // A store that cannot be written is told elsewhere; nobody waits for this.
      write(value, now).catch(() => {});
    },
  };
}

/** The store's values are text. */
async function compress(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function decompress(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

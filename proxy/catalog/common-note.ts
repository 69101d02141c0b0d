import { z } from 'zod';
import type { ProxyContext } from '../context.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import { CLOCKS_DIFFER } from './stored-list.ts';

/**
 * What instances tell each other of a list: how current the one in the store is, and how current
 * somebody needs it. A small row beside the list, so that looking at all of them costs little.
 */
export interface Note {
  /** Whoever needs the list as it was then, or before, is served by the one that is stored. */
  readonly current_to: number;
  /** Somebody needs it as it is then, or later. */
  readonly requested_to: number;
  /** When that was asked for. Whoever did waits for some seconds, and not for ever. */
  readonly requested_at: number;
  /** It was contradicted, so changes are not enough: it is to be listed as a whole. */
  readonly is_contradicted: boolean;
}

export interface Notes {
  /** By the keys of their lists. @throws {StoreUnavailable} */
  all(): Promise<ReadonlyMap<string, Note>>;
  /** @throws {StoreUnavailable} */
  find(key: string): Promise<Note>;
  /** Changes it, however often others write meanwhile. @throws {StoreUnavailable} */
  update(key: string, change: (note: Note) => Note): Promise<void>;
  /** Of lists that nobody has needed since then. Resolves to their keys. @throws {StoreUnavailable} */
  removeUnused(since: number): Promise<readonly string[]>;
}

const PREFIX = 'catalogue-notes/';
const none: Note = { current_to: 0, requested_to: 0, requested_at: 0, is_contradicted: false };
const time = z.number();
const codec = createCodec<Note>(
  z.object({
    current_to: time,
    requested_to: time,
    requested_at: time,
    is_contradicted: z.boolean(),
  }),
  [],
);

export function createNotes({ store, clock }: Pick<ProxyContext, 'store' | 'clock'>): Notes {
  /** One of a time that is to come was written before the clock was set back. */
  function decode(text: string): Note {
    const note = codec.decode(parseStored(text)) ?? none;
    return Math.max(note.current_to, note.requested_to) > clock() + CLOCKS_DIFFER ? none : note;
  }

  async function load(key: string) {
    const entry = await store.get(PREFIX + key);
    return { note: entry ? decode(entry.value) : none, version: entry?.version ?? 0 };
  }

  return {
    async all() {
      const entries = await store.list(PREFIX);
      return new Map(entries.map(({ key, value }) => [key.slice(PREFIX.length), decode(value)]));
    },

    async find(key) {
      return (await load(key)).note;
    },

    async update(key, change) {
      for (;;) {
        const { note, version } = await load(key);
        const row = JSON.stringify(codec.encode(change(note)));
        if ((await store.put(PREFIX + key, row, version)) !== undefined) return;
      }
    },

    async removeUnused(since) {
      const removed: string[] = [];
      for (const { key, value, version } of await store.list(PREFIX)) {
        const { current_to, requested_to } = decode(value);
        if (Math.max(current_to, requested_to) >= since) continue;
        // Whoever needs it at this moment has changed it.
        if (await store.delete(key, version)) removed.push(key.slice(PREFIX.length));
      }
      return removed;
    },
  };
}

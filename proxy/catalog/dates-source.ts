import { z } from 'zod';
import type { SiteContext } from '../context.ts';
import type { LogEntry } from '../log.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import type { Store } from '../store/store.ts';

/**
 * How the dates of a client of the platform are kept in step: by deltas; by listing whole months,
 * where deltas show no changed places; by asking for each event, where the platform has no list of
 * all dates or a month has too many.
 */
const sources = ['deltas', 'listings', 'events'] as const;
export type Source = (typeof sources)[number];

/** Which of them is used now. It is stored, so that a restart does not have to find it out again. */
export interface DatesSource {
  /** Reads what was stored, once; to be awaited before anything else. */
  restore(): Promise<void>;
  current(): Source;
  /** Uses another source than deltas for a day. */
  switchTo(source: Source, reason: NonNullable<LogEntry['reason']>): void;
}

interface Row {
  readonly source: Source;
  /** By the wall clock; then deltas are given another chance. */
  readonly until: number;
}

const USED_FOR = 24 * 3_600_000;
const codec = createCodec<Row>(z.object({ source: z.enum(sources), until: z.number() }), []);

function rowKey(clientId: string): string {
  return `dates-source/${clientId}`;
}

/** What any process on the store has found out, for `doctor`. */
export async function storedSource(store: Store, clientId: string): Promise<Row | undefined> {
  const entry = await store.get(rowKey(clientId));
  return entry && codec.decode(parseStored(entry.value));
}

/** `onReset`: deltas are given another chance. */
export function createDatesSource(
  { store, site, clock, log }: Pick<SiteContext, 'store' | 'site' | 'clock' | 'log'>,
  onReset: () => void,
): DatesSource {
  const byDeltas: Row = { source: 'deltas', until: Infinity };
  let row = byDeltas;
  let restoring: Promise<void> | undefined;

  async function restoreOnce(): Promise<void> {
    // A store that fails is told elsewhere; without it the source is found out again.
    const stored = await storedSource(store, site.client.id).catch(() => undefined);
    if (stored && row === byDeltas) row = stored;
  }

  async function save(next: Row): Promise<void> {
    const key = rowKey(site.client.id);
    const version = (await store.get(key))?.version ?? 0;
    // Where another process writes at the same time, it has found the same.
    await store.put(key, JSON.stringify(codec.encode(next)), version);
  }

  return {
    restore: () => (restoring ??= restoreOnce()),

    current() {
      if (clock() < row.until) return row.source;
      row = byDeltas;
      onReset();
      return row.source;
    },

    switchTo(source, reason) {
      if (source !== row.source) log({ event: 'dates-alarm', reason });
      row = { source, until: clock() + USED_FOR };
      save(row).catch(() => {});
    },
  };
}

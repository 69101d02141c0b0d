import { z } from 'zod';
import type { SiteContext } from '../context.ts';
import type { LogEntry } from '../log.ts';
import { createCodec } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/**
 * How the dates of a client are updated. deltas: by `delta_since`. listings: by listing whole
 * months, where deltas show no changed places. events: by a call for each event, where the platform
 * has no list of all dates, or a month has too many.
 */
const sources = ['deltas', 'listings', 'events'] as const;
export type Source = (typeof sources)[number];

/** The current source, which is stored for restarts. */
export interface DatesSource {
  /** Reads what was stored, once; to be awaited before anything else. */
  restore(): Promise<void>;
  current(): Source;
  /** Uses another source than deltas for a day. */
  switchTo(source: Source, reason: NonNullable<LogEntry['reason']>): void;
}

interface Row {
  readonly source: Source;
  /** By the wall clock: then deltas are tried again. */
  readonly until: number;
}

const USED_FOR = 24 * 3_600_000;
const codec = createCodec<Row>(z.object({ source: z.enum(sources), until: z.number() }), []);

function rowKey(clientId: string): string {
  return `dates-source/${clientId}`;
}

/** The source that the processes on the store use, for `doctor`. */
export async function storedSource(store: Store, clientId: string): Promise<Row | undefined> {
  return (await createRows(store, codec).load(rowKey(clientId))).value;
}

/** `onReset` is called when deltas are tried again. */
export function createDatesSource(
  { store, site, clock, log }: Pick<SiteContext, 'store' | 'site' | 'clock' | 'log'>,
  onReset: () => void,
): DatesSource {
  const byDeltas: Row = { source: 'deltas', until: Infinity };
  let row = byDeltas;
  let restoring: Promise<void> | undefined;

  async function restoreOnce(): Promise<void> {
    // A failing store is reported elsewhere; without the row, the source is detected again.
    const stored = await storedSource(store, site.client.id).catch(() => undefined);
    if (stored && row === byDeltas) row = stored;
  }

  async function save(next: Row): Promise<void> {
    await createRows(store, codec).update(rowKey(site.client.id), () => next);
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

import { z } from 'zod';
import { DAY } from '#contract/milliseconds';
import type { SiteContext } from '../context.ts';
import type { LogEntry } from '../log.ts';
import { PlatformRefused, RefusedWithoutJson, TooManyItems } from '../platform/errors.ts';
import { createCodec } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/**
 * How the dates of a client are updated. deltas: by `delta_since`. listings: by listing whole
 * months, if deltas do not show changed places. events: by a call for each event, if the platform
 * has no list of all dates or a month has too many.
 */
const sources = ['deltas', 'listings', 'events'] as const;
export type Source = (typeof sources)[number];

/** The current source, which is stored for restarts. */
export interface DatesSource {
  /** Restores the stored source, once; to be awaited before anything else is called. */
  restore(): Promise<void>;
  current(): Source;
  /** Uses a source other than deltas for a day. */
  switchTo(source: Source, reason: NonNullable<LogEntry['reason']>): void;
  /**
   * Awaits a list of all dates. If the error shows that the platform has none, switches to `events`
   * before it rejects.
   */
  switchWhereMissing<T>(list: Promise<T>): Promise<T>;
  /**
   * Switches to `events` because the dates of a single event were not refused, so it is the list of
   * all dates that the client may not have.
   */
  switchFromRefused(): void;
}

/** Called after a switch. */
interface Switched {
  /** Deltas are tried again. */
  onDeltas(): void;
  /** The list of all dates is not used any more. */
  onEvents(): void;
}

interface Row {
  readonly source: Source;
  /** When deltas are tried again, by the wall clock. */
  readonly until: number;
}

const USED_FOR = DAY;
const codec = createCodec<Row>(z.object({ source: z.enum(sources), until: z.number() }));

function rowKey(clientId: string): string {
  return `dates-source/${clientId}`;
}

/** The source that the processes on the store use, for `doctor`. */
export async function storedSource(store: Store, clientId: string): Promise<Row | undefined> {
  return (await createRows(store, codec).load(rowKey(clientId))).value;
}

export function createDatesSource(
  { store, site, clock, log }: Pick<SiteContext, 'store' | 'site' | 'clock' | 'log'>,
  { onDeltas, onEvents }: Switched,
): DatesSource {
  const byDeltas: Row = { source: 'deltas', until: Infinity };
  let row = byDeltas;
  let restoring: Promise<void> | undefined;

  async function restoreOnce(): Promise<void> {
    // A failing store is reported elsewhere. Without the row, the source is detected again.
    const stored = await storedSource(store, site.client.id).catch(() => undefined);
    if (stored && row === byDeltas) row = stored;
  }

  async function save(next: Row): Promise<void> {
    await createRows(store, codec).update(rowKey(site.client.id), () => next);
  }

  function switchTo(source: Source, reason: NonNullable<LogEntry['reason']>): void {
    if (source !== row.source) log({ event: 'dates-alarm', reason });
    row = { source, until: clock() + USED_FOR };
    save(row).catch(() => {});
    if (source === 'events') onEvents();
  }

  return {
    restore: () => (restoring ??= restoreOnce()),

    current() {
      if (clock() < row.until) return row.source;
      row = byDeltas;
      onDeltas();
      return row.source;
    },

    switchTo,

    async switchWhereMissing(list) {
      try {
        return await list;
      } catch (error) {
        const reason = error instanceof TooManyItems ? 'too-many-dates' : 'no-date-list';
        if (isWithoutList(error)) switchTo('events', reason);
        throw error;
      }
    },

    switchFromRefused: () => switchTo('events', 'no-date-list'),
  };
}

/** Whether the platform has no list of all dates, whose path the spec does not fix. */
export function isWithoutList(error: unknown): boolean {
  if (error instanceof TooManyItems) return true;
  return error instanceof PlatformRefused && [404, 405, 501].includes(error.status);
}

/**
 * Whether the platform refuses a list. It may refuse only that of all dates: the client may lack
 * its scope (spec, Errors: 403), and an unknown path may be answered with an HTML page.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof RefusedWithoutJson) return true;
  return error instanceof PlatformRefused && error.status === 403;
}

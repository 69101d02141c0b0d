import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import {
  type HistoryRow,
  nextHistory,
  readHistory,
  type StoredHistory,
  writeHistory,
} from './history-row.ts';
import type { Store } from './store.ts';

/** A point in the history of a store, which a quote carries. */
export interface Mark {
  /** The history's id. */
  readonly history: string;
  /** The latest version that was current. */
  readonly version: number;
}

/** What a store still knows about the time since a mark. */
export interface Memory {
  /** Whether the store has gone back since, or is another one: it may have forgotten orders. */
  hasGap(): boolean;
  /**
   * Reads the store once, and resolves to true if it has not gone back meanwhile; to false also if
   * it cannot be read.
   */
  isUnbroken(): Promise<boolean>;
  /** The caller has found that the store lacks what was written meanwhile. */
  noteLoss(): void;
}

/**
 * Finds out when a store goes back to an earlier state: a backup, a snapshot, a replica that
 * lagged. Versions prove it, without any clock: they only grow, so if a write gets a version no
 * later than one that was seen before it began, the store has lost the later one.
 */
export interface History {
  /** Where the store is now. @throws {StoreUnavailable} */
  mark(): Promise<Mark>;
  /**
   * Compares the store with a mark. The mark's version counts as seen, so that the next write shows
   * whether the store still has it. @throws {StoreUnavailable}
   */
  since(mark: Mark): Promise<Memory>;
  /**
   * Whether this process has learned, within the last `milliseconds`, that the store had gone back.
   */
  hasGapWithin(milliseconds: number): boolean;
  /**
   * Writes the row of the history again, so that a store that goes back beyond it lacks a version
   * that this process has seen. @throws {StoreUnavailable}
   */
  touch(): Promise<void>;
}

interface StoredRow {
  readonly row: HistoryRow;
  readonly version: number;
}

interface Clocks {
  readonly clock: Clock;
  readonly monotonic: Clock;
  readonly log: Log;
}

/**
 * Wraps a store so that each version it returns counts as seen, and its history is told from them.
 */
export function watchHistory(
  store: Store,
  { clock, monotonic, log }: Clocks,
): { readonly store: Store; readonly history: History } {
  let current: StoredRow | undefined;
  /** The latest version that this process has seen of the current history. */
  let seen = 0;
  /**
   * Grows with each gap and each new history, so that an operation can tell that it began before.
   */
  let epoch = 0;
  /** When this process learned of the current history, or of the gap, by the monotonic clock. */
  let learnedAt = monotonic();
  /** The store has gone back, and no new history is recorded yet. */
  let isGapOpen = false;
  /** Histories that quotes name, but that the store has never heard of. */
  let strangers: string[] = [];

  function noteGap(seenSince: number): void {
    epoch += 1;
    seen = seenSince;
    learnedAt = monotonic();
    if (!isGapOpen) log({ event: 'store-alarm', reason: 'store-went-back' });
    isGapOpen = true;
  }

  function enter(row: HistoryRow, version: number): void {
    // Two concurrent looks may find the same history.
    if (row.id === current?.row.id) return;
    epoch += 1;
    seen = version;
    learnedAt = monotonic();
    isGapOpen = false;
    strangers = [];
    current = { row, version };
  }

  /** Reads which history the store has, and begins another one if it has gone back. */
  async function look(): Promise<StoredRow> {
    const [begun, before] = [epoch, current];
    const stored = await readHistory(store);
    if (begun !== epoch) return look();
    if (before && !isGapOpen && continues(stored, before)) return advance(stored);
    if (stored?.row && isNews(stored.row, before)) {
      if (before && !isGapOpen) log({ event: 'store-alarm', reason: stored.row.reason });
      enter(stored.row, stored.version);
    } else {
      if (before && !isGapOpen) noteGap(seen);
      await begin(stored, before);
    }
    return current ?? look();
  }

  function advance({ row, version }: StoredRow): StoredRow {
    see(version, epoch);
    current = { row, version: Math.max(version, current?.version ?? 0) };
    return current;
  }

  /** Whether another process, or the operator, has begun this history after the current one. */
  function isNews({ ended }: HistoryRow, before: StoredRow | undefined): boolean {
    return before ? ended.includes(before.row.id) : !isGapOpen;
  }

  async function begin(stored: StoredHistory | undefined, before?: StoredRow): Promise<void> {
    const reason = stored || isGapOpen ? 'store-went-back' : 'store-new';
    const ended = [...(before ? [before.row.id] : []), ...strangers];
    const row = nextHistory(reason, clock(), stored, ended);
    const version = await writeHistory(store, row, stored?.version ?? 0);
    // Another process was first.
    if (version === undefined) return void (await look());
    if (reason === 'store-new') log({ event: 'store-alarm', reason });
    enter(row, version);
  }

  async function ensure(): Promise<StoredRow> {
    return current && !isGapOpen ? current : look();
  }

  /** `begun`: the epoch in which the operation began. */
  function see(version: number, begun: number): void {
    if (begun === epoch) seen = Math.max(seen, version);
  }

  async function put(
    key: string,
    value: string,
    expectedVersion: number,
  ): Promise<number | undefined> {
    // As they were before the write: concurrent writes may not resolve in the order in which they
    // began.
    const [begun, before] = [epoch, seen];
    const version = await store.put(key, value, expectedVersion);
    if (version === undefined || begun !== epoch) return version;
    if (version > before) see(version, begun);
    else openGap(version);
    return version;
  }

  function openGap(seenSince: number): void {
    noteGap(seenSince);
    // So that other processes learn of it soon. If this look fails, the next one tells them.
    look().catch(() => {});
  }

  store.onLoss?.(() => openGap(0));

  const watched: Store = {
    ...store,
    put,
    delete: (key, expectedVersion) => store.delete(key, expectedVersion),

    async get(key) {
      const begun = epoch;
      const entry = await store.get(key);
      if (entry) see(entry.version, begun);
      return entry;
    },

    async list(prefix, page) {
      const begun = epoch;
      const entries = await store.list(prefix, page);
      for (const { version } of entries) see(version, begun);
      return entries;
    },
  };

  const history: History = {
    async mark() {
      const { row } = await ensure();
      return { history: row.id, version: seen };
    },

    async since(mark) {
      let { row } = await ensure();
      // Another process may have begun it.
      if (mark.history !== row.id) ({ row } = await look());
      if (mark.history !== row.id && !row.ended.includes(mark.history)) {
        strangers.push(mark.history);
        noteGap(seen);
        ({ row } = await look());
      }
      const begun = epoch;
      const isOfRow = mark.history === row.id;
      if (isOfRow) see(mark.version, begun);
      return {
        hasGap: () => !isOfRow || begun !== epoch,
        isUnbroken: () =>
          look().then(
            () => begun === epoch,
            () => false,
          ),
        noteLoss() {
          if (begun === epoch) openGap(seen);
        },
      };
    },

    hasGapWithin(milliseconds) {
      const hasGap = isGapOpen || (current !== undefined && current.row.reason !== 'store-new');
      return hasGap && monotonic() - learnedAt <= milliseconds;
    },

    async touch() {
      const { row, version } = await look();
      const written = await writeHistory(watched, row, version);
      // Another process was first, so this one has proved nothing yet.
      if (written === undefined) return history.touch();
      if (row.id === current?.row.id) advance({ row, version: written });
    },
  };

  return { store: watched, history };
}

/**
 * Whether the row is still the one from before, or a later copy of it: a row's version only grows.
 */
function continues(
  stored: StoredHistory | undefined,
  { row, version }: StoredRow,
): stored is StoredRow {
  return stored?.row?.id === row.id && stored.version >= version;
}

import { z } from 'zod';
import { createCodec, parseStored } from './codec.ts';
import type { Store } from './store.ts';

export const historyReasons = ['store-new', 'store-went-back', 'store-restored'] as const;

/**
 * The history of a store: its writes from the beginning until it goes back to an earlier state, when
 * another history begins.
 */
export interface HistoryRow {
  /** Random, so that no two histories are taken for one. */
  readonly id: string;
  /** Why it began. */
  readonly reason: (typeof historyReasons)[number];
  readonly began_at: number;
  /** The histories that it has ended, latest first. */
  readonly ended: readonly string[];
}

export interface StoredHistory {
  /** Undefined where the row cannot be read. */
  readonly row: HistoryRow | undefined;
  readonly version: number;
}

/** Ended histories that a row names. In the life of a quote, no more than one ends. */
const MOST_ENDED = 50;
export const HISTORY_KEY = 'history';
const codec = createCodec<HistoryRow>(
  z.object({
    id: z.string(),
    reason: z.enum(historyReasons),
    began_at: z.number().min(0),
    ended: z.array(z.string()),
  }),
);

/** Undefined where no process has used the store yet. @throws {StoreUnavailable} */
export async function readHistory(store: Store): Promise<StoredHistory | undefined> {
  const entry = await store.get(HISTORY_KEY);
  return entry && { row: codec.decode(parseStored(entry.value)), version: entry.version };
}

/** Compare-and-set: undefined when another process wrote first. @throws {StoreUnavailable} */
export function writeHistory(
  store: Store,
  row: HistoryRow,
  expectedVersion: number,
): Promise<number | undefined> {
  return store.put(HISTORY_KEY, JSON.stringify(codec.encode(row)), expectedVersion);
}

/** A history that ends the stored one, those which that has ended, and `alsoEnded`. */
export function nextHistory(
  reason: HistoryRow['reason'],
  began_at: number,
  stored: StoredHistory | undefined,
  alsoEnded: readonly string[] = [],
): HistoryRow {
  const { row } = stored ?? {};
  const ended = [...alsoEnded, ...(row ? [row.id, ...row.ended] : [])];
  return {
    id: crypto.randomUUID(),
    reason,
    began_at,
    ended: [...new Set(ended)].slice(0, MOST_ENDED),
  };
}

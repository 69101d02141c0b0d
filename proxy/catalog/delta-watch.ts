import { HOUR } from '#contract/milliseconds';
import type { Clock } from '../clock.ts';

/**
 * Watches the assumption that a delta includes changed places; the spec says only "changed". If a
 * live read differs from the index, one of the next deltas has to name that date.
 */
export interface DeltaWatch {
  /**
   * Called when a live read has shown other places: one of the next deltas has to name this date.
   */
  expect(id: string): void;
  /** The dates that the next delta has to name; asked before that delta is requested. */
  due(): readonly string[];
  /** Counts the due dates that the delta does not name. Returns whether that is too often. */
  check(due: readonly string[], idsInDelta: ReadonlySet<string>): boolean;
  /** Forgets expected dates and misses. */
  reset(): void;
}

/** This many misses within this time are no accident. */
const MISSES = 3;
const MISSES_WITHIN = HOUR;
/** A delta may come from a lagging replica, so the next one counts too. */
const CHANCES = 2;
const MAX_EXPECTED = 1_000;

export function createDeltaWatch(clock: Clock): DeltaWatch {
  /** By expected date: the number of deltas that have not named it. */
  const expected = new Map<string, number>();
  let misses: number[] = [];

  return {
    expect(id) {
      if (expected.size < MAX_EXPECTED && !expected.has(id)) expected.set(id, 0);
    },

    due: () => [...expected.keys()],

    check(due, idsInDelta) {
      for (const id of due) {
        const chances = (expected.get(id) ?? 0) + 1;
        if (!idsInDelta.has(id) && chances < CHANCES) {
          expected.set(id, chances);
          continue;
        }
        expected.delete(id);
        if (!idsInDelta.has(id)) misses.push(clock());
      }
      misses = misses.filter((at) => clock() < at + MISSES_WITHIN);
      return misses.length >= MISSES;
    },

    reset() {
      expected.clear();
      misses = [];
    },
  };
}

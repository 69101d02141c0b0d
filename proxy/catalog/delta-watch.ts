import type { Clock } from '../clock.ts';

/**
 * Watches the assumption that a delta shows changed places; the spec says only "changed". Where a
 * live read differs from what was listed before, one of the next deltas has to name that date.
 */
export interface DeltaWatch {
  /** The places of a date are not those that were known. */
  expect(id: string): void;
  /**
   * A delta is about to be requested. The function that comes back is given the ids of that delta,
   * and returns whether the assumption has failed too often.
   */
  begin(): (shown: ReadonlySet<string>) => boolean;
  /** Forgets what it has seen. */
  reset(): void;
}

/** So many in so long are no accident. */
const MISSES = 3;
const MISSES_WITHIN = 3_600_000;
/** A delta may be of a copy that is a little behind; the second one overlaps it. */
const CHANCES = 2;
const MAX_EXPECTED = 1_000;

export function createDeltaWatch(clock: Clock): DeltaWatch {
  /** Deltas that have not named the date, by its id. */
  const expected = new Map<string, number>();
  let misses: number[] = [];

  return {
    expect(id) {
      if (expected.size < MAX_EXPECTED && !expected.has(id)) expected.set(id, 0);
    },

    begin() {
      const due = [...expected.keys()];
      return (shown) => {
        for (const id of due) {
          const chances = (expected.get(id) ?? 0) + 1;
          if (!shown.has(id) && chances < CHANCES) {
            expected.set(id, chances);
            continue;
          }
          expected.delete(id);
          if (!shown.has(id)) misses.push(clock());
        }
        misses = misses.filter((at) => clock() < at + MISSES_WITHIN);
        return misses.length >= MISSES;
      };
    },

    reset() {
      expected.clear();
      misses = [];
    },
  };
}

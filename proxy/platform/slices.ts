import type { Clock } from '../clock.ts';
import { nextTurn } from '../http/turns.ts';

/** Divides long work into slices, between which the event loop handles other events. */
export interface Slices {
  /** Begins the first slice, because the work may have waited for its input since it was set up. */
  begin(): void;
  /** Undefined within a slice; at its end, a promise to await before the next one. */
  pause(): Promise<void> | undefined;
}

/** Milliseconds. */
const SLICE = 5;

/** `monotonic` is in milliseconds. */
export function createSlices(monotonic: Clock): Slices {
  let endsAt = monotonic() + SLICE;

  function begin(): void {
    endsAt = monotonic() + SLICE;
  }

  return {
    begin,
    pause: () => (monotonic() < endsAt ? undefined : nextTurn().then(begin)),
  };
}

/** Runs all steps in slices, and resolves to their result. */
export async function runInSlices<T>(steps: Generator<void, T>, slices: Slices): Promise<T> {
  slices.begin();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    // No `await` within a slice, as it would take longer than most steps.
    const pause = slices.pause();
    if (pause) await pause;
  }
}

/** Runs all steps at once, for short lists. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

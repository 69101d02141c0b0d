import type { Clock } from '../clock.ts';

/** Work in slices: between two of them everybody else gets a turn. */
export interface Slices {
  /** Resolves at once within a slice; after it, when others had their turn. */
  pause(): Promise<void> | undefined;
}

/** Milliseconds. */
const SLICE = 20;

/** `monotonic` is in milliseconds. */
export function createSlices(monotonic: Clock): Slices {
  let endsAt = monotonic() + SLICE;

  return {
    pause() {
      if (monotonic() < endsAt) return undefined;
      return new Promise((resolve) => {
        setTimeout(() => {
          endsAt = monotonic() + SLICE;
          resolve();
        }, 0);
      });
    },
  };
}

/** Runs all steps, and resolves to what they come to. */
export async function runInSlices<T>(steps: Generator<void, T>, slices: Slices): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    // Awaiting nothing would take longer than most steps.
    const pause = slices.pause();
    if (pause) await pause;
  }
}

/** Runs all steps at once, where there are few. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

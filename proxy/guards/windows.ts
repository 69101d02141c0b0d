import { ageOf } from '#contract/age';
import { createBoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import { countedAlone, type Counter, type SharedCounts } from './shared-counts.ts';

/** More than ten thousand keys; a flood of them evicts the least recently used. */
const MAX_BYTES = 4_000_000;
const WINDOW_BYTES = 70;

/** Counts what each key has used of something within a window of time. */
export interface Windows {
  /** What the key has used, as far as this instance knows. */
  used(key: string): number;
  /** 0 if this amount is left; otherwise the milliseconds until the window ends. */
  waitFor(key: string, amount: number, limit: number): number;
  /**
   * Adds a use, even beyond the limit: a cost that is only known afterwards leaves less for later
   * requests. The returned function removes it.
   */
  add(key: string, amount: number, limit: number): () => void;
}

interface WindowsOptions {
  readonly name: string;
  /** Milliseconds. */
  readonly length: number;
  readonly clock: Clock;
  readonly sharedCounts?: SharedCounts;
}

/** A window begins with the first use after the last window has ended. */
export function createWindows({
  name,
  length,
  clock,
  sharedCounts = countedAlone,
}: WindowsOptions): Windows {
  const windows = createBoundedMap({
    maxBytes: MAX_BYTES,
    bytesOf: () => WINDOW_BYTES,
    create: () => ({ used: 0, unsaved: 0, since: clock(), renewals: 0 }),
  });

  function current(key: string) {
    const window = windows.memo(key);
    if (ageOf(window.since, clock()) >= length) {
      const renewals = window.renewals + 1;
      Object.assign(window, { used: 0, unsaved: 0, since: clock(), renewals });
    }
    return window;
  }

  /** Returns whether the key's window is still the same: it may end, or be evicted. */
  function identify(key: string): () => boolean {
    const window = current(key);
    const { renewals } = window;
    return () => current(key) === window && window.renewals === renewals;
  }

  const counter: Counter = {
    name,
    length,
    unsaved(key) {
      const isSame = identify(key);
      const { unsaved: amount } = current(key);
      return {
        amount,
        absorb({ used, endsIn }) {
          const window = current(key);
          // What was undone during the save makes `unsaved` negative, and is saved next time.
          if (isSame()) window.unsaved -= amount;
          window.used = used + window.unsaved;
          window.since = clock() + endsIn - length;
        },
      };
    },
  };

  return {
    // Looking at a key must not create a window.
    used: (key) => (windows.has(key) ? current(key).used : 0),

    waitFor(key, amount, limit) {
      const { used, since } = current(key);
      if (used + amount <= limit) return 0;
      // Saved even if nothing was used here: another instance may have undone a use.
      sharedCounts.note(counter, key, limit, limit);
      return since + length - clock();
    },

    add(key, amount, limit) {
      const window = current(key);
      window.used += amount;
      window.unsaved += amount;
      sharedCounts.note(counter, key, window.used, limit);
      const isSame = identify(key);
      return () => {
        // A window that has ended or was evicted has lost its uses already.
        if (!isSame()) return;
        sharedCounts.note(counter, key, window.used, limit);
        window.used = Math.max(0, window.used - amount);
        window.unsaved -= amount;
      };
    },
  };
}

/**
 * Runs what the platform does at a given time: orders expire, delayed orders are created, late
 * notifications are sent.
 */
export interface Scheduler {
  add(at: number, task: (at: number) => void): void;
  /** Runs all that is due, earliest first, including what is added meanwhile. */
  runUntil(now: number): void;
  clear(): void;
}

export function createScheduler(): Scheduler {
  let entries: { readonly at: number; readonly task: (at: number) => void }[] = [];
  return {
    add(at, task) {
      // After all entries of the same time, so that they run in the order in which they were added.
      const index = entries.findLastIndex((entry) => entry.at <= at) + 1;
      entries.splice(index, 0, { at, task });
    },
    runUntil(now) {
      for (let next = entries[0]; next && next.at <= now; next = entries[0]) {
        entries.shift();
        next.task(next.at);
      }
    },
    clear() {
      entries = [];
    },
  };
}

/**
 * What the platform does by itself when a moment comes: orders expire, held-up ones land, late
 * notifications leave.
 */
export interface Agenda {
  add(at: number, task: (at: number) => void): void;
  /** Does all that is due, earliest first, including what turns up while doing it. */
  runUntil(now: number): void;
  clear(): void;
}

export function createAgenda(): Agenda {
  let entries: { readonly at: number; readonly task: (at: number) => void }[] = [];
  return {
    add(at, task) {
      // Behind all of the same moment, so that these keep the order in which they were added.
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

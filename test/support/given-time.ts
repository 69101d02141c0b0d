/**
 * Loaded before a program that a test starts as a process of its own: its clock stands still, and
 * what waits for a second or more waits until the test has sent it so many milliseconds, which
 * it confirms. Timers that are shorter only gather work, and run as ever.
 */
const SHORTEST_WAIT = 1_000;

/** As much of a timer as its owners use. */
class Wait {
  readonly due: number;
  readonly end: () => void;

  constructor(due: number, end: () => void) {
    this.due = due;
    this.end = end;
  }

  unref(): this {
    return this;
  }
}

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
const waits = new Set<Wait>();
let now = Date.now();

Date.now = () => now;
Object.assign(globalThis, {
  setTimeout(run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) {
    if (delay < SHORTEST_WAIT) return real.setTimeout(run, delay, ...values);
    const wait = new Wait(now + delay, () => run(...values));
    waits.add(wait);
    return wait;
  },
  clearTimeout(timer: unknown) {
    if (timer instanceof Wait) waits.delete(timer);
    else real.clearTimeout(timer as NodeJS.Timeout);
  },
});

process.on('message', (milliseconds: number) => {
  now += milliseconds;
  for (const wait of waits) {
    if (wait.due <= now && waits.delete(wait)) wait.end();
  }
  process.send?.('passed');
});
// The test that listens is no reason to go on.
process.channel?.unref();

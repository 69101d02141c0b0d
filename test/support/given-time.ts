/**
 * Preloaded into a program that a test starts as a process. Its clock stands still, and timers of a
 * second or more end only when the test has sent enough milliseconds, each of which the process
 * confirms. Shorter timers only batch work, and run as usual.
 */
const SHORTEST_WAIT = 1_000;

/** The part of Node's timer that is used. */
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
// The channel to the test must not keep this process alive.
process.channel?.unref();

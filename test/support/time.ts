/**
 * Controlled time for tests in browsers, so that results do not depend on how fast the machine is.
 */
// Destructured, because browser timers must not be called as methods of another object.
const { setTimeout: beginTimeout, clearTimeout: endTimeout } = globalThis;

/** Shorter timers only defer work, as axe does, and run as usual. */
const SHORTEST_WAIT = 100;
/** Time-outs of the runner and the proxy are at least this long, and run in real time. */
const SHORTEST_TIMEOUT = 10_000;
/** In real milliseconds; only something that never happens takes this long. */
const HANG = 60_000;
const POLL = 20;

interface Wait {
  readonly due: number;
  readonly end: () => void;
}

export interface ControlledTime {
  /** How many milliseconds have passed. */
  readonly passed: () => number;
  /** Lets this many milliseconds pass, and ends the waits that are due. */
  readonly pass: (milliseconds: number) => void;
  /** Whether anything waits for exactly so long from now. */
  readonly isAwaited: (milliseconds: number) => boolean;
  /** From now on every wait ends at once, in order. */
  readonly fly: () => void;
}

let letGo = () => {};
afterEach(() => letGo());

/** Stops the page's timers until the end of the test. */
export function holdTime(): ControlledTime {
  letGo();
  const waits = new Map<number, Wait>();
  let now = 0;
  let flies = false;
  // Higher than any timer id of a browser.
  let lastId = 2 ** 40;

  const setTimeout = (run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) => {
    if (delay < SHORTEST_WAIT) return beginTimeout(run, delay, ...values);
    if (flies && delay < SHORTEST_TIMEOUT) return beginTimeout(run, 0, ...values);
    lastId += 1;
    waits.set(lastId, { due: now + delay, end: () => run(...values) });
    return lastId;
  };
  const clearTimeout = (id?: number) => {
    if (id === undefined || !waits.delete(id)) endTimeout(id);
  };
  Object.assign(globalThis, { setTimeout, clearTimeout });
  letGo = () =>
    void Object.assign(globalThis, { setTimeout: beginTimeout, clearTimeout: endTimeout });

  function endWaitsUntil(latest: number): void {
    for (;;) {
      const [next] = [...waits]
        .filter(([, { due }]) => due <= latest)
        .sort(([, one], [, other]) => one.due - other.due);
      if (!next) break;
      const [id, { due, end }] = next;
      waits.delete(id);
      now = Math.max(now, due);
      end();
    }
    now = latest;
  }

  return {
    passed: () => now,
    pass: (milliseconds) => endWaitsUntil(now + milliseconds),
    isAwaited: (milliseconds) => [...waits.values()].some(({ due }) => due === now + milliseconds),
    fly() {
      flies = true;
      endWaitsUntil(now + SHORTEST_TIMEOUT - 1);
    },
  };
}

/** Waits until a condition is true, however slow this machine is. */
export async function until(isSo: () => unknown, what: string): Promise<void> {
  const latest = performance.now() + HANG;
  while (!isSo()) {
    if (performance.now() > latest) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => beginTimeout(resolve, POLL));
  }
}

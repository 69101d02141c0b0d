/**
 * Time for tests in browsers: what is tested gets it from the test, and never from the clock of
 * the machine, which is slow when it has other work.
 */
// Called as functions, because a browser's timers belong to the window.
const { setTimeout: beginTimeout, clearTimeout: endTimeout } = globalThis;

/** Shorter ones order things within a turn, as axe does; nobody waits for them. */
const SHORTEST_WAIT = 100;
/** A time-out of the runner or of the proxy is so long at least; it takes what it takes. */
const SHORTEST_TIMEOUT = 10_000;
/** In real milliseconds; only what never comes takes so long. */
const HANG = 60_000;
const POLL = 20;

interface Wait {
  readonly due: number;
  readonly end: () => void;
}

export interface ControlledTime {
  /** Ends the waits that are over after so many milliseconds. */
  readonly pass: (milliseconds: number) => void;
  /** From now on every wait ends at once, in its turn. */
  readonly fly: () => void;
}

let letGo = () => {};
afterEach(() => letGo());

/** Until the end of the test no wait of the page ends by itself. */
export function holdTime(): ControlledTime {
  letGo();
  const waits = new Map<number, Wait>();
  let now = 0;
  let flies = false;
  // No id of a browser is so high.
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
    pass: (milliseconds) => endWaitsUntil(now + milliseconds),
    fly() {
      flies = true;
      endWaitsUntil(now + SHORTEST_TIMEOUT - 1);
    },
  };
}

/** Ends when it is so, however long that takes on this machine. */
export async function until(isSo: () => unknown, what: string): Promise<void> {
  const latest = performance.now() + HANG;
  while (!isSo()) {
    if (performance.now() > latest) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => beginTimeout(resolve, POLL));
  }
}

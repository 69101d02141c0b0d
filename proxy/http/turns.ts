/**
 * Rounds of the event loop between two pieces of long work. One round handles everything that has
 * arrived, but accepts only one new connection.
 */
export const ROUNDS = 32;

/** Resumes the waiting pieces. One queue for the whole process, as it has one thread. */
const waiting: (() => void)[] = [];

/**
 * Awaited between two pieces of long work. Only one piece resumes at a time: many short ones in a
 * row would block the thread like a long one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) begin();
  });
}

/** In a browser one timer is enough, because it delays each by some milliseconds. */
function begin(): void {
  const setImmediate = immediateOfNode();
  if (setImmediate) letPass(ROUNDS, setImmediate);
  else letPass(1, (run) => setTimeout(run, 0));
}

function letPass(rounds: number, inNextRound: (run: () => void) => unknown): void {
  inNextRound(function endRound() {
    if (rounds > 1) return letPass(rounds - 1, inNextRound);
    waiting.shift()?.();
    if (waiting.length > 0) begin();
  });
}

/**
 * Node's `setImmediate`, which does not wait for timers. Browsers have none, and accept no
 * connections.
 */
function immediateOfNode(): ((run: () => void) => unknown) | undefined {
  return (globalThis as { readonly setImmediate?: (run: () => void) => unknown }).setImmediate;
}

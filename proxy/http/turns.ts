/**
 * Rounds of the event loop between two pieces of long work. Whatever has come is handled in one, but
 * of new connections each round accepts a single one.
 */
export const ROUNDS = 32;

/** What goes on with the pieces that wait, of the whole process, as it has one thread. */
const waiting: (() => void)[] = [];

/**
 * To be awaited between two pieces of long work. One piece at a time goes on, or much work in short
 * pieces would block the thread like a long one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) begin();
  });
}

/** One timer is enough in a browser, which delays each by some milliseconds. */
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

/** Node's own, which waits for no timer. Browsers have none, and accept no connections. */
function immediateOfNode(): ((run: () => void) => unknown) | undefined {
  return (globalThis as { readonly setImmediate?: (run: () => void) => unknown }).setImmediate;
}

import { mock } from 'node:test';

/** Counts how often `load` yielded to other work. */
export async function countTurns(load: () => Promise<unknown>): Promise<number> {
  const turns = mock.method(globalThis, 'setTimeout');
  await load();
  // The timeout of the call does not count.
  const count = turns.mock.calls.filter(({ arguments: [, delay] }) => delay === 0).length;
  turns.mock.restore();
  return count;
}

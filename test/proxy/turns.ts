import { mock } from 'node:test';

/** How many turns others had while this ran in slices. */
export async function countTurns(load: () => Promise<unknown>): Promise<number> {
  const turns = mock.method(globalThis, 'setTimeout');
  await load();
  // The time-out of the call is no turn.
  const count = turns.mock.calls.filter(({ arguments: [, delay] }) => delay === 0).length;
  turns.mock.restore();
  return count;
}

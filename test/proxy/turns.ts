import { mock } from 'node:test';
import { ROUNDS } from '../../proxy/http/turns.ts';

/** Counts how often `load` yielded to other work. */
export async function countTurns(load: () => Promise<unknown>): Promise<number> {
  const rounds = mock.method(globalThis, 'setImmediate');
  await load();
  rounds.mock.restore();
  // Those of streams do not count.
  const isOurs = ({ name }: { readonly name: string }) => name === 'endRound';
  return rounds.mock.calls.filter(({ arguments: [run] }) => isOurs(run)).length / ROUNDS;
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nextTurn, ROUNDS } from '../../../proxy/http/turns.ts';

/** Counts the rounds of the event loop until the promise resolves. */
async function roundsUntil(promise: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    rounds += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await promise;
  isOver = true;
  return rounds;
}

test('between two pieces of long work the event loop has rounds for many connections', async () => {
  assert.ok((await roundsUntil(nextTurn())) >= ROUNDS - 1);
});

test('of all long work in the process one piece at a time goes on', async () => {
  const rounds = await roundsUntil(Promise.all(Array.from({ length: 5 }, nextTurn)));

  assert.ok(rounds >= 5 * ROUNDS - 1, String(rounds));
});

test('they go on in the order in which they came', async () => {
  const log: string[] = [];
  const work = async (name: string) => {
    for (let piece = 1; piece <= 2; piece += 1) {
      await nextTurn();
      log.push(name + piece);
    }
  };

  await Promise.all([work('a'), work('b'), work('c')]);
  assert.deepEqual(log, ['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
});

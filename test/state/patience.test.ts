import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ConnectionError, ContractError, ProblemError } from '../../src/client/client-errors.ts';
import { keeping, patiently } from '../../src/state/patience.ts';
import { aProblem } from '../support/builders.ts';

const never = new AbortController().signal;
const problem = (status: number, retryAfter?: number) =>
  new ProblemError({ ...aProblem('too-many-requests'), status }, retryAfter);

/** Fails with each of these in turn, and then answers. */
function failing(t: TestContext, ...errors: Error[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  const read = async () => {
    asked += 1;
    const error = errors.shift();
    if (error) throw error;
    return 'there';
  };
  const after = async (millis: number) => {
    await new Promise(setImmediate);
    t.mock.timers.tick(millis);
    await new Promise(setImmediate);
    return asked;
  };
  return { read, after };
}

test('what could not be read is asked for again after a while', async (t) => {
  const { read, after } = failing(t, new ConnectionError());
  const answer = patiently(read, never);

  assert.equal(await after(1999), 1);
  assert.equal(await after(1), 2);
  assert.equal(await answer, 'there');
});

test('waits as long as the answer says', async (t) => {
  const { read, after } = failing(t, problem(429, 20_000));
  const answer = patiently(read, never);

  assert.equal(await after(19_999), 1);
  assert.equal(await after(1), 2);
  assert.equal(await answer, 'there');
});

test('waits no less than it would by itself', async (t) => {
  const { read, after } = failing(t, new ContractError('', 503, 0));
  void patiently(read, never);

  assert.equal(await after(1999), 1);
  assert.equal(await after(1), 2);
});

test('gives up after a few times', async (t) => {
  const errors = Array.from({ length: 9 }, () => problem(503, 5000));
  const { read, after } = failing(t, ...errors);
  const answer = assert.rejects(patiently(read, never), ProblemError);

  for (let time = 0; time < 20; time += 1) await after(60_000);

  assert.equal(await after(60_000), 4);
  await answer;
});

test('asks no more where it should wait for longer than anybody would', async (t) => {
  const { read, after } = failing(t, problem(429, 3_600_000));

  await assert.rejects(patiently(read, never), ProblemError);
  assert.equal(await after(4_000_000), 1);
});

test('takes a no for an answer', async (t) => {
  const { read, after } = failing(t, problem(404));

  await assert.rejects(patiently(read, never), ProblemError);
  assert.equal(await after(60_000), 1);
});

test('asks no more for what is not wanted any more', async (t) => {
  const { read, after } = failing(t, new ConnectionError());
  const abort = new AbortController();
  const answer = assert.rejects(patiently(read, abort.signal), /aborted/);
  await after(100);

  abort.abort();

  await answer;
  assert.equal(await after(60_000), 1);
});

test('what is known stays when it cannot be read once more', async () => {
  assert.equal(await keeping('known', Promise.reject(new ConnectionError())), 'known');
  assert.equal(await keeping('known', Promise.reject(problem(429))), 'known');
  assert.equal(await keeping('known', Promise.resolve('new')), 'new');
});

test('what is known goes when it is gone, and what is not known fails', async () => {
  await assert.rejects(keeping('known', Promise.reject(problem(404))), ProblemError);
  await assert.rejects(keeping(undefined, Promise.reject(new ConnectionError())), ConnectionError);
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { RequestError } from '../../src/client/request-error.ts';
import { delay, keepPrevious, retryWithBackoff } from '../../src/state/retry.ts';
import { aProblem, noResponse } from '../support/builders.ts';

const neverAborted = new AbortController().signal;
const disconnected = () => new RequestError(noResponse);
const refusal = (status: number, retryAfter?: number) =>
  new RequestError({
    kind: 'problem',
    problem: { ...aProblem('too-many-requests'), status },
    retryAfter,
  });

/** A load that fails with each of these in turn, and then succeeds. */
function failing(...errors: Error[]) {
  mock.timers.enable({ apis: ['setTimeout'] });
  let loads = 0;
  const load = async () => {
    loads += 1;
    const error = errors.shift();
    if (error) throw error;
    return 'loaded';
  };
  const loadsAfter = async (millis: number) => {
    await new Promise(setImmediate);
    mock.timers.tick(millis);
    await new Promise(setImmediate);
    return loads;
  };
  return { load, loadsAfter };
}

test('a failed load is retried after a while', async () => {
  const { load, loadsAfter } = failing(disconnected());
  const value = retryWithBackoff(load, neverAborted);

  assert.equal(await loadsAfter(1999), 1);
  assert.equal(await loadsAfter(1), 2);
  assert.equal(await value, 'loaded');
});

test('waits for the time of Retry-After', async () => {
  const { load, loadsAfter } = failing(refusal(429, 20_000));
  const value = retryWithBackoff(load, neverAborted);

  assert.equal(await loadsAfter(19_999), 1);
  assert.equal(await loadsAfter(1), 2);
  assert.equal(await value, 'loaded');
});

test('waits no less than its own delay', async () => {
  const gateway = new RequestError({ kind: 'unreadable', status: 503, retryAfter: 0 });
  const { load, loadsAfter } = failing(gateway);
  void retryWithBackoff(load, neverAborted);

  assert.equal(await loadsAfter(1999), 1);
  assert.equal(await loadsAfter(1), 2);
});

test('gives up after three retries', async () => {
  const errors = Array.from({ length: 9 }, () => refusal(503, 5000));
  const { load, loadsAfter } = failing(...errors);
  const rejected = assert.rejects(retryWithBackoff(load, neverAborted), RequestError);

  for (let minute = 0; minute < 20; minute += 1) await loadsAfter(60_000);

  assert.equal(await loadsAfter(60_000), 4);
  await rejected;
});

test('does not retry if Retry-After is too long', async () => {
  const { load, loadsAfter } = failing(refusal(429, 3_600_000));

  await assert.rejects(retryWithBackoff(load, neverAborted), RequestError);
  assert.equal(await loadsAfter(4_000_000), 1);
});

test('does not retry a refusal', async () => {
  const { load, loadsAfter } = failing(refusal(404));

  await assert.rejects(retryWithBackoff(load, neverAborted), RequestError);
  assert.equal(await loadsAfter(60_000), 1);
});

test('does not retry an aborted load', async () => {
  const { load, loadsAfter } = failing(disconnected());
  const abort = new AbortController();
  const rejected = assert.rejects(retryWithBackoff(load, abort.signal), /aborted/);
  await loadsAfter(100);

  abort.abort();

  await rejected;
  assert.equal(await loadsAfter(60_000), 1);
});

test('the previous value stays while reloading fails temporarily', async () => {
  assert.equal(await keepPrevious('previous', Promise.reject(disconnected())), 'previous');
  assert.equal(await keepPrevious('previous', Promise.reject(refusal(429))), 'previous');
  assert.equal(await keepPrevious('previous', Promise.resolve('next')), 'next');
});

test('the previous value is dropped after a refusal, and without one the load fails', async () => {
  await assert.rejects(keepPrevious('previous', Promise.reject(refusal(404))), RequestError);
  await assert.rejects(keepPrevious(undefined, Promise.reject(disconnected())), RequestError);
});

test('a delay waits, although the page has replaced Promise', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const own = globalThis.Promise;
  globalThis.Promise = class {} as unknown as PromiseConstructor;
  t.onTestFinished(() => void (globalThis.Promise = own));

  const wait = delay(1000, neverAborted);

  globalThis.Promise = own;
  assert.ok(wait instanceof Promise);
});

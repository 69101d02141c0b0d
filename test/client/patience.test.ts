import assert from 'node:assert/strict';
import test from 'node:test';
import { createBookingClient } from '../../src/client/booking-client.ts';
import { ContractError, ProblemError, retryAfterOf } from '../../src/client/client-errors.ts';
import { aProblem, NOW } from '../support/builders.ts';

const answering = (response: Response) =>
  createBookingClient({
    proxy: 'https://book.example',
    fetch: () => Promise.resolve(response),
    clock: () => NOW,
  });
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  );
const headers = { 'Retry-After': '30' };

for (const [text, wait] of [
  ['30', 30_000],
  ['0', 0],
  [new Date(NOW + 60_000).toUTCString(), 60_000],
  [new Date(NOW - 60_000).toUTCString(), undefined],
  ['soon', undefined],
  ['-5', undefined],
  [undefined, undefined],
] as const) {
  test(`to be asked again after “${text}” is ${wait} milliseconds`, () => {
    const given = new Headers(text === undefined ? {} : { 'Retry-After': text });

    assert.equal(retryAfterOf(given, NOW), wait);
  });
}

test('a refusal says how long to wait', async () => {
  const problem = { ...aProblem('too-many-requests'), status: 429 };
  const error = await failureOf(answering(Response.json(problem, { status: 429, headers })).site());

  assert.ok(error instanceof ProblemError);
  assert.equal(error.retryAfter, 30_000);
});

test('what something in between answers says so too, and with what status', async () => {
  const error = await failureOf(
    answering(new Response('<h1>No</h1>', { status: 503, headers })).site(),
  );

  assert.ok(error instanceof ContractError);
  assert.deepEqual([error.status, error.retryAfter], [503, 30_000]);
});

test('an answer that could not be renewed is known by itself', async () => {
  const stale = answering(Response.json([], { headers: { 'Booking-Stale': 'true' } }));
  const fresh = answering(Response.json([]));
  const [old, current] = [await stale.events({ limit: 1 }), await fresh.events({ limit: 1 })];

  assert.deepEqual([stale.isStale(old), fresh.isStale(current)], [true, false]);
  assert.equal(stale.isStale(undefined), false);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { headerOf } from '../../src/client/own-response.ts';
import { RequestError } from '../../src/client/request-error.ts';
import { parseResponse } from '../../src/client/response.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { aProblem, NOW } from '../support/builders.ts';

function failureOfParsing(status: number, text: string, headers: Record<string, string> = {}) {
  let failure: Failure | undefined;
  assert.throws(
    () => parseResponse(new Response(null, { status, headers }), text, () => NOW),
    (error) => {
      assert.ok(error instanceof RequestError);
      failure = error.failure;
      return true;
    },
  );
  return failure;
}

test('a successful response is read as its body', () => {
  assert.deepEqual(
    parseResponse(new Response(), '[{"id":"kayak"}]', () => NOW),
    [{ id: 'kayak' }],
  );
});

test('a successful response is read although the page has broken the clock', () => {
  const broken = () => assert.fail('the time was read');

  assert.deepEqual(parseResponse(new Response(), '["SPREE7"]', broken), ['SPREE7']);
});

test('a refusal is read as its problem with the time to wait', () => {
  const problem = aProblem('too-many-requests');

  assert.deepEqual(failureOfParsing(429, JSON.stringify(problem), { 'Retry-After': '30' }), {
    kind: 'problem',
    problem,
    retryAfter: 30_000,
  });
});

test('an error page of a gateway is unreadable, but keeps its status and the time to wait', () => {
  assert.deepEqual(failureOfParsing(503, '<h1>No</h1>', { 'Retry-After': '30' }), {
    kind: 'unreadable',
    status: 503,
    retryAfter: 30_000,
  });
});

for (const [title, status, text] of [
  ['a page of something in between', 502, '<h1>Bad Gateway</h1>'],
  ['a page with a status of success', 200, '<!doctype html>'],
  ['an empty body', 200, ''],
  ['half of a body', 200, '[{"id":'],
  ['an error of another kind', 500, '{"message":"no"}'],
  ['an error that is null', 500, 'null'],
  ['an error that is a text', 500, '"no"'],
] as const) {
  test(`${title} is unreadable`, () => {
    const failure = failureOfParsing(status, text);

    assert.deepEqual(failure, { kind: 'unreadable', status, retryAfter: undefined });
  });
}

test('a problem is one also where the page’s fetch calls every response a success', () => {
  const problem = { code: 'method-not-allowed', errors: [] };
  assert.throws(
    () => parseResponse(new Response(), JSON.stringify(problem), () => NOW),
    (error: RequestError) => error.failure.kind === 'problem',
  );
});

test('headers are read though the page has replaced their methods', () => {
  const { get } = Headers.prototype;
  Headers.prototype.get = () => {
    throw new Error('of another script');
  };
  try {
    const response = new Response(null, { headers: { 'Booking-Stale': 'true' } });
    assert.equal(headerOf(response, 'Booking-Stale'), 'true');
    assert.equal(headerOf(response, 'Age'), null);
  } finally {
    Headers.prototype.get = get;
  }
});

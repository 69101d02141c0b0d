import assert from 'node:assert/strict';
import { test } from 'vitest';
import { problem, problemCodes } from '#contract/problem.schema';
import {
  errorResponse,
  invalidField,
  ProblemError,
  problemResponse,
  throwProblems,
  toProblem,
} from '../../../proxy/http/problems.ts';

const soldOut = { code: 'sold-out', field: 'lines[0]', left: 1 } as const;

for (const code of problemCodes) {
  test(`${code} is a problem of the contract, with a status from 400 up`, () => {
    const body = problem.parse(toProblem(code, []));

    assert.equal(body.type, `urn:problem-type:booking:${code}`);
    assert.ok(body.status >= 400 && body.status < 600 && body.title !== '');
  });
}

test('a problem is no-store, and its status is that of its body', () => {
  const { status, headers, body } = errorResponse(new ProblemError('sold-out', [soldOut]));

  assert.equal(status, 409);
  assert.equal(headers['Content-Type'], 'application/problem+json');
  assert.equal(headers['Cache-Control'], 'no-store');
  assert.deepEqual(JSON.parse(String(body)), toProblem('sold-out', [soldOut]));
});

test('only a 503 has a Retry-After, unless the error sets one', () => {
  const retryAfter = (error: ProblemError) => errorResponse(error).headers['Retry-After'];

  assert.equal(retryAfter(new ProblemError('platform-down')), '5');
  assert.equal(retryAfter(new ProblemError('platform-busy', [], { 'Retry-After': '30' })), '30');
  assert.equal(retryAfter(new ProblemError('internal-error')), undefined);
});

test('a stored problem is sent again as it was', () => {
  const stored = { ...toProblem('order-refused', []), title: 'A title of last year.' };

  assert.deepEqual(JSON.parse(String(problemResponse(stored).body)), stored);
});

test('of several problems the first gives the code, and all are named', () => {
  const errors = [soldOut, { code: 'price-changed', field: 'lines[1]' }] as const;

  assert.throws(() => throwProblems(errors), { code: 'sold-out', errors });
  throwProblems([]);
});

test('an invalid field is named with its detail', () => {
  const { code, errors } = invalidField('site', 'there is no such site');

  assert.equal(code, 'invalid-request');
  assert.deepEqual(errors, [
    { code: 'invalid-request', field: 'site', detail: 'there is no such site' },
  ]);
});

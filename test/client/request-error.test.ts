import assert from 'node:assert/strict';
import test from 'node:test';
import { failureOf, RequestError } from '../../src/client/request-error.ts';
import { aRefusal, noResponse } from '../support/builders.ts';

for (const failure of [aRefusal('sold-out'), noResponse]) {
  test(`the failure of a RequestError is the one that it carries: ${failure.kind}`, () => {
    assert.equal(failureOf(new RequestError(failure)), failure);
  });
}

for (const [thrown, name] of [
  [new TypeError('Invalid URL'), 'TypeError'],
  ['a text', 'Error'],
  [undefined, 'Error'],
] as const) {
  test(`whatever else was thrown is unexpected: ${String(thrown)}`, () => {
    assert.deepEqual(failureOf(thrown), { kind: 'unexpected', name, message: String(thrown) });
  });
}

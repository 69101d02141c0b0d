import assert from 'node:assert/strict';
import { test } from 'vitest';
import { failureOf, RequestError } from '../../src/client/request-error.ts';
import { aRefusal, noResponse } from '../support/builders.ts';

for (const failure of [aRefusal('sold-out'), noResponse]) {
  test(`failureOf returns the failure of a RequestError: ${failure.kind}`, () => {
    assert.equal(failureOf(new RequestError(failure)), failure);
  });
}

for (const [thrown, name] of [
  [new TypeError('Invalid URL'), 'TypeError'],
  ['a text', 'Error'],
  [undefined, 'Error'],
] as const) {
  test(`any other error is an unexpected failure: ${String(thrown)}`, () => {
    assert.deepEqual(failureOf(thrown), { kind: 'unexpected', name, message: String(thrown) });
  });
}

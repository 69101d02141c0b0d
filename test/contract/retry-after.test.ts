import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseRetryAfter } from '#contract/retry-after';
import { NOW } from '../support/builders.ts';

for (const [value, wait] of [
  ['30', 30_000],
  ['0', 0],
  [new Date(NOW + 60_000).toUTCString(), 60_000],
  [new Date(NOW - 60_000).toUTCString(), undefined],
  ['soon', undefined],
  ['-5', undefined],
  [null, undefined],
] as const) {
  test(`Retry-After: ${value} is ${wait} milliseconds`, () => {
    assert.equal(parseRetryAfter(value, NOW), wait);
  });
}

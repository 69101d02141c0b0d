import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  BudgetSpent,
  PlatformMalformed,
  PlatformPaused,
  PlatformRefused,
  PlatformUnreachable,
  TokenUnavailable,
} from '../../../proxy/platform/errors.ts';
import { problemCodeOf } from '../../../proxy/platform/problem-code.ts';

const failures: [error: unknown, code: string | undefined][] = [
  [new TokenUnavailable(), 'platform-busy'],
  [new BudgetSpent(), 'platform-busy'],
  [new PlatformRefused(429), 'platform-busy'],
  [new PlatformRefused(401), 'platform-down'],
  [new PlatformRefused(404), 'platform-down'],
  [new PlatformRefused(500), 'platform-down'],
  [new PlatformUnreachable({ sent: true }), 'platform-down'],
  [new PlatformPaused({ sent: false, isBusy: false }), 'platform-down'],
  [new PlatformPaused({ sent: false, isBusy: true }), 'platform-busy'],
  [new PlatformMalformed(), 'platform-down'],
  [new TypeError('a mistake of our own'), undefined],
  ['no error at all', undefined],
];
for (const [error, code] of failures) {
  const status = error instanceof PlatformRefused ? ` ${error.status}` : '';
  const name = error instanceof Error ? error.name + status : typeof error;
  test(`${name} becomes ${code ?? 'no problem of the platform’s'}`, () => {
    assert.equal(problemCodeOf(error), code);
  });
}

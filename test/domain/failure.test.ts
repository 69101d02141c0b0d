import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Failure, isTransient } from '../../src/domain/failure.ts';
import { aProblem } from '../support/builders.ts';

const refusal = (status: number): Failure => ({
  kind: 'problem',
  problem: { ...aProblem(), status },
});

const failures: [title: string, failure: Failure, transient: boolean][] = [
  ['no response', { kind: 'connection' }, true],
  ['a response of something in between', { kind: 'unreadable', status: 502 }, true],
  [
    'an exception of our own',
    { kind: 'unexpected', name: 'TypeError', message: 'TypeError' },
    true,
  ],
  ['too many requests', refusal(429), true],
  ['an error of the proxy', refusal(500), true],
  ['a platform that is down', refusal(503), true],
  ['a refused request', refusal(400), false],
  ['a conflict', refusal(409), false],
];
for (const [title, failure, transient] of failures) {
  test(`${title} is ${transient ? '' : 'not '}transient`, () => {
    assert.equal(isTransient(failure), transient);
  });
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { memoize } from '../../src/domain/memoize.ts';

const pair = (first: object, ...others: unknown[]) => ({ first, others });

test('the same arguments give the same object again, for each first one', () => {
  const memoized = memoize(pair);
  const [march, april] = [{}, {}];

  const ofMarch = memoized(march, 2);
  const ofApril = memoized(april, 2);

  assert.notEqual(ofMarch, ofApril);
  assert.equal(memoized(march, 2), ofMarch);
  assert.equal(memoized(april, 2), ofApril);
});

for (const [what, others] of [
  ['another one', [3, 'x']],
  ['one more', [2, 'x', undefined]],
  ['one less', [2]],
] as const) {
  test(`${what} is computed anew, and so are the ones before`, () => {
    const memoized = memoize(pair);
    const first = {};
    const before = memoized(first, 2, 'x');

    assert.deepEqual(memoized(first, ...others), { first, others });
    assert.notEqual(memoized(first, 2, 'x'), before);
  });
}

test('two results of one call are not mixed up if the computation fails', () => {
  let calls = 0;
  const memoized = memoize((first: object) => {
    calls += 1;
    if (calls === 1) throw new Error('not now');
    return { first };
  });
  const first = {};

  assert.throws(() => memoized(first), /not now/);
  assert.equal(memoized(first).first, first);
});

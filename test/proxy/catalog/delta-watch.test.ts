import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createDeltaWatch } from '../../../proxy/catalog/delta-watch.ts';

/** Feeds deltas with these ids, and returns whether the last one exceeded the allowed misses. */
function watchDeltas(...deltas: readonly (readonly string[])[]) {
  const time = { now: 0 };
  const watch = createDeltaWatch(() => time.now);
  for (const id of ['a', 'b', 'c']) watch.expect(id);
  const take = (shown: readonly string[]) => watch.check(watch.due(), new Set(shown));
  return { failed: deltas.map(take).at(-1), watch, time, take };
}

const cases: [what: string, deltas: string[][], failed: boolean][] = [
  ['one delta may be behind', [[]], false],
  ['two that name none of three changed dates are no accident', [[], []], true],
  ['two misses are', [['a'], []], false],
  ['the second delta counts as well', [[], ['a', 'b', 'c']], false],
  ['a date that was named late is no miss', [['a'], ['b']], false],
];
for (const [what, deltas, failed] of cases) {
  test(`the watch over deltas: ${what}`, () => {
    assert.equal(watchDeltas(...deltas).failed, failed);
  });
}

test('a miss counts for an hour', () => {
  for (const [passed, failed] of [
    [3_599_999, true],
    [3_600_000, false],
  ] as const) {
    const { watch, time, take } = watchDeltas(['a'], []);
    time.now += passed;
    watch.expect('d');
    take([]);
    assert.equal(take([]), failed);
  }
});

test('a change while a delta is pending need not be in it', () => {
  const time = { now: 0 };
  const watch = createDeltaWatch(() => time.now);
  const before = [watch.due(), watch.due()];
  for (const id of ['a', 'b', 'c']) watch.expect(id);

  assert.deepEqual(
    before.map((due) => watch.check(due, new Set())),
    [false, false],
  );
});

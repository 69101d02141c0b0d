import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import {
  appendChanges,
  changesSince,
  type DateChange,
} from '../../../proxy/catalog/date-changes.ts';
import type { PlatformDate } from '../../../proxy/platform/translate.ts';

const NOW = 1_000 * MINUTE;

function aDate(id: string, available_slots: number): PlatformDate {
  return { id, event_id: 'e', date: '2026-12-24T10:00:00Z', available_slots, total_slots: 8 };
}

/** Applies deltas that were requested at these minutes. */
function afterDeltas(...deltas: readonly (readonly [minute: number, ...ids: string[]])[]) {
  let before: { value: readonly DateChange[]; asOf: number } | undefined;
  for (const [minute, ...ids] of deltas) {
    const asOf = NOW + minute * MINUTE;
    const begin = changesSince(before, asOf);
    const delta = { changed: ids.map((id) => aDate(id, minute)), gone: [] };
    before = { value: appendChanges(before, begin, delta, asOf), asOf };
  }
  const [first, ...changes] = before?.value ?? [];
  return {
    from: first && (first.at - NOW) / MINUTE,
    changes: changes.map(({ id, at }) => [id, (at - NOW) / MINUTE]),
  };
}

test('the first delta goes back further than a listed month may be used', () => {
  assert.deepEqual(afterDeltas([0, 'a']), { from: -65, changes: [['a', 0]] });
});

test('a delta begins where the one before it ended, and is appended', () => {
  assert.equal(changesSince({ value: [], asOf: NOW }, NOW + MINUTE), NOW);
  assert.deepEqual(afterDeltas([0, 'a'], [1, 'b'], [2, 'a']).changes, [
    ['a', 0],
    ['b', 1],
    ['a', 2],
  ]);
});

test('changes older than a listed month may be used are dropped, and the list says so', () => {
  assert.deepEqual(afterDeltas([0, 'a'], [30, 'b'], [66, 'c']), {
    from: 1,
    changes: [
      ['b', 30],
      ['c', 66],
    ],
  });
});

test('after a pause without requests it starts again, because there is a gap', () => {
  assert.deepEqual(afterDeltas([0, 'a'], [100, 'b']), { from: 35, changes: [['b', 100]] });
});

test('a removed date is listed by its id, and one that is back by the date itself', () => {
  const delta = { changed: [aDate('b', 3)], gone: ['a', 'b'] };

  const [, ...changes] = appendChanges(undefined, NOW - MINUTE, delta, NOW);

  const last = new Map(changes.map((change) => [change.id, change.date]));
  assert.deepEqual(
    [...last],
    [
      ['a', undefined],
      ['b', aDate('b', 3)],
    ],
  );
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createDateIndex, isWithin, type Range } from '../../../proxy/catalog/date-index.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import type { PlatformDate } from '../../../proxy/platform/translate.ts';

const days = ['2026-11-21', '2026-11-30', '2026-12-01', '2026-12-24'];
const anyDate = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    event_id: fc.constantFrom('kayak', 'sail', 'constructor'),
    date: fc.constantFrom(...days.map((day) => `${day}T09:00:00Z`)),
    available_slots: fc.integer({ min: 0, max: 2 }),
    total_slots: fc.constant(2),
  },
  { noNullPrototype: true },
);
const someDates = fc.uniqueArray(anyDate, { selector: ({ id }) => id });
const range = fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)).map((ends): Range => {
  const [start = '', end = ''] = ends.toSorted();
  return { start: `${start}T00:00:00Z`, end: `${end}T23:59:59Z` };
});

type Step =
  | { readonly put: PlatformDate[] }
  | { readonly remove: string[] }
  | { readonly replace: Range; readonly by: PlatformDate[]; readonly newer: Range[] }
  | { readonly keep: Range };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ put: someDates }),
  fc.record({ remove: fc.array(fc.constantFrom('a', 'b', 'c', 'd')) }),
  fc.record({ replace: range, by: someDates, newer: fc.array(range, { maxLength: 1 }) }),
  fc.record({ keep: range }),
);

/** The oracle: the same steps on a plain map. */
function apply(dates: ReadonlyMap<string, PlatformDate>, step: Step): Map<string, PlatformDate> {
  const next = new Map(dates);
  const dropWhere = (isGone: (date: PlatformDate) => boolean) => {
    for (const date of dates.values()) if (isGone(date)) next.delete(date.id);
  };
  if ('remove' in step) for (const id of step.remove) next.delete(id);
  if ('keep' in step) dropWhere((date) => !isWithin(date, step.keep));
  if ('put' in step) for (const date of step.put) next.set(date.id, date);
  if ('replace' in step) {
    const isNewer = (date?: PlatformDate) =>
      date !== undefined && step.newer.some((other) => isWithin(date, other));
    dropWhere((date) => isWithin(date, step.replace) && !isNewer(date));
    for (const date of step.by) {
      if (!isNewer(date) && !isNewer(next.get(date.id))) next.set(date.id, date);
    }
  }
  return next;
}

function sorted(list: readonly PlatformDate[]): PlatformDate[] {
  return list.toSorted((a, b) => `${a.date} ${a.id}`.localeCompare(`${b.date} ${b.id}`));
}

test('after any changes, each event has its dates, sorted by start', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const index = createDateIndex();
      let dates = new Map<string, PlatformDate>();
      for (const step of steps) {
        const before = new Map(
          ['kayak', 'sail', 'constructor'].map((id) => [id, index.ofEvent(id)] as const),
        );
        const { snapshot } = index;
        if ('put' in step) index.put(step.put);
        if ('remove' in step) index.remove(step.remove);
        if ('replace' in step) runAtOnce(index.replace(step.replace, step.by, step.newer));
        if ('keep' in step) index.keepWithin([step.keep]);
        const last = dates;
        dates = apply(last, step);

        assert.equal(index.size, dates.size);
        const isChanged = JSON.stringify([...last].sort()) !== JSON.stringify([...dates].sort());
        assert.equal(index.snapshot !== snapshot, isChanged);
        for (const [id, list] of before) {
          const expected = sorted([...dates.values()].filter(({ event_id }) => event_id === id));
          assert.deepEqual(index.ofEvent(id), expected);
          // Responses are rendered again when the list is a new object, so an unchanged list has to
          // stay the same object.
          const isSame = JSON.stringify(list) === JSON.stringify(expected);
          assert.equal(index.ofEvent(id) === list, isSame);
        }
        for (const date of dates.values()) assert.deepEqual(index.get(date.id), date);
      }
    }),
  );
});

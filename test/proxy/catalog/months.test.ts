import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { monthRange } from '#contract/month-range';
import { monthsFor } from '../../../proxy/catalog/months.ts';

const ranges: [what: string, start: string, end: string, months: string[]][] = [
  ['an instant', '2026-11-05T00:00:00Z', '2026-11-05T00:00:00Z', ['2026-11']],
  [
    'a month as the widget requests it',
    '2026-11-30T00:00:00Z',
    '2027-01-02T00:00:00Z',
    ['2026-12'],
  ],
  ['a month in New York', '2026-11-01T04:00:00Z', '2026-12-01T04:59:59Z', ['2026-11']],
  ['a month in Auckland', '2026-10-31T11:00:00Z', '2026-11-30T10:59:59Z', ['2026-11']],
  [
    'a minute more than a month',
    '2026-11-30T00:00:00Z',
    '2027-01-02T00:01:00Z',
    ['2026-12', '2027-01'],
  ],
  ['a turn of the year', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', ['2027-01']],
  ['a quarter', '2026-01-15T00:00:00Z', '2026-03-20T00:00:00Z', ['2026-01', '2026-02', '2026-03']],
];
for (const [what, start, end, months] of ranges) {
  test(`${what} is covered by ${months.join(', ')}`, () => {
    assert.deepEqual(monthsFor(Date.parse(start), Date.parse(end)), months);
  });
}

test('every instant of a range is within the range of one of its months', () => {
  const time = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2030-01-01') });
  const duration = fc.integer({ min: 0, max: 100 * 86_400_000 });
  fc.assert(
    fc.property(
      time,
      duration,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (start, length, position) => {
        const instant = start + Math.round(length * position);
        const covered = monthsFor(start, start + length).map(monthRange);
        assert.ok(
          covered.some(
            ([first, last]) => Date.parse(first) <= instant && instant <= Date.parse(last),
          ),
        );
      },
    ),
  );
});

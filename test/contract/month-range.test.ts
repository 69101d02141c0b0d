import assert from 'node:assert/strict';
import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import { instant } from '#contract/values.schema';
import { dayIn } from '../../src/domain/zone.ts';

const timezone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const year = fc.integer({ min: 2020, max: 2035 });
const number = fc.integer({ min: 1, max: 12 });

test('covers a month and a day on both ends', () => {
  assert.deepEqual(monthRange('2026-11'), ['2026-10-31T00:00:00Z', '2026-12-02T00:00:00Z']);
  assert.deepEqual(monthRange('2026-12'), ['2026-11-30T00:00:00Z', '2027-01-02T00:00:00Z']);
  assert.deepEqual(monthRange('2028-02'), ['2028-01-31T00:00:00Z', '2028-03-02T00:00:00Z']);
});

test('covers every instant that falls into the month in any time zone', () => {
  fc.assert(
    fc.property(timezone, year, number, (zone, y, m) => {
      const [start, end] = monthRange(`${y}-${String(m).padStart(2, '0')}`);
      const first = new TZDate(y, m - 1, 1, zone).getTime();
      const after = new TZDate(y, m, 1, zone).getTime();

      assert.ok(Date.parse(start) <= first, `${start} is after the month begins in ${zone}`);
      assert.ok(after <= Date.parse(end), `${end} is before the month ends in ${zone}`);
    }),
    { numRuns: 500 },
  );
});

test('an instant outside the range falls into another month everywhere', () => {
  fc.assert(
    fc.property(timezone, year, number, fc.integer({ min: 1, max: DAY }), (zone, y, m, beyond) => {
      const month = `${y}-${String(m).padStart(2, '0')}`;
      const [start, end] = monthRange(month).map((each) => Date.parse(each));

      assert.ok(!dayIn(zone, (start ?? 0) - beyond).startsWith(month));
      assert.ok(!dayIn(zone, (end ?? 0) + beyond).startsWith(month));
    }),
  );
});

test('has instants that the proxy accepts, and stays within its longest range', () => {
  fc.assert(
    fc.property(year, number, (y, m) => {
      const [start, end] = monthRange(`${y}-${String(m).padStart(2, '0')}`);

      instant.parse(start);
      instant.parse(end);
      assert.ok(Date.parse(end) - Date.parse(start) <= 100 * DAY);
    }),
  );
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import {
  addDays,
  addMonths,
  isDay,
  isWithin,
  localDay,
  monthOf,
  monthsBetween,
  monthsNear,
  nextMonth,
  rowsFrom,
  turned,
  weekdayOf,
  weekOf,
  weeksFrom,
  weeksWith,
} from '../../src/domain/days.ts';
import { customerZone, dayIn } from '../../src/domain/zone.ts';

/** The oracle counts in UTC, where every day has 24 hours. */
const utcDay = (millis: number) => new Date(millis).toISOString().slice(0, 10);

const day = fc
  .integer({ min: Date.UTC(2000, 0, 1) / DAY, max: Date.UTC(2099, 11, 31) / DAY })
  .map((days) => utcDay(days * DAY));
const firstWeekday = fc.integer({ min: 0, max: 6 });

for (const [from, amount, to] of [
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  // Clocks change in Berlin, then in Los Angeles and New York.
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', 1, '2026-10-26'],
  ['2026-10-26', -1, '2026-10-25'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-11-01', 1, '2026-11-02'],
] as const) {
  test(`${amount} day after ${from} is ${to}`, () => {
    assert.equal(addDays(from, amount), to);
  });
}

test('counts days as the calendar does, also when the clocks change', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -1500, max: 1500 }), (from, amount) => {
      assert.equal(addDays(from, amount), utcDay(Date.parse(from) + amount * DAY));
    }),
  );
});

test('subtracting the days that were added gives the same day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -1500, max: 1500 }), (from, amount) => {
      assert.equal(addDays(addDays(from, amount), -amount), from);
    }),
  );
});

test('days compare as their texts do', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 1500 }), (from, amount) => {
      assert.ok(addDays(from, amount) > from);
      assert.ok(addDays(from, -amount) < from);
    }),
  );
});

for (const [from, amount, to] of [
  ['2026-11-21', 1, '2026-12-21'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
] as const) {
  test(`${amount} months after ${from} is ${to}`, () => {
    assert.equal(addMonths(from, amount), to);
  });
}

test('moving to another month keeps the day, or takes the month’s last one', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -60, max: 60 }), (from, amount) => {
      const to = addMonths(from, amount);
      const last = addDays(`${nextMonth(monthOf(to))}-01`, -1);

      const [year = 0, number = 0] = from.split('-').map(Number);
      const expected = new Date(Date.UTC(year, number - 1 + amount, 1)).toISOString().slice(0, 7);
      assert.equal(monthOf(to), expected);
      assert.equal(to.slice(8), from.slice(8) < last.slice(8) ? from.slice(8) : last.slice(8));
    }),
  );
});

for (const [from, amount, to] of [
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', 0, '2026-11'],
] as const) {
  test(`${amount} months after ${from} is ${to}`, () => {
    assert.equal(nextMonth(from, amount), to);
  });
}

test("the customer's own day is the one that the clocks of his zone show", () => {
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2036, 0, 1) });
  fc.assert(
    fc.property(instant, (at) => {
      assert.equal(localDay(at), dayIn(customerZone(), at));
    }),
  );
});

test('a calendar shows five whole weeks, a weekday in each column, with the day that it is for', () => {
  fc.assert(
    fc.property(day, fc.nat(2000), firstWeekday, (today, later, first) => {
      const each = addDays(today, later);
      const weeks = weeksWith(each, today, first);
      const rows = rowsFrom(weeks.first);

      assert.ok(isWithin(weeks, each));
      assert.equal(rows.length, 5);
      assert.deepEqual([rows[0]?.[0], rows[4]?.[6]], [weeks.first, weeks.last]);
      for (const [index, shown] of rows.flat().entries()) {
        assert.equal(shown, addDays(weeks.first, index));
        assert.equal(weekdayOf(shown), (first + index) % 7);
      }
    }),
  );
});

test('no week that has passed is ever shown, and turning neither skips a day nor shows one twice', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), firstWeekday, (today, later, first) => {
      const weeks = weeksWith(addDays(today, later), today, first);
      const next = turned(weeks.first, 1);

      assert.ok(weekOf(today, first)[0] <= weeks.first);
      assert.equal(addDays(weeks.last, 1), next);
      assert.deepEqual(weeksWith(next, today, first), weeksFrom(next));
      if (later <= 0) assert.ok(isWithin(weeks, today));
    }),
  );
});

for (const [first, last, months] of [
  ['2026-11-21', '2026-12-20', ['2026-11', '2026-12']],
  ['2027-02-01', '2027-02-28', ['2027-02']],
  ['2027-01-31', '2027-03-06', ['2027-01', '2027-02', '2027-03']],
] as const) {
  test(`from ${first} to ${last}, the months are ${months.join(', ')}`, () => {
    assert.deepEqual(monthsBetween(first, last), months);
  });
}

test('knows the weekday of a day in every time zone', () => {
  assert.equal(weekdayOf('2026-11-21'), 6);
  fc.assert(
    fc.property(day, (each) => {
      assert.equal(weekdayOf(each), new Date(each).getUTCDay());
    }),
  );
});

test('a week has the day, begins with the first weekday and ends six days later', () => {
  fc.assert(
    fc.property(day, firstWeekday, (each, first) => {
      const [begin, end] = weekOf(each, first);

      assert.equal(weekdayOf(begin), first);
      assert.equal(addDays(begin, 6), end);
      assert.ok(begin <= each && each <= end);
    }),
  );
});

for (const [text, expected] of [
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-11-00', false],
  ['2026-11-1', false],
  ['0026-11-21', false],
  ['2026-11-21T09:00:00Z', false],
  [' 2026-11-21', false],
  ['21.11.2026', false],
  ['today', false],
  ['', false],
] as const) {
  test(`"${text}" is ${expected ? 'a day' : 'no day'}`, () => {
    assert.equal(isDay(text), expected);
  });
}

for (const [day, today, months] of [
  ['2026-11-28', '2026-11-21', ['2026-11', '2026-12']],
  ['2026-12-05', '2026-11-21', ['2026-11', '2026-12', '2027-01']],
  // What has passed is not near.
  ['2026-11-05', '2026-11-02', ['2026-11', '2026-12']],
  ['2026-12-05', '2026-12-05', ['2026-12', '2027-01']],
  ['2026-08-05', '2026-11-21', ['2026-11', '2026-12']],
] as const) {
  test(`near ${day} are, on ${today}, the months ${months.join(', ')}`, () => {
    assert.deepEqual(monthsNear(day, today), months);
  });
}

test('the months near a day are consecutive, and hold the two weeks before and the month after it', () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: -14, max: 28 }), (lost, today, distance) => {
      const months = monthsNear(lost, today);
      for (const [index, month] of months.entries()) {
        if (index > 0) assert.equal(month, nextMonth(months[index - 1] ?? ''));
      }
      const near = addDays(lost, distance);
      if (lost >= today && near >= today) assert.ok(months.includes(monthOf(near)), near);
      assert.equal(months[0] !== undefined && months[0] >= monthOf(today), true);
    }),
  );
});

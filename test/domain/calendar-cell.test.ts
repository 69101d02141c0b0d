import '../support/all-english.ts';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { DayAvailability } from '../../src/domain/availability.ts';
import { type Calendar, cellOf } from '../../src/domain/calendar-cell.ts';
import { english } from '../../src/messages/words.ts';

const DAY = '2026-11-24';

/** By default free, at 39 euros. */
function aDay(change: Partial<DayAvailability> = {}): DayAvailability {
  return {
    day: DAY,
    starts: [],
    state: 'free',
    left: 8,
    scarce: false,
    fromValue: 3900,
    ...change,
  };
}

const cellIn = (days: DayAvailability[], change: Partial<Calendar> = {}) =>
  cellOf(DAY, {
    days: new Map(days.map((each) => [each.day, each])),
    currency: 'EUR',
    participants: 2,
    loading: false,
    words: english,
    ...change,
  });

for (const [title, change, classes, line, label, disabled] of [
  ['a free day', {}, 'free', '39', 'from €39.00', false],
  ['a day with cents', { fromValue: 2450 }, 'free', '24.50', 'from €24.50', false],
  ['a free day of unknown price', { fromValue: null }, 'free bare', '', '', false],
  ['a day free of charge', { fromValue: 0 }, 'free', 'free', 'free', false],
  [
    'a day nearly full',
    { left: 2, scarce: true },
    'free scarce long',
    '2 left',
    'from €39.00, 2 left',
    false,
  ],
  ['a full day', { state: 'full' }, 'full', 'full', 'full', true],
  ['a closed day', { state: 'closed' }, 'closed long', 'closed', 'closed', true],
  [
    'a day with one place for two',
    { state: 'too-few-places', left: 1 },
    'too-few-places',
    '1/2',
    '',
    true,
  ],
] as const) {
  test(`${title} shows “${line}”, and ${disabled ? 'cannot' : 'can'} be chosen`, () => {
    const cell = cellIn([aDay(change)]);

    assert.deepEqual(
      [cell.number, cell.classes, cell.line, cell.disabled],
      ['24', classes, line, disabled],
    );
    assert.match(cell.label, /^Tuesday,? 24 November 2026/);
    assert.ok(cell.label.endsWith(label), cell.label);
  });
}

test('a day without dates says so once the days are loaded', () => {
  const { line, classes, disabled, label } = cellIn([]);

  assert.deepEqual([line, classes, disabled], ['', 'none bare', true]);
  assert.match(label, /no dates/);
  assert.doesNotMatch(cellIn([], { loading: true }).label, /no dates/);
});

test('only the first day of a month says which one begins', () => {
  const calendar = { days: new Map(), currency: 'EUR', participants: 1, loading: false };
  const monthAt = (day: string) => cellOf(day, { ...calendar, words: english }).month;

  assert.deepEqual(['2026-11-30', '2026-12-01', '2026-12-11', '2027-01-01'].map(monthAt), [
    '',
    'Dec',
    '',
    'Jan',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  instantAt,
  parseListedDates,
  singleStarts,
  weeklyStarts,
} from '../../demo/workbench/own-dates.ts';

const BERLIN = 'Europe/Berlin';
const NOW = Date.parse('2026-10-22T12:00:00Z');
const rule = { weekdays: [4, 7], times: '21:30, 9:00', from: '2026-10-22', until: '2026-10-25' };

test('a weekly rule keeps its local times when the clocks change, and leaves out what has passed', () => {
  const { starts, problem } = weeklyStarts(rule, 12, BERLIN, NOW);

  assert.equal(problem, '');
  assert.deepEqual(starts, [
    { date: '2026-10-22T19:30:00Z', total_slots: 12 },
    { date: '2026-10-25T08:00:00Z', total_slots: 12 },
    { date: '2026-10-25T20:30:00Z', total_slots: 12 },
  ]);
});

test('a weekly rule without weekdays and times is none, and has no problem', () => {
  assert.deepEqual(weeklyStarts({ ...rule, weekdays: [], times: ' ' }, 12, BERLIN, NOW), {
    starts: [],
    problem: '',
  });
});

for (const [change, problem] of [
  [{ weekdays: [] }, 'Choose the weekdays.'],
  [{ times: '' }, 'Times look like 19:00, 21:30.'],
  [{ times: '19:00, later' }, 'Times look like 19:00, 21:30.'],
  [{ times: '24:00' }, 'Times look like 19:00, 21:30.'],
  [{ from: '' }, 'Say from which day until which.'],
  [{ until: '2026-10-21' }, 'The last day comes before the first.'],
  [{ from: '2026-01-01', until: '2026-02-01' }, 'None of these days is to come.'],
  [{ until: '2036-10-22' }, 'Three years are the most at once.'],
] as const) {
  test(`a weekly rule with ${JSON.stringify(change)} says: ${problem}`, () => {
    assert.equal(weeklyStarts({ ...rule, ...change }, 12, BERLIN, NOW).problem, problem);
  });
}

test('a pasted list takes what spreadsheets separate with, and the event’s places where a line has none', () => {
  const text = '2026-12-24 19:00 8\n\n2026-12-31\t9:30\n2027-01-01;18.00;4\n';

  assert.deepEqual(parseListedDates(text, 12, BERLIN), {
    starts: [
      { date: '2026-12-24T18:00:00Z', total_slots: 8 },
      { date: '2026-12-31T08:30:00Z', total_slots: 12 },
      { date: '2027-01-01T17:00:00Z', total_slots: 4 },
    ],
    problem: '',
  });
});

test('a line that is no date is named by its number', () => {
  for (const line of [
    '24.12.2026 19:00',
    '2026-02-30 19:00',
    '2026-12-24',
    '2026-12-24 19:00 8 x',
  ]) {
    const { problem } = parseListedDates(`2026-12-24 19:00\n${line}`, 12, BERLIN);

    assert.equal(problem, 'Line 2 does not look like 2026-12-24 19:00 12.', line);
  }
});

test('a single date without a day or a time is a problem', () => {
  const row = { key: '1', day: '2026-12-24', time: '19:00', places: '3' };

  assert.deepEqual(singleStarts([row], BERLIN).starts, [
    { date: '2026-12-24T18:00:00Z', total_slots: 3 },
  ]);
  assert.notEqual(singleStarts([{ ...row, time: '' }], BERLIN).problem, '');
  assert.notEqual(singleStarts([{ ...row, day: '' }], BERLIN).problem, '');
});

for (const [zone, day, time, instant] of [
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
  ['Asia/Kathmandu', '2026-05-01', '06:00', '2026-05-01T00:15:00Z'],
  ['Pacific/Kiritimati', '2026-05-01', '06:00', '2026-04-30T16:00:00Z'],
  ['America/New_York', '2026-11-01', '00:30', '2026-11-01T04:30:00Z'],
] as const) {
  test(`${time} on ${day} in ${zone} is ${instant}`, () => {
    assert.equal(instantAt(zone, day, time), instant);
  });
}

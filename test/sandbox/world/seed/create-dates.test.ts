import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  createWallClock,
  dayNumber,
  timesOn,
} from '../../../../demo/sandbox/world/seed/create-dates.ts';

const starts: [zone: string, day: string, time: string, moment: string][] = [
  ['Europe/Berlin', '2027-01-15', '10:00', '2027-01-15T09:00:00Z'],
  ['Europe/Berlin', '2027-07-15', '10:00', '2027-07-15T08:00:00Z'],
  ['Europe/Berlin', '2027-03-28', '01:30', '2027-03-28T00:30:00Z'],
  ['Europe/Berlin', '2027-03-28', '03:30', '2027-03-28T01:30:00Z'],
  ['Europe/Berlin', '2027-10-31', '01:30', '2027-10-30T23:30:00Z'],
  ['Europe/Berlin', '2027-10-31', '03:30', '2027-10-31T02:30:00Z'],
  ['Europe/Lisbon', '2027-03-28', '10:00', '2027-03-28T09:00:00Z'],
  ['Europe/Lisbon', '2027-10-31', '10:00', '2027-10-31T10:00:00Z'],
  ['Asia/Tokyo', '2027-03-28', '06:00', '2027-03-27T21:00:00Z'],
];

for (const [zone, day, time, moment] of starts) {
  test(`${time} on ${day} in ${zone} is ${moment}`, () => {
    const number = dayNumber(Date.parse(`${day}T00:00:00Z`));

    assert.equal(createWallClock(zone)(number, time), Date.parse(moment));
  });
}

test('a schedule gives its times by weekday and month, earliest first', () => {
  const schedule = [
    { weekdays: [6, 7], months: [11], times: ['14:00', '09:30'] },
    { weekdays: [6], times: ['12:00'] },
  ];
  const on = (day: string) => timesOn(dayNumber(Date.parse(`${day}T00:00:00Z`)), schedule);

  assert.deepEqual(on('2026-11-21'), ['09:30', '12:00', '14:00']);
  assert.deepEqual(on('2026-11-22'), ['09:30', '14:00']);
  assert.deepEqual(on('2026-11-23'), []);
  assert.deepEqual(on('2026-12-05'), ['12:00']);
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { dayIn, offsetOf, toMillis } from '../../src/domain/zone.ts';

test('takes an instant as text and as milliseconds alike', () => {
  assert.equal(toMillis('2026-11-21T09:00:00Z'), Date.UTC(2026, 10, 21, 9));
  assert.equal(toMillis(1234), 1234);
  assert.equal(dayIn('Asia/Tokyo', '2026-11-21T15:00:00Z'), '2026-11-22');
  assert.equal(dayIn('Asia/Tokyo', Date.UTC(2026, 10, 21, 15)), '2026-11-22');
});

test('takes an instant as text where a library of the page has overwritten Date.parse', () => {
  mock.method(Date, 'parse', () => null);

  assert.equal(toMillis('2026-11-21T09:00:00Z'), Date.UTC(2026, 10, 21, 9));
  assert.ok(Number.isNaN(toMillis('soon')));
});

/** The last second of one offset and the first of the next. */
for (const [zone, lastSecond, before, after] of [
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 60, 120],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', 120, 60],
  ['America/New_York', '2026-03-08T06:59:59Z', -300, -240],
  ['America/New_York', '2026-11-01T05:59:59Z', -240, -300],
  ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', 660, 630],
] as const) {
  test(`the clocks of ${zone} change after ${lastSecond}, not before`, () => {
    const last = toMillis(lastSecond);

    assert.equal(offsetOf(zone, last), before);
    assert.equal(offsetOf(zone, last + 999), before);
    assert.equal(offsetOf(zone, last + 1000), after);
  });
}

/** The first second of a day in its zone; the one before is the day before. */
for (const [zone, first, day, before] of [
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29', '2026-03-28'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30', '2026-03-29'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-24'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26', '2026-10-25'],
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08', '2026-03-07'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09', '2026-03-08'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01', '2026-10-31'],
  ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02', '2026-11-01'],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21', '2026-11-20'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21', '2026-11-20'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01', '2026-12-31'],
  ['Pacific/Pago_Pago', '2027-01-01T11:00:00Z', '2027-01-01', '2026-12-31'],
  ['UTC', '2027-01-01T00:00:00Z', '2027-01-01', '2026-12-31'],
] as const) {
  test(`${day} begins at ${first} in ${zone}`, () => {
    assert.equal(dayIn(zone, first), day);
    assert.equal(dayIn(zone, toMillis(first) - 1), before);
  });
}

for (const [zone, day, hours] of [
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Europe/Berlin', '2026-11-21', 24],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
] as const) {
  test(`${day} has ${hours} hours in ${zone}`, () => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    const around = Array.from({ length: 72 }, (_, hour) => noon + (hour - 36) * 3_600_000);

    assert.equal(around.filter((at) => dayIn(zone, at) === day).length, hours);
  });
}

for (const [zone, minutes] of [
  ['Asia/Kolkata', 330],
  ['Asia/Kathmandu', 345],
  ['America/St_Johns', -210],
  ['UTC', 0],
] as const) {
  test(`the clocks of ${zone} are ${minutes} minutes from UTC in November`, () => {
    assert.equal(offsetOf(zone, '2026-11-21T09:00:00Z'), minutes);
  });
}

test('refuses a zone that does not exist', () => {
  assert.throws(() => dayIn('Berlin/Mitte', 0), RangeError);
});

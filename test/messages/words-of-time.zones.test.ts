import '../support/all-english.ts';
import assert from 'node:assert/strict';
import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { test } from 'vitest';
import { localDay } from '../../src/domain/days.ts';
import { dayIn } from '../../src/domain/zone.ts';
import german from '../../src/messages/de.json' with { type: 'json' };
import type { Messages } from '../../src/messages/en.ts';
import { english, Words } from '../../src/messages/words.ts';

const deutsch = new Words('de', german as Messages);
/** Ignores commas, points and narrow spaces, in which runtimes differ. */
const plain = (text: string) => text.replace(/[.,]/g, '').replace(/\s+/g, ' ');

for (const [timezone, instant, time] of [
  ['Europe/Berlin', '2026-11-24T09:00:00Z', '10:00'],
  ['Europe/Berlin', '2026-07-24T09:00:00Z', '11:00'],
  ['America/New_York', '2026-11-24T09:00:00Z', '04:00'],
  ['Asia/Kolkata', '2026-11-24T09:00:00Z', '14:30'],
  ['Asia/Tokyo', '2026-11-24T15:00:00Z', '00:00'],
  ['Europe/Berlin', '2026-03-29T00:59:00Z', '01:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '03:00'],
] as const) {
  test(`${instant} is at ${time} in ${timezone}, in both languages`, () => {
    assert.equal(english.time(timezone, instant), time);
    assert.equal(deutsch.time(timezone, instant), time);
    assert.equal(english.time(timezone, Date.parse(instant)), time);
  });
}

test('where a day has two halves, a time has no leading zero, and does not break', () => {
  const arabic = new Words('ar');

  assert.equal(arabic.time('Europe/Berlin', '2026-11-24T16:30:00Z'), '5:30\u00a0م');
  assert.equal(arabic.time('Europe/Berlin', '2026-11-24T04:30:00Z'), '5:30\u00a0ص');
});

test("times are the event's own, with 24 hours, wherever the customer is", () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC');
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2036, 0, 1) });

  fc.assert(
    fc.property(zones, instant, (zone, at) => {
      const oracle = new TZDate(at, zone);
      const [hour, minute] = [oracle.getHours(), oracle.getMinutes()].map((each) =>
        String(each).padStart(2, '0'),
      );

      assert.equal(english.time(zone, at), `${hour}:${minute}`);
      assert.equal(deutsch.time(zone, at), `${hour}:${minute}`);
    }),
  );
});

for (const [timezone, inEnglish, inGerman, inFrench] of [
  ['Europe/Berlin', 'Central European Time', 'Mitteleuropäische Zeit', 'Heure d’Europe centrale'],
  ['Asia/Tokyo', 'Japan Standard Time', 'Japanische Normalzeit', 'Heure normale du Japon'],
  ['Asia/Kathmandu', 'Nepal Time', 'Nepalesische Zeit', 'Heure du Népal'],
  ['UTC', 'Coordinated Universal Time', 'Koordinierte Weltzeit', 'Temps universel coordonné'],
] as const) {
  test(`the time zone of ${timezone} has the name that each language gives it, in summer and winter`, () => {
    for (const instant of ['2026-07-01T12:00:00Z', '2026-12-01T12:00:00Z']) {
      assert.equal(english.zone(timezone, instant), inEnglish);
      assert.equal(deutsch.zone(timezone, instant), inGerman);
      assert.equal(new Words('fr').zone(timezone, instant), inFrench);
    }
  });
}

test('a day is the same day wherever the customer is', () => {
  assert.equal(plain(english.longDay('2026-11-28')), 'Saturday 28 November 2026');
  assert.equal(plain(deutsch.longDay('2026-11-28')), 'Samstag 28 November 2026');
  assert.equal(plain(english.shortDay('2026-11-28')), 'Sat 28 Nov');
  assert.equal(plain(deutsch.shortDay('2026-11-28')), 'Sa 28 Nov');
  assert.equal(plain(english.shortDay('2027-01-01')), 'Fri 1 Jan');
});

test('a month is named with its year', () => {
  assert.equal(english.month('2026-11'), 'November 2026');
  assert.equal(deutsch.month('2026-12'), 'Dezember 2026');
  assert.equal(english.month('2027-01'), 'January 2027');
});

test('weekdays are short to see and long to hear', () => {
  const week = [0, 1, 2, 3, 4, 5, 6];

  assert.deepEqual(
    week.map((each) => english.weekday(each, 'short')),
    ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
  );
  assert.deepEqual(
    week.map((each) => deutsch.weekday(each, 'short')),
    ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
  );
  assert.equal(english.weekday(3, 'long'), 'Wednesday');
  assert.equal(deutsch.weekday(3, 'long'), 'Mittwoch');
});

/** Half past eleven in the evening in Berlin; in Tokyo it is the next morning. */
const now = Date.parse('2026-11-21T22:30:00Z');
for (const [timezone, instant, inEnglish, inGerman] of [
  ['Europe/Berlin', '2026-11-21T22:59:00Z', 'today 23:59', 'heute 23:59'],
  ['Europe/Berlin', '2026-11-21T23:00:00Z', 'tomorrow 00:00', 'morgen 00:00'],
  ['Europe/Berlin', '2026-11-22T22:59:00Z', 'tomorrow 23:59', 'morgen 23:59'],
  ['Europe/Berlin', '2026-11-22T23:00:00Z', 'Mon 23 Nov 00:00', 'Mo 23 Nov 00:00'],
  ['Asia/Tokyo', '2026-11-22T09:00:00Z', 'today 18:00', 'heute 18:00'],
  ['America/Los_Angeles', '2026-11-22T18:00:00Z', 'tomorrow 10:00', 'morgen 10:00'],
  ['America/Los_Angeles', '2026-11-22T07:00:00Z', 'today 23:00', 'heute 23:00'],
  // Opening hours that have begun yesterday.
  ['Europe/Berlin', '2026-11-20T09:00:00Z', 'Fri 20 Nov 10:00', 'Fr 20 Nov 10:00'],
] as const) {
  test(`${instant} in ${timezone} is "${inEnglish}", or its date where the customer has another day`, () => {
    const isSameDay = dayIn(timezone, now) === localDay(now);
    const dated = (words: Words) =>
      plain(`${words.shortDay(dayIn(timezone, instant))} ${words.time(timezone, instant)}`);

    const said = [english, deutsch].map((words) => plain(words.whenNext(timezone, instant, now)));

    assert.deepEqual(said, isSameDay ? [inEnglish, inGerman] : [dated(english), dated(deutsch)]);
  });
}

/** Noon in London; everywhere between Anchorage and Auckland it is the same day. */
const noon = Date.parse('2026-11-21T12:00:00Z');
test('an event that is today there and yesterday here shows its date', () => {
  const inKiritimati = english.whenNext('Pacific/Kiritimati', '2026-11-22T03:00:00Z', noon);

  assert.equal(plain(inKiritimati), 'Sun 22 Nov 17:00');
});

test('the day after New Year’s Eve is tomorrow', () => {
  const now = Date.parse('2026-12-31T12:00:00Z');

  assert.equal(english.nearDay('2027-01-01', '2026-12-31', now), 'tomorrow');
  assert.equal(english.nearDay('2026-12-31', '2026-12-31', now), 'today');
  assert.equal(english.nearDay('2026-12-30', '2026-12-31', now), '');
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { addDays, localDay } from '../../src/domain/days.ts';
import { unfiltered } from '../../src/domain/list-filter.ts';
import { withSpokenDay } from '../../src/domain/spoken-day.ts';

/** A Saturday, at noon of the customer's own zone. */
const now = new Date(2026, 10, 21, 12).getTime();
const today = localDay(now);
const understood = (match: string, lang: string, time = now) => {
  const { day, match: rest } = withSpokenDay({ ...unfiltered, match }, lang, time);
  return [day, rest];
};

const spoken: [lang: string, text: string, day: string, rest: string][] = [
  ['en', 'today', '2026-11-21', ''],
  ['en', 'kayak tomorrow', '2026-11-22', 'kayak'],
  ['en', 'Saturday', '2026-11-21', ''],
  ['en', 'bees on friday evening', '2026-11-27', 'bees evening'],
  ['en', '5 Dec', '2026-12-05', ''],
  ['en', 'December 5th, kayak', '2026-12-05', 'kayak'],
  ['en', 'Sat 5 dec', '2026-12-05', ''],
  ['en', '3 January', '2027-01-03', ''],
  ['en', '3 January 2028 tea', '2028-01-03', 'tea'],
  ['en', '29 feb', '2028-02-29', ''],
  ['en', 'in 2 days', '2026-11-23', ''],
  ['de', 'morgen', '2026-11-22', ''],
  ['de', 'Übermorgen Kajak', '2026-11-23', 'Kajak'],
  ['de', 'Kajak am Sonntag', '2026-11-22', 'Kajak'],
  ['de-x-informal', '5. Dezember', '2026-12-05', ''],
  ['de', 'Führung 5.12.', '2026-12-05', 'Führung'],
  ['de', 'Kajak, Samstag, 5.12.2026', '2026-12-05', 'Kajak'],
  ['fr', 'aujourd’hui', '2026-11-21', ''],
  ['fr', 'après-demain', '2026-11-23', ''],
  ['fr', 'kayak le 1er décembre', '2026-12-01', 'kayak'],
  ['fr', '5/12', '2026-12-05', ''],
  ['es', 'mañana', '2026-11-22', ''],
  ['es', 'kayak el sabado', '2026-11-21', 'kayak'],
  ['es', '5 de diciembre', '2026-12-05', ''],
  ['it', 'domani', '2026-11-22', ''],
  ['it', 'venerdì', '2026-11-27', ''],
  ['it', '5 dic', '2026-12-05', ''],
  ['nl', 'morgen', '2026-11-22', ''],
  ['nl', 'kajak op vrijdag', '2026-11-27', 'kajak'],
  ['nl', '5 december', '2026-12-05', ''],
  ['ar', 'غدًا', '2026-11-22', ''],
  ['ar', 'كاياك الأحد', '2026-11-22', 'كاياك'],
  ['ar', '٥ ديسمبر', '2026-12-05', ''],
];
for (const [lang, text, day, rest] of spoken) {
  test(`“${text}” (${lang}) is ${day}${rest && `, and “${rest}”`}`, () => {
    assert.deepEqual(understood(text, lang), [day, rest]);
  });
}

const others: [lang: string, text: string][] = [
  ['en', 'kayak'],
  ['en', 'sun'],
  ['en', 'sundays'],
  ['en', 'may'],
  ['en', '5 kayaks'],
  ['en', '31 february'],
  ['en', '3 January 2020'],
  ['en', '5/12'],
  ['en', 'samstag'],
  ['de', 'Morgenyoga'],
  ['de', 'so'],
  ['fr', 'kayak de mer'],
  ['es', 'mar'],
  ['en', ''],
];
for (const [lang, text] of others) {
  test(`“${text}” (${lang}) names no day`, () => {
    assert.deepEqual(understood(text, lang), ['', text]);
  });
}

for (const lang of ['en', 'de', 'de-x-informal', 'fr', 'es', 'it', 'nl', 'ar']) {
  test(`any day of the next year is understood as Intl writes it: ${lang}`, () => {
    const distances = fc.integer({ min: 0, max: 360 });
    fc.assert(
      fc.property(distances, fc.constantFrom('long', 'short'), (distance, month) => {
        const day = addDays(today, distance);
        const format = new Intl.DateTimeFormat(lang, { day: 'numeric', month, timeZone: 'UTC' });

        assert.deepEqual(understood(`kayak, ${format.format(Date.parse(day))}`, lang)[0], day);
      }),
    );
  });
}

test('a filter without a day in its text stays the same', () => {
  const filter = { ...unfiltered, match: 'kayak', day: '2026-11-28' };
  assert.equal(withSpokenDay(filter, 'en', now), filter);
});

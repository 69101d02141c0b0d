import assert from 'node:assert/strict';
import fc from 'fast-check';
import ICAL from 'ical.js';
import ical from 'node-ical';
import { test } from 'vitest';
import { type CalendarEntry, calendarFile } from '../../src/visit/calendar-file.ts';
import { NOW } from '../support/builders.ts';
import { anEntry, unfold } from './calendar-file.ts';

const octets = (text: string) => new TextEncoder().encode(text).length;
/** RFC 5545 §3.3.11. */
const unescape = (text: string) =>
  text.replace(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
const read = (file: string, name: string) =>
  unfold(file)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => unescape(line.slice(name.length + 1)));

interface Times {
  readonly start: number;
  readonly end: number;
}

/** Uses a parser that reads the time zones in the file. */
function parseByFile(file: string): Times[] {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { startDate, endDate } = new ICAL.Event(component);
    return { start: startDate.toUnixTime() * 1000, end: endDate.toUnixTime() * 1000 };
  });
}

/** Uses a parser that knows time zones by their names. */
function parseByName(file: string): Times[] {
  const parts = Object.values(ical.sync.parseICS(file));
  return parts.flatMap((part) =>
    part?.type === 'VEVENT' ? [{ start: Number(part.start), end: Number(part.end) }] : [],
  );
}

function assertTimes(entries: CalendarEntry[]): void {
  const file = calendarFile('C', entries, NOW);
  const times = entries.map(({ date, duration }): Times => {
    const start = Date.parse(date);
    return { start, end: start + duration * 60_000 };
  });

  assert.deepEqual(parseByFile(file), times, file);
  assert.deepEqual(parseByName(file), times, file);
}

/** When the clocks of 2026 go forward and back. */
const clockChanges = {
  'Europe/Berlin': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  // By half an hour, and in the southern summer.
  'Australia/Lord_Howe': ['2026-10-03T15:30:00Z', '2026-04-04T15:00:00Z'],
};
for (const [timezone, changes] of Object.entries(clockChanges)) {
  for (const change of changes) {
    test(`two parsers read the right instants around ${change} in ${timezone}`, () => {
      for (let minutes = -180; minutes <= 180; minutes += 15) {
        const date = new Date(Date.parse(change) + minutes * 60_000).toISOString();
        assertTimes([anEntry({ timezone, date, duration: 90 })]);
      }
    });
  }
}

test('two parsers read the right instants of any lines in any zones', () => {
  const date = fc
    .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2036, 0, 1) / 60_000 })
    .map((minutes) => new Date(minutes * 60_000).toISOString());
  const entry = fc.record({
    date,
    duration: fc.integer({ min: 1, max: 3 * 24 * 60 }),
    timezone: fc.constantFrom(...Object.keys(clockChanges), 'Asia/Kolkata', 'UTC', 'Asia/Tokyo'),
  });

  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), (changes) =>
      assertTimes(changes.map((change, index) => anEntry({ date_id: `d${index}`, ...change }))),
    ),
    { numRuns: 30 },
  );
});

test('each time zone is in the file once', () => {
  const entries = ['Europe/Berlin', 'Asia/Tokyo', 'Europe/Berlin'].map((timezone) =>
    anEntry({ timezone }),
  );

  const zones = read(calendarFile('C', entries, NOW), 'TZID');

  assert.deepEqual(zones, ['Europe/Berlin', 'Asia/Tokyo']);
});

test('opening hours fill the day of their zone, and need no zone', () => {
  // In Tokyo this is already the next day.
  const entry = anEntry({
    timezone: 'Asia/Tokyo',
    date: '2026-11-23T22:00:00Z',
    opening_hours: true,
  });
  const file = calendarFile('C', [entry], NOW);

  assert.ok(file.includes('DTSTART;VALUE=DATE:20261124\r\nSUMMARY'), file);
  assert.ok(!file.includes('VTIMEZONE'));
  const [event] = new ICAL.Component(ICAL.parse(file) as unknown[]).getAllSubcomponents('vevent');
  const { startDate, endDate } = new ICAL.Event(event as ICAL.Component);
  assert.deepEqual([startDate.toString(), endDate.toString()], ['2026-11-24', '2026-11-25']);
  const [named] = Object.values(ical.sync.parseICS(file)).filter((part) => part?.type === 'VEVENT');
  assert.ok(named?.type === 'VEVENT' && named.datetype === 'date');
});

test('writes further information on lines of their own', () => {
  const description = 'Code SPREE-7\nBring: a towel, water';
  const file = calendarFile('C', [anEntry({ description })], NOW);

  assert.deepEqual(read(file, 'DESCRIPTION'), [description]);
  const [event] = Object.values(ical.sync.parseICS(file)).filter((part) => part?.type === 'VEVENT');
  assert.ok(event?.type === 'VEVENT');
  assert.equal(event.description, description);
  assert.equal(event.location, 'Boathouse, Lichtkai 7, 10245 Berlin');
});

test('every line of an order is an event of its own', () => {
  const lines = ['a', 'b'].map((date_id) => anEntry({ date_id }));
  const file = calendarFile('C', lines, NOW);

  assert.deepEqual(read(file, 'UID'), ['C-a@booking-widget', 'C-b@booking-widget']);
  assert.equal(read(file, 'BEGIN').filter((name) => name === 'VEVENT').length, 2);
});

for (const [title, text] of [
  ['a semicolon', 'Kayak; canoe'],
  ['a comma', 'Boats, paddles'],
  ['a backslash', 'C:\\boats'],
  ['a backslash before an n', 'a\\n'],
  ['lines', 'first\nsecond'],
] as const) {
  test(`keeps ${title} of a text as it is`, () => {
    const file = calendarFile('C', [anEntry({ title: text })], NOW);

    assert.deepEqual(read(file, 'SUMMARY'), [text]);
  });
}

test('a text cannot inject a line', () => {
  const title = 'Tour\r\nEND:VEVENT\r\nBEGIN:VEVENT';
  const file = calendarFile('C', [anEntry({ title })], NOW);

  assert.equal(read(file, 'BEGIN').filter((name) => name === 'VEVENT').length, 1);
});

test('no line is longer than 75 octets, and joined again they say the same', () => {
  // Characters of one, two, three and four octets.
  const text = fc
    .array(fc.constantFrom('a', ' ', ',', ';', '\\', '\n', 'ü', '京', '🛶'), {
      maxLength: 200,
      size: 'max',
    })
    .map((characters) => characters.join(''));

  fc.assert(
    fc.property(text, text, (title, meeting_location) => {
      const file = calendarFile('C', [anEntry({ title, meeting_location })], NOW);

      for (const line of file.split('\r\n')) assert.ok(octets(line) <= 75, line);
      assert.deepEqual(read(file, 'SUMMARY'), [title]);
      assert.deepEqual(read(file, 'LOCATION'), [meeting_location]);
    }),
  );
});

test('no line break of a text breaks a line of the file', () => {
  const file = calendarFile('C', [anEntry({ meeting_location: 'a\rb\nc\r\nd' })], NOW);

  assert.ok(file.includes('LOCATION:a\\nb\\nc\\nd'));
  assert.doesNotMatch(file, /\r(?!\n)/);
});

test('a line break in a code, a title or an id begins no line of its own', () => {
  const breaks = fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u2029', '\x85', '\v', '\f', '\0');
  const text = fc
    .tuple(fc.string(), breaks, fc.string())
    .map(([before, mark, after]) => `${before}${mark}ATTENDEE:mailto:${after}`);

  fc.assert(
    fc.property(text, text, (code, other) => {
      const entry = anEntry({ date_id: other, title: other, meeting_location: other });
      const file = calendarFile(code, [entry], NOW);

      // Programs that read calendars take these for line breaks.
      const lines = unfold(file).flatMap((line) => line.split(/[\r\n\v\f\x85\u2028\u2029]/));
      assert.deepEqual(
        lines.filter((line) => line.startsWith('ATTENDEE')),
        [],
      );
      assert.equal(lines.filter((line) => line.startsWith('UID:')).length, 1);
      assert.doesNotMatch(file.replaceAll('\r\n', ''), /\p{Cc}/u);
    }),
  );
});

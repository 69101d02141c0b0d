import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { calendarFile } from '../../src/domain/calendar-file.ts';
import { aQuotedLine, NOW } from '../support/builders.ts';

const octets = (text: string) => new TextEncoder().encode(text).length;
/** RFC 5545 §3.1: a line break and a space are taken out again. */
const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');
/** RFC 5545 §3.3.11. */
const unescape = (text: string) =>
  text.replace(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
const read = (file: string, name: string) =>
  unfold(file)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => unescape(line.slice(name.length + 1)));

test('writes an event of an order with its times in UTC', () => {
  const file = calendarFile('SPREE-7', [aQuotedLine({ date: '2026-11-24T09:00:00Z' })], NOW);

  assert.deepEqual(file.split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//booking-widget//EN',
    'BEGIN:VEVENT',
    'UID:SPREE-7-tuesday@booking-widget',
    'DTSTAMP:20261121T090000Z',
    'DTSTART:20261124T090000Z',
    'DTEND:20261124T110000Z',
    'SUMMARY:Kayak on the Spree',
    'LOCATION:Boathouse\\, Lichtkai 7\\, 10245 Berlin',
    'DESCRIPTION:SPREE-7',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('an event over midnight and over a change of clocks ends as many minutes later', () => {
  const lines = [
    aQuotedLine({ date_id: 'night', date: '2026-12-31T22:30:00Z', duration: 120 }),
    aQuotedLine({ date_id: 'change', date: '2026-10-25T00:30:00Z', duration: 90 }),
  ];

  assert.deepEqual(read(calendarFile('C', lines, NOW), 'DTEND'), [
    '20270101T003000Z',
    '20261025T020000Z',
  ]);
});

test('every line of an order is an event of its own', () => {
  const lines = ['a', 'b'].map((date_id) => aQuotedLine({ date_id }));
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
    const file = calendarFile('C', [aQuotedLine({ title: text })], NOW);

    assert.deepEqual(read(file, 'SUMMARY'), [text]);
  });
}

test('a text cannot begin a line of its own', () => {
  const title = 'Tour\r\nEND:VEVENT\r\nBEGIN:VEVENT';
  const file = calendarFile('C', [aQuotedLine({ title })], NOW);

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
      const file = calendarFile('C', [aQuotedLine({ title, meeting_location })], NOW);

      for (const line of file.split('\r\n')) assert.ok(octets(line) <= 75, line);
      assert.deepEqual(read(file, 'SUMMARY'), [title]);
      assert.deepEqual(read(file, 'LOCATION'), [meeting_location]);
    }),
  );
});

test('no line break of a text breaks a line of the file', () => {
  const file = calendarFile('C', [aQuotedLine({ meeting_location: 'a\rb\nc\r\nd' })], NOW);

  assert.ok(file.includes('LOCATION:a\\nb\\nc\\nd'));
  assert.doesNotMatch(file, /\r(?!\n)/);
});

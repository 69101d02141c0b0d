import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { calendarFile } from '../../src/visit/calendar-file.ts';
import { NOW } from '../support/builders.ts';
import { anEntry, unfold } from './calendar-file.ts';

test('writes an event with its times in its own time zone, and includes that zone', () => {
  const file = calendarFile('SPREE-7', [anEntry()], NOW);

  assert.deepEqual(file.split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//booking-widget//EN',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    ...['BEGIN:STANDARD', 'DTSTART:20251123T100000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100'],
    'END:STANDARD',
    ...['BEGIN:STANDARD', 'DTSTART:20260329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    'END:STANDARD',
    ...['BEGIN:STANDARD', 'DTSTART:20261025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    'END:STANDARD',
    ...['BEGIN:STANDARD', 'DTSTART:20270328T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    'END:STANDARD',
    ...['BEGIN:STANDARD', 'DTSTART:20271031T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:SPREE-7-tuesday@booking-widget',
    'DTSTAMP:20261121T090000Z',
    'DTSTART;TZID=Europe/Berlin:20261124T100000',
    'DTEND;TZID=Europe/Berlin:20261124T120000',
    'SUMMARY:Kayak on the Spree',
    'LOCATION:Boathouse\\, Lichtkai 7\\, 10245 Berlin',
    'DESCRIPTION:Code SPREE-7',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('writes a local time that occurs twice in UTC', () => {
  const back = Date.parse('2026-10-25T01:00:00Z');
  const starts = [-HOUR - 60_000, -HOUR, 0, HOUR - 60_000, HOUR].map((after) =>
    anEntry({ date: new Date(back + after).toISOString(), duration: 240 }),
  );
  const file = calendarFile('C', starts, NOW);

  assert.deepEqual(
    unfold(file).filter((line) => /^DTSTART.*2026102/.test(line)),
    [
      'DTSTART:20261025T030000',
      'DTSTART;TZID=Europe/Berlin:20261025T015900',
      'DTSTART:20261025T000000Z',
      'DTSTART:20261025T010000Z',
      'DTSTART:20261025T015900Z',
      'DTSTART;TZID=Europe/Berlin:20261025T030000',
    ],
  );
});

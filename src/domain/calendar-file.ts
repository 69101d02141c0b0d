import type { QuotedLine } from '../contract/quote.schema.ts';
import { offsetOf, toMillis } from './zone.ts';

const MINUTE = 60_000;
/** No clocks are changed twice in it. */
const WEEK = 7 * 24 * 60 * MINUTE;
/** How far around the lines the changes of their clocks are written down. */
const YEAR = 53 * WEEK;

/** A line as a calendar shows it; one with opening hours fills its day. */
export interface CalendarEntry extends Pick<
  QuotedLine,
  'date_id' | 'title' | 'date' | 'duration' | 'timezone' | 'meeting_location' | 'opening_hours'
> {
  readonly description: string;
}

/** A moment at which the clocks of a zone go from one offset to another, in minutes before UTC. */
interface ClockChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
const stamp = (millis: number) => new Date(millis).toISOString().replace(/[-:]|\.\d{3}/g, '');
/** What a clock shows that is as many minutes ahead of UTC. */
const localStamp = (millis: number, offset: number) => stamp(millis + offset * MINUTE).slice(0, -1);

/**
 * RFC 5545 §3.1: a line has at most 75 octets; a longer one goes on after a line break and a space.
 */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > 74) {
      parts.push(part);
      part = '';
      octets = 0;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

/** When the clocks of a zone change between two instants, to the minute. */
function changesIn(timezone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetOf(timezone, from);
  for (let end = from + WEEK; end < to; end += WEEK) {
    const after = offsetOf(timezone, end);
    if (after === before) continue;
    let at = end;
    for (let last = end - WEEK; at - last > MINUTE;) {
      const middle = last + Math.round((at - last) / 2 / MINUTE) * MINUTE;
      if (offsetOf(timezone, middle) === before) last = middle;
      else at = middle;
    }
    changes.push({ at, before, after });
    before = after;
  }
  return changes;
}

/** Minutes before UTC as RFC 5545 §3.3.14 writes them: +0100. */
function utcOffset(minutes: number): string {
  const ahead = Math.abs(minutes);
  const digits = String(Math.floor(ahead / 60) * 100 + (ahead % 60)).padStart(4, '0');
  return (minutes < 0 ? '-' : '+') + digits;
}

/** RFC 5545 §3.6.5, for the years around some entries: no rule, each change by itself. */
function zoneLines(timezone: string, start: number, changes: ClockChange[]): string[] {
  const offset = offsetOf(timezone, start);
  const standard = Math.min(offset, ...changes.map(({ after }) => after));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timezone}`,
    ...[{ at: start, before: offset, after: offset }, ...changes].flatMap(
      ({ at, before, after }) => {
        const kind = after === standard ? 'STANDARD' : 'DAYLIGHT';
        return [
          `BEGIN:${kind}`,
          `DTSTART:${localStamp(at, before)}`,
          `TZOFFSETFROM:${utcOffset(before)}`,
          `TZOFFSETTO:${utcOffset(after)}`,
          `END:${kind}`,
        ];
      },
    ),
    'END:VTIMEZONE',
  ];
}

/**
 * A time by the clocks of its zone. What they show twice, when they are turned back, is written in
 * UTC, since programs differ about which of the two is meant.
 */
function timeIn(timezone: string, millis: number, changes: ClockChange[]): string {
  const isTwice = changes.some(
    ({ at, before, after }) => Math.abs(millis - at + 0.5) < (before - after) * MINUTE,
  );
  return isTwice
    ? `:${stamp(millis)}`
    : `;TZID=${timezone}:${localStamp(millis, offsetOf(timezone, millis))}`;
}

/**
 * The lines of an order as an iCalendar file (RFC 5545). Each is at its time in the event's own
 * zone, which stands in the file too.
 */
export function calendarFile(code: string, entries: CalendarEntry[], now: number): string {
  const timed = entries.filter(({ opening_hours }) => !opening_hours);
  const starts = timed.map(({ date }) => toMillis(date));
  // The beginning of a minute, since it is shown on a clock.
  const from = Math.floor(Math.min(...starts) / MINUTE) * MINUTE - YEAR;
  const changesOf = new Map(
    timed.map(({ timezone }) => [timezone, changesIn(timezone, from, Math.max(...starts) + YEAR)]),
  );
  const events = entries.flatMap(
    ({ date_id, date, duration, timezone, opening_hours, ...entry }) => {
      const start = toMillis(date);
      const time = (millis: number) => timeIn(timezone, millis, changesOf.get(timezone) ?? []);
      return [
        'BEGIN:VEVENT',
        `UID:${code}-${date_id}@booking-widget`,
        `DTSTAMP:${stamp(now)}`,
        ...(opening_hours
          ? [`DTSTART;VALUE=DATE:${localStamp(start, offsetOf(timezone, start)).slice(0, 8)}`]
          : [`DTSTART${time(start)}`, `DTEND${time(start + duration * MINUTE)}`]),
        `SUMMARY:${escape(entry.title)}`,
        `LOCATION:${escape(entry.meeting_location)}`,
        `DESCRIPTION:${escape(entry.description)}`,
        'END:VEVENT',
      ];
    },
  );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//booking-widget//EN',
    ...[...changesOf].flatMap(([timezone, changes]) => zoneLines(timezone, from, changes)),
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

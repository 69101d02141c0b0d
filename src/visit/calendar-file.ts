import { MINUTE } from '#contract/milliseconds';
import type { QuotedLine } from '#contract/quote.schema';
import { offsetOf, toMillis } from '../domain/zone.ts';

/**
 * Nearly six days: a power of two in minutes, for the bisection. No zone changes twice in that
 * time.
 */
const STEP = 2 ** 13 * MINUTE;
/** Clock changes are written for this long before the first and after the last line. */
const YEAR = 366 * 24 * 60 * MINUTE;

/** A line as a calendar shows it; one with opening hours fills its day. */
export interface CalendarEntry extends Pick<
  QuotedLine,
  'date_id' | 'title' | 'date' | 'duration' | 'timezone' | 'meeting_location' | 'opening_hours'
> {
  readonly description: string;
}

/** A moment at which a zone's offset changes. Offsets are minutes ahead of UTC. */
interface ClockChange {
  readonly at: number;
  readonly oldOffset: number;
  readonly newOffset: number;
}

/**
 * TEXT (RFC 5545 §3.3.11), which has no control characters. Some programs treat more than CRLF as a
 * line break, and would read what follows as a property.
 */
const escape = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|[\n\v\f\x85\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
const stamp = (millis: number) => new Date(millis).toISOString().replace(/[-:]|\.\d{3}/g, '');
/** The local time of a clock that is `offset` minutes ahead of UTC. */
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

/** The zone's offset at `from`, and each later change, found to the minute by bisection. */
function changesIn(timezone: string, from: number, to: number): ClockChange[] {
  let oldOffset = offsetOf(timezone, from);
  const changes: ClockChange[] = [{ at: from, oldOffset, newOffset: oldOffset }];
  for (let end = from + STEP; end < to; end += STEP) {
    const newOffset = offsetOf(timezone, end);
    if (newOffset === oldOffset) continue;
    let last = end - STEP;
    for (let half = STEP / 2; half >= MINUTE; half /= 2) {
      if (offsetOf(timezone, last + half) === oldOffset) last += half;
    }
    changes.push({ at: last + MINUTE, oldOffset, newOffset });
    oldOffset = newOffset;
  }
  return changes;
}

/** Minutes ahead of UTC as RFC 5545 §3.3.14 writes them: +0100. */
function utcOffset(minutes: number): string {
  return (minutes < 0 ? '-' : '+') + stamp(Math.abs(minutes) * MINUTE).slice(9, 13);
}

/**
 * VTIMEZONE (RFC 5545 §3.6.5), with each change listed instead of a rule. All are STANDARD, because
 * Intl does not tell which offset is daylight saving time, and no time depends on it.
 */
function zoneLines(timezone: string, changes: ClockChange[]): string[] {
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timezone}`,
    ...changes.flatMap(({ at, oldOffset, newOffset }) => [
      'BEGIN:STANDARD',
      `DTSTART:${localStamp(at, oldOffset)}`,
      `TZOFFSETFROM:${utcOffset(oldOffset)}`,
      `TZOFFSETTO:${utcOffset(newOffset)}`,
      'END:STANDARD',
    ]),
    'END:VTIMEZONE',
  ];
}

/**
 * A local time in its zone. One that occurs twice, when clocks are set back, is written in UTC,
 * since programs differ about which of the two is meant.
 */
function timeIn(timezone: string, millis: number, changes: ClockChange[]): string {
  const isTwice = changes.some(
    ({ at, oldOffset, newOffset }) =>
      Math.abs(millis - at + 0.5) < (oldOffset - newOffset) * MINUTE,
  );
  return isTwice
    ? `:${stamp(millis)}`
    : `;TZID=${timezone}:${localStamp(millis, offsetOf(timezone, millis))}`;
}

/**
 * The lines of an order as an iCalendar file (RFC 5545), in the event's own time zone, whose
 * definition is in the file too.
 */
export function calendarFile(code: string, entries: CalendarEntry[], now: number): string {
  const timed = entries.filter(({ opening_hours }) => !opening_hours);
  const starts = timed.map(({ date }) => toMillis(date));
  // VTIMEZONE begins at a full minute.
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
        `UID:${escape(`${code}-${date_id}@booking-widget`)}`,
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
    ...[...changesOf].flatMap(([timezone, changes]) => zoneLines(timezone, changes)),
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

import type { QuotedLine } from '../contract/quote.schema.ts';
import { toMillis } from './zone.ts';

const stamp = (millis: number) => new Date(millis).toISOString().replace(/[-:]|\.\d{3}/g, '');
const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

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

/**
 * The lines of an order as an iCalendar file. Times are instants, so every calendar shows them in
 * its own zone.
 */
export function calendarFile(code: string, lines: QuotedLine[], now: number): string {
  const events = lines.flatMap((line) => {
    const start = toMillis(line.date);
    return [
      'BEGIN:VEVENT',
      `UID:${code}-${line.date_id}@booking-widget`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(start)}`,
      `DTEND:${stamp(start + line.duration * 60_000)}`,
      `SUMMARY:${escape(line.title)}`,
      `LOCATION:${escape(line.meeting_location)}`,
      `DESCRIPTION:${escape(code)}`,
      'END:VEVENT',
    ];
  });
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//booking-widget//EN',
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

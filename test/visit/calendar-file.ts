import type { CalendarEntry } from '../../src/visit/calendar-file.ts';

/** By default two hours in Berlin. */
export function anEntry(change: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    date_id: 'tuesday',
    title: 'Kayak on the Spree',
    date: '2026-11-24T09:00:00Z',
    duration: 120,
    timezone: 'Europe/Berlin',
    meeting_location: 'Boathouse, Lichtkai 7, 10245 Berlin',
    opening_hours: false,
    description: 'Code SPREE-7',
    ...change,
  };
}

/** Unfolds lines (RFC 5545 §3.1). */
export const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

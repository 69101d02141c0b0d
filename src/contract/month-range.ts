import { DAY } from './milliseconds.ts';

/**
 * The first and last instant that a date of a month (`2026-11`) can have in any time zone: the
 * month in UTC, extended by a day at both ends. Every widget requests this range of a month.
 */
export function monthRange(month: string): [start: string, end: string] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [
    toInstant(Date.UTC(year, number - 1, 1) - DAY),
    toInstant(Date.UTC(year, number, 1) + DAY),
  ];
}

function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000', '');
}

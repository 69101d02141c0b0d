import { toInstant } from '../clock.ts';

/** A calendar month in UTC, `2026-11`. Dates are kept by month, so that visitors with other ranges share one answer. */
export type Month = string;

export function monthOf(milliseconds: number): Month {
  return new Date(milliseconds).toISOString().slice(0, 7);
}

/** Both ends as the platform takes them: dates on or after the one, on or before the other (spec, Date lists). */
export function endsOfMonth(month: Month): { start: string; end: string } {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  return { start: `${month}-01T00:00:00Z`, end: toInstant(monthAfter(start) - 1000) };
}

export function monthsBetween(start: number, end: number): Month[] {
  const months: Month[] = [];
  for (let at = start; monthOf(at) <= monthOf(end); at = monthAfter(at)) months.push(monthOf(at));
  return months;
}

function monthAfter(milliseconds: number): number {
  const date = new Date(milliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

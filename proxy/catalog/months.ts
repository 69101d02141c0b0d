import { toInstant } from '../clock.ts';

/**
 * What is kept of a month reaches so far around it: a month in any time zone is then one question.
 */
const REACH = 86_400_000;

/**
 * A month in UTC, `2026-11`. Dates are kept by month, so that visitors with other ranges share one
 * answer.
 */
export function monthOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 7);
}

/**
 * Both ends as the platform takes them: dates on or after the one, on or before the other (spec,
 * Date lists).
 */
export function reachOf(month: string): { start: string; end: string } {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  return { start: toInstant(start - REACH), end: toInstant(monthAfter(start) + REACH) };
}

/** The fewest months whose reaches hold every date from start to end. */
export function monthsFor(start: number, end: number): string[] {
  const months: string[] = [];
  // A reach holds its own last instant.
  const last = monthOf(Math.max(start + REACH, end - REACH - 1));
  for (let at = start + REACH; monthOf(at) <= last; at = monthAfter(at)) months.push(monthOf(at));
  return months;
}

function monthAfter(milliseconds: number): number {
  const date = new Date(milliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

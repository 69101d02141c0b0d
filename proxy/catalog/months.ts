import { DAY } from '#contract/milliseconds';
/** A month's range (contract) extends beyond the month by this at both ends, for all time zones. */
export const MARGIN = DAY;

/**
 * A month in UTC, such as `2026-11`. Dates are cached by month, so that all ranges share the
 * entries.
 */
export function monthOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 7);
}

/** The fewest months whose ranges cover every date from start to end. */
export function monthsFor(start: number, end: number): string[] {
  const months: string[] = [];
  // A range includes its own last instant.
  const last = monthOf(Math.max(start + MARGIN, end - MARGIN - 1));
  for (let time = start + MARGIN; monthOf(time) <= last; time = nextMonth(time)) {
    months.push(monthOf(time));
  }
  return months;
}

/** The start of the month after the one of this time, in UTC. */
export function nextMonth(milliseconds: number): number {
  const date = new Date(milliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** A month's range (contract) is so much wider on both ends. */
const REACH = 86_400_000;

/**
 * A month in UTC, `2026-11`. Dates are kept by month, so that visitors with other ranges share one
 * answer.
 */
export function monthOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 7);
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

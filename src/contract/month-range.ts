const DAY = 24 * 60 * 60 * 1000;

/**
 * The instants between which the dates of a month (`2026-11`) lie in any time zone: the month in
 * UTC and a day on both ends, both included. Widget and proxy agree on it, so that all who look at
 * a month ask for the same range.
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

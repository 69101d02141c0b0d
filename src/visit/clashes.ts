import { HOUR, MINUTE } from '#contract/milliseconds';
import type { QuotedLine } from '#contract/quote.schema';
import { distanceBetween } from '../domain/distance.ts';
import { toMillis } from '../domain/zone.ts';

/** Two lines of a cart that overlap, or are too far apart for the time between them. */
export interface Clash {
  /** The line that starts earlier. */
  first: QuotedLine;
  second: QuotedLine;
  kind: 'overlap' | 'too-far';
}

/** In km/h along a great circle; a car is slower from door to door. */
const FASTEST = 80;
/** In hours: a customer with half a day between two lines has planned the journey, or flies. */
const LONGEST_NEWS = 12;

/**
 * The pairs of lines that clash, by start. The duration of an event with opening hours is how long
 * it is open, so it may overlap lines that go well together. A clash is therefore only shown, and
 * never prevents an order.
 */
export function clashesOf(lines: QuotedLine[]): Clash[] {
  const byStart = [...lines].sort(compareStarts);
  return byStart.flatMap((first, index) =>
    byStart.slice(index + 1).flatMap((second, between): Clash[] => {
      if (timeBetween(first, second) < 0) return [{ first, second, kind: 'overlap' }];
      // Only consecutive lines: with another one in between, the way is a different one.
      return between === 0 && isTooFar(first, second) ? [{ first, second, kind: 'too-far' }] : [];
    }),
  );
}

/** By start, then the longer first, then by id, so that the order is always the same. */
function compareStarts(a: QuotedLine, b: QuotedLine): number {
  return (
    toMillis(a.date) - toMillis(b.date) ||
    b.duration - a.duration ||
    (a.date_id < b.date_id ? -1 : 1)
  );
}

/** Milliseconds from the end of the first to the start of the second. */
function timeBetween(first: QuotedLine, second: QuotedLine): number {
  return toMillis(second.date) - toMillis(first.date) - first.duration * MINUTE;
}

function isTooFar(first: QuotedLine, second: QuotedLine): boolean {
  if (!first.location || !second.location) return false;
  const hours = timeBetween(first, second) / HOUR;
  if (hours >= LONGEST_NEWS) return false;
  const reach = FASTEST * hours;
  return distanceBetween(first.location, second.location) > reach;
}

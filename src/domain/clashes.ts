import type { QuotedLine } from '../contract/quote.schema.ts';
import { distanceBetween } from './distance.ts';
import { toMillis } from './zone.ts';

/** Two lines of a cart that one person can hardly attend both. */
export interface Clash {
  /** The one that starts earlier. */
  first: QuotedLine;
  second: QuotedLine;
  kind: 'overlap' | 'too-far';
}

/** In km/h along a great circle: faster than a car is from door to door. */
const FASTEST = 80;
const HOUR = 3_600_000;

/**
 * The pairs of lines that clash, by start. A quoted line does not say whether its event has opening
 * hours: then its duration is how long it is open, and it overlaps whatever is within, though the
 * customer may come at another time. So a clash is something to tell, never to refuse.
 */
export function clashesOf(lines: QuotedLine[]): Clash[] {
  const byStart = [...lines].sort(compareStarts);
  return byStart.flatMap((first, index) =>
    byStart.slice(index + 1).flatMap((second, between): Clash[] => {
      if (timeBetween(first, second) < 0) return [{ first, second, kind: 'overlap' }];
      // Whoever goes somewhere else in between does not go straight from the first to the second.
      return between === 0 && isTooFar(first, second) ? [{ first, second, kind: 'too-far' }] : [];
    }),
  );
}

/** Of two that start at once the longer is first, and else the same one whatever their order was. */
function compareStarts(a: QuotedLine, b: QuotedLine): number {
  return (
    toMillis(a.date) - toMillis(b.date) ||
    b.duration - a.duration ||
    (a.date_id < b.date_id ? -1 : 1)
  );
}

/** Milliseconds from the end of the first to the start of the second. */
function timeBetween(first: QuotedLine, second: QuotedLine): number {
  return toMillis(second.date) - toMillis(first.date) - first.duration * 60_000;
}

function isTooFar(first: QuotedLine, second: QuotedLine): boolean {
  if (!first.location || !second.location) return false;
  const reach = (FASTEST * timeBetween(first, second)) / HOUR;
  return distanceBetween(first.location, second.location) > reach;
}

import { HOUR } from '#contract/milliseconds';
import type { Dice } from './dice.ts';
import type { Timeline } from './timeline.ts';

export const EPOCH = Date.parse('2026-11-21T09:00:00Z');
/** The platform's clock differs from true time. */
const SKEW = 7_000;
const YEAR = 365 * 24 * HOUR;

/** The `Date` header of a response now, in milliseconds since the epoch; undefined without one. */
export type DateHeader = () => number | undefined;

/** Whole seconds, rounded down. */
export function createDateHeader(timeline: Timeline): DateHeader {
  return () => Math.floor((EPOCH + SKEW + timeline.now()) / 1000) * 1000;
}

/** A header that is wrong for some time, or in some responses. */
export function createWanderingDate(timeline: Timeline, dice: Dice): DateHeader {
  const rightDate = createDateHeader(timeline);
  const error = dice.pick([YEAR, -HOUR, -YEAR, HOUR, 10 * 60_000]);
  const from = dice.delay(60_000, HOUR / 2);
  const until = from + dice.delay(HOUR / 4, 10 * HOUR);
  const kind = dice.weighted({ wrong: 3, jumping: 3, missing: 2 });

  return () => {
    const date = rightDate() ?? 0;
    const now = timeline.now();
    if (now < from || now >= until) return date;
    switch (kind) {
      case 'wrong':
        return date + error;
      case 'jumping':
        return date + dice.pick([0, error, dice.between(-HOUR, HOUR)]);
      case 'missing':
        return dice.chance(0.8) ? undefined : date;
    }
  };
}

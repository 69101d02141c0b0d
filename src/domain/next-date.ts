import type { ListedEvent, NextDate } from '#contract/event.schema';
import { DAY, MINUTE } from '#contract/milliseconds';
import { type Day, type Month, monthOf, nextMonth } from './days.ts';
import { dayIn, toMillis } from './zone.ts';

type Dated = Pick<ListedEvent, 'first_date' | 'next' | 'timezone'>;

const SHOWN_FOR = 15 * MINUTE;

/** When an event can be booked next; undefined where that is unknown, or too old to be shown. */
export function nextDateOf({ next }: Pick<Dated, 'next'>, now: number): NextDate | undefined {
  return next && now - toMillis(next.as_of) < SHOWN_FOR ? next : undefined;
}

/** The first day that may have a free date; undefined if none is known. */
export function firstDayOf({ next, first_date, timezone }: Dated): Day | undefined {
  if (next && !next.date) return `${nextMonth(soldOutMonth(next.known_until))}-01`;
  const first = next?.date ?? first_date;
  return first ? dayIn(timezone, first) : undefined;
}

/** The last month of those that are known to be sold out. */
export function soldOutMonth(known_until: string): Month {
  // The months are those of UTC, whatever zone the event is in.
  return monthOf(dayIn('UTC', toMillis(known_until) - DAY));
}

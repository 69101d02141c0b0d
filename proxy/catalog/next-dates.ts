import { obstacleTo } from '#contract/bookable';
import type { NextDate } from '#contract/event.schema';
import { toInstant } from '../clock.ts';
import { withBookableUntil } from './bookable-until.ts';
import type { DateSnapshot } from './date-index.ts';
import type { Events } from './merge.ts';
import { MARGIN } from './months.ts';

/** The dates of the months in memory, from the current one until the first that is missing. */
export interface KnownDates {
  readonly dates: DateSnapshot;
  /** The start of the first month that is missing, in UTC and in milliseconds. */
  readonly until: number;
  /** All changes up to this time are applied. */
  readonly asOf: number;
}

/**
 * Returns a function from a merged event to its next date. It says nothing of events without a date
 * in the known months, nor of those whose dates are only past their booking time.
 */
export function nextDatesOn(
  { dates, until, asOf }: KnownDates,
  { byId, familyOf }: Pick<Events, 'byId' | 'familyOf'>,
  now: number,
): (rootId: string) => NextDate | undefined {
  const known_until = toInstant(until);
  // A month is listed with a day at each end, so it is known to its end in every time zone.
  const end = toInstant(until + MARGIN);
  const as_of = toInstant(asOf);

  return (rootId) => {
    let next: string | undefined;
    let isSoldOut = false;
    for (const eventId of familyOf(rootId) ?? []) {
      const event = byId.get(eventId);
      if (!event) continue;
      for (const date of dates.ofEvent(eventId)) {
        // By start: nothing later is nearer, or known.
        if (date.date >= (next ?? end)) break;
        const dated = withBookableUntil(date, event);
        const obstacle = obstacleTo(dated, event.price_group, { participants: 0, now });
        if (!obstacle) next = date.date;
        isSoldOut ||= obstacle === 'full';
      }
    }
    if (!next && !isSoldOut) return undefined;
    return { date: next ?? null, known_until, as_of };
  };
}

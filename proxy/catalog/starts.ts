import { obstacleTo } from '#contract/bookable';
import { entryPriceOf } from '#contract/entry-price';
import type { ListedStart, NoStarts } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import type { PlatformDate, PlatformEvent } from '../platform/translate.ts';
import { withBookableUntil } from './bookable-until.ts';
import { type DateSnapshot, firstFrom } from './date-index.ts';
import { localDay } from './local-day.ts';
import type { Events } from './merge.ts';

/** A day in each event's own time zone, and the size of the party. */
export interface Visit {
  readonly day: string;
  readonly participants: number;
}

/** All dates around a day, and the time for which offers are worked out. */
export interface DayView {
  /** Undefined if they are not known. */
  readonly dates: DateSnapshot | undefined;
  readonly now: number;
}

/** What an event offers a party on a day. */
export interface DayOffer {
  readonly starts: ListedStart[];
  readonly no_starts: NoStarts | null;
}

/** The most helpful first: if there are several, the first one is shown. */
const reasons = ['below-minimum', 'too-few-places', 'full', 'past-cut-off'] as const;

/**
 * Returns a function from a merged event to its starts, by time, with the prices of each date's own
 * event. Whatever does not depend on the event is computed once.
 */
export function offersOn(
  { day, participants }: Visit,
  { byId, familyOf }: Pick<Events, 'byId' | 'familyOf'>,
  { dates, now }: DayView,
): (rootId: string) => DayOffer {
  if (!dates) return () => ({ starts: [], no_starts: 'not-known' });
  // In any time zone, a day lies within a day of the same one in UTC.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const earliest = new Date(midnight - DAY).toISOString();
  const latest = new Date(midnight + 2 * DAY).toISOString();

  function datesOf({ id, timezone }: PlatformEvent, byEvent: DateSnapshot): PlatformDate[] {
    const list = byEvent.ofEvent(id);
    const around = list.slice(firstFrom(list, earliest), firstFrom(list, latest));
    return around.filter(({ date }) => localDay(date, timezone) === day);
  }

  return (rootId) => {
    const starts: ListedStart[] = [];
    const found = new Set<NoStarts>();
    for (const eventId of familyOf(rootId) ?? []) {
      const event = byId.get(eventId);
      if (!event) continue;
      for (const date of datesOf(event, dates)) {
        const start = toStart(date, event, participants, now);
        if (typeof start === 'string') found.add(start);
        else starts.push(start);
      }
    }
    if (starts.length === 0) {
      return { starts, no_starts: reasons.find((reason) => found.has(reason)) ?? 'no-dates' };
    }
    return { starts: starts.sort((a, b) => (a.date < b.date ? -1 : 1)), no_starts: null };
  };
}

/**
 * Returns a function that tells whether a merged event has any date from one day to another with so
 * many places: a fraction of the work of `offersOn` for each of the days.
 */
export function roomWithin(
  { first, last, participants }: { first: string; last: string; participants: number },
  { familyOf }: Pick<Events, 'familyOf'>,
  { dates }: DayView,
): (rootId: string) => boolean {
  if (!dates) return () => false;
  const earliest = new Date(Date.parse(first) - DAY).toISOString();
  const latest = new Date(Date.parse(last) + 2 * DAY).toISOString();
  return (rootId) =>
    (familyOf(rootId) ?? []).some((id) => {
      const list = dates.ofEvent(id);
      for (const { available_slots } of list.slice(
        firstFrom(list, earliest),
        firstFrom(list, latest),
      )) {
        if (available_slots >= participants) return true;
      }
      return false;
    });
}

function toStart(
  date: PlatformDate,
  event: PlatformEvent,
  participants: number,
  now: number,
): ListedStart | NoStarts {
  const dated = withBookableUntil(date, event);
  const obstacle = obstacleTo(dated, event.price_group, { participants, now });
  if (obstacle) return obstacle === 'no-prices' ? 'no-dates' : obstacle;
  const price = entryPriceOf(event.price_group.prices);
  return price ? { ...dated, price } : 'no-dates';
}

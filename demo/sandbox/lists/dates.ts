import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Event, EventDate, Vendor } from '../records.ts';
import { availableSlots, bookableUntil } from '../records.ts';
import { isInCategories } from './events.ts';
import { geolocation, isWithin } from './geolocation.ts';
import type { Listing, Page } from './list.ts';
import { list } from './list.ts';
import * as parameter from './parameters.ts';

/** The parameters of "Date lists, and events-and-dates summaries". */
export const dateParameters = z.object({
  ...parameter.commonParameters(['date', 'available_slots', 'event_id']),
  available: parameter.boolean.default(true),
  start_date: parameter.instant.optional(),
  end_date: parameter.instant.optional(),
  accept_vendors: parameter.names.optional(),
  exclude_vendors: parameter.names.optional(),
  accept_events: parameter.names.optional(),
  exclude_events: parameter.names.optional(),
  category: parameter.integer.optional(),
  geolocation: geolocation.optional(),
  ignore_latest_booking_time: parameter.boolean.default(false),
});

export type DateQuery = z.output<typeof dateParameters>;

/** Whose dates a list is about. */
export interface DateReach {
  readonly vendor?: Vendor | undefined;
  readonly event?: Event | undefined;
  /**
   * The event that a date is listed under: its own, or the one that its pricelist is merged into.
   */
  readonly eventOf?: (date: EventDate) => Event;
}

const ownEvent = (date: EventDate): Event => date.event;

/** Sorted by date unless the query says otherwise. */
export function listDates(
  books: Books,
  query: DateQuery,
  now: number,
  reach: DateReach,
): Page<EventDate> {
  const { vendor, eventOf = ownEvent } = reach;
  const kept = candidates(books, query, reach).filter(
    (date) =>
      (vendor === undefined || date.event.vendor === vendor) &&
      keeps(date, eventOf(date), query, now),
  );
  return list(kept, query, listingUnder(eventOf));
}

/** As few dates as can be found without looking at each one, by start. */
function candidates(
  books: Books,
  query: DateQuery,
  { vendor, event, eventOf = ownEvent }: DateReach,
): EventDate[] {
  const { start_date: from, end_date: to, accept, accept_events, accept_vendors } = query;
  const byStart = (a: EventDate, b: EventDate) => a.start - b.start;
  const datesOf = (events: readonly Event[]) =>
    events.flatMap(({ id }) => books.calendar.datesOf(id, { from, to })).sort(byStart);

  if (event) return datesOf([event]);
  if (accept) return [...accept].flatMap((id) => books.dates.get(id) ?? []).sort(byStart);
  if (accept_events && eventOf === ownEvent) {
    return datesOf([...accept_events].flatMap((id) => books.events.get(id) ?? []));
  }
  const vendors = vendor ? new Set([vendor.id]) : accept_vendors;
  if (vendors) {
    return datesOf([...books.events.values()].filter((each) => vendors.has(each.vendor.id)));
  }
  return books.calendar.dates({ from, to });
}

function keeps(date: EventDate, under: Event, query: DateQuery, now: number): boolean {
  return (
    date.active === 1 &&
    date.event.active === 1 &&
    under.active === 1 &&
    (!query.available || availableSlots(date) > 0) &&
    (query.ignore_latest_booking_time || now <= bookableUntil(date)) &&
    (query.start_date === undefined || date.start >= query.start_date) &&
    (query.end_date === undefined || date.start <= query.end_date) &&
    (query.accept_events?.has(under.id) ?? true) &&
    !query.exclude_events?.has(under.id) &&
    (query.accept_vendors?.has(date.event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(date.event.vendor.id) &&
    (query.category === undefined || isInCategories(date.event, new Set([query.category]))) &&
    (query.geolocation === undefined || isWithin(query.geolocation, date.event))
  );
}

function listingUnder(eventOf: (date: EventDate) => Event): Listing<EventDate> {
  return {
    id: (date) => date.id,
    changedAt: (date) => date.changed_at,
    searched: (date) => [date.event.title],
    attributes: {
      date: (date) => date.start,
      available_slots: availableSlots,
      event_id: (date) => eventOf(date).id,
    },
  };
}

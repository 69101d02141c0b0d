import { z } from 'zod';
import type { Listing, Page } from '../api/list.ts';
import { listItems } from '../api/list.ts';
import * as parameter from '../api/list-parameters.ts';
import type { Event } from '../events/event.ts';
import { isInCategories, isWithin } from '../events/event.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { EventDate } from './date.ts';
import { availableSlots, bookableUntil } from './date.ts';

/** The parameters of "Date lists, and events-and-dates summaries". */
export const dateParameters = z.object({
  ...parameter.commonParameters(['date', 'available_slots', 'event_id']),
  available: parameter.boolean.default(true),
  start_date: parameter.timestamp.optional(),
  end_date: parameter.timestamp.optional(),
  accept_vendors: parameter.ids.optional(),
  exclude_vendors: parameter.ids.optional(),
  accept_events: parameter.ids.optional(),
  exclude_events: parameter.ids.optional(),
  category: parameter.integer.optional(),
  geolocation: parameter.geolocation.optional(),
  ignore_latest_booking_time: parameter.boolean.default(false),
});

export type DateQuery = z.output<typeof dateParameters>;

/** An integration example passes `from` and `to` for an event's dates (spec, Table A). */
const datesOfEventParameters = dateParameters.extend({
  from: parameter.timestamp.optional(),
  to: parameter.timestamp.optional(),
});

/** `from` and `to` are bounds as `start_date` and `end_date` are; where both are given, both hold. */
export function parseDatesOfEventQuery(request: Request): DateQuery {
  const { from, to, ...query } = parameter.parseParameters(datesOfEventParameters, request);
  return {
    ...query,
    start_date: Math.max(query.start_date ?? -Infinity, from ?? -Infinity),
    end_date: Math.min(query.end_date ?? Infinity, to ?? Infinity),
  };
}

/** Which dates the path of a list is about, and under which event they are listed. */
export interface DateScope {
  readonly vendor?: Vendor | undefined;
  readonly event?: Event | undefined;
  /** The event of a merged date; without it dates are listed under their own event. */
  readonly mergedEventOf?: (date: EventDate) => Event;
}

/** Sorted by date unless the query says otherwise (spec, Table B). */
export function listDates(
  world: World,
  query: DateQuery,
  now: number,
  scope: DateScope,
): Page<EventDate> {
  const { vendor } = scope;
  const listedEventOf = scope.mergedEventOf ?? ((date: EventDate) => date.event);
  function* matchingDates() {
    for (const date of candidates(world, query, scope)) {
      const isOfVendor = vendor === undefined || date.event.vendor === vendor;
      if (isOfVendor && matches(date, listedEventOf(date), query, now)) yield date;
    }
  }
  return listItems(matchingDates(), query, listingUnder(listedEventOf));
}

/**
 * The dates that can match, found by index, because a large world has too many to check each one.
 */
function candidates(
  world: World,
  query: DateQuery,
  { vendor, event, mergedEventOf }: DateScope,
): Iterable<EventDate> {
  const { accept, accept_events, accept_vendors } = query;
  const period = { from: query.start_date, to: query.end_date };
  const byStart = (a: EventDate, b: EventDate) => a.start - b.start;
  const datesOf = (events: readonly Event[]) =>
    events.flatMap(({ id }) => [...world.dates.ofEvent(id, period)]).sort(byStart);

  if (event) return world.dates.ofEvent(event.id, period);
  if (accept) return [...accept].flatMap((id) => world.dates.get(id) ?? []).sort(byStart);
  if (accept_events && !mergedEventOf) {
    return datesOf([...accept_events].flatMap((id) => world.events.get(id) ?? []));
  }
  const vendorIds = vendor ? new Set([vendor.id]) : accept_vendors;
  if (vendorIds) {
    return datesOf([...world.events.values()].filter((item) => vendorIds.has(item.vendor.id)));
  }
  return world.dates.all(period);
}

/** `listedEvent` is the date's own event, or for a merged date the merged one. */
function matches(date: EventDate, listedEvent: Event, query: DateQuery, now: number): boolean {
  const { event } = date;
  return (
    date.active === 1 &&
    // Dates of an inactive event are not listed, as the event itself is not (spec, Event).
    event.active === 1 &&
    listedEvent.active === 1 &&
    (!query.available || availableSlots(date) > 0) &&
    (query.ignore_latest_booking_time || now <= bookableUntil(date)) &&
    (query.start_date === undefined || date.start >= query.start_date) &&
    (query.end_date === undefined || date.start <= query.end_date) &&
    (query.accept_events?.has(listedEvent.id) ?? true) &&
    !query.exclude_events?.has(listedEvent.id) &&
    (query.accept_vendors?.has(event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(event.vendor.id) &&
    (query.category === undefined || isInCategories(event, new Set([query.category]))) &&
    (query.geolocation === undefined || isWithin(event, query.geolocation))
  );
}

function listingUnder(listedEventOf: (date: EventDate) => Event): Listing<EventDate> {
  return {
    id: (date) => date.id,
    changedAt: (date) => date.changed_at,
    searched: (date) => [date.event.title],
    attributes: {
      date: (date) => date.start,
      available_slots: availableSlots,
      event_id: (date) => listedEventOf(date).id,
    },
  };
}

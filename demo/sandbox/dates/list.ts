import { z } from 'zod';
import type { Listing, Page } from '../api/list.ts';
import { listItems } from '../api/list.ts';
import * as parameter from '../api/list-parameters.ts';
import type { Event } from '../events/event.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { EventDate } from './date.ts';
import { availableSlots, bookableUntil } from './date.ts';

/** The parameters of "Date lists". */
export const dateParameters = z.object({
  ...parameter.commonParameters(['date', 'available_slots', 'event_id']),
  available: parameter.boolean.default(true),
  start_date: parameter.timestamp.optional(),
  end_date: parameter.timestamp.optional(),
  accept_vendors: parameter.ids.optional(),
  exclude_vendors: parameter.ids.optional(),
  accept_events: parameter.ids.optional(),
  exclude_events: parameter.ids.optional(),
  ignore_latest_booking_time: parameter.boolean.default(false),
});

export type DateQuery = z.output<typeof dateParameters>;

/** Which dates the path of a list is about. */
export interface DateScope {
  readonly vendor?: Vendor | undefined;
  readonly event?: Event | undefined;
}

/** Sorted by date unless the query says otherwise (spec, Table B). */
export function listDates(
  world: World,
  query: DateQuery,
  now: number,
  scope: DateScope,
): Page<EventDate> {
  const { vendor } = scope;
  function* matchingDates() {
    for (const date of candidates(world, query, scope)) {
      const isOfVendor = vendor === undefined || date.event.vendor === vendor;
      if (isOfVendor && matches(date, query, now)) yield date;
    }
  }
  return listItems(matchingDates(), query, listing);
}

/**
 * The dates that can match, found by index, because a large world has too many to check each one.
 */
function candidates(
  world: World,
  query: DateQuery,
  { vendor, event }: DateScope,
): Iterable<EventDate> {
  const { accept, accept_events, accept_vendors } = query;
  const period = { from: query.start_date, to: query.end_date };
  const byStart = (a: EventDate, b: EventDate) => a.start - b.start;
  const datesOf = (events: readonly Event[]) =>
    events.flatMap(({ id }) => [...world.dates.ofEvent(id, period)]).sort(byStart);

  if (event) return world.dates.ofEvent(event.id, period);
  if (accept) return [...accept].flatMap((id) => world.dates.get(id) ?? []).sort(byStart);
  if (accept_events) {
    return datesOf([...accept_events].flatMap((id) => world.events.get(id) ?? []));
  }
  const vendorIds = vendor ? new Set([vendor.id]) : accept_vendors;
  if (vendorIds) {
    return datesOf([...world.events.values()].filter((item) => vendorIds.has(item.vendor.id)));
  }
  return world.dates.all(period);
}

function matches(date: EventDate, query: DateQuery, now: number): boolean {
  const { event } = date;
  return (
    // Dates of an inactive event are not listed, as the event itself is not (spec, Event).
    event.active === 1 &&
    (!query.available || availableSlots(date) > 0) &&
    (query.ignore_latest_booking_time || now <= bookableUntil(date)) &&
    (query.start_date === undefined || date.start >= query.start_date) &&
    (query.end_date === undefined || date.start <= query.end_date) &&
    (query.accept_events?.has(event.id) ?? true) &&
    !query.exclude_events?.has(event.id) &&
    (query.accept_vendors?.has(event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(event.vendor.id)
  );
}

const listing: Listing<EventDate> = {
  id: (date) => date.id,
  changedAt: (date) => date.changed_at,
  attributes: {
    date: (date) => date.start,
    available_slots: availableSlots,
    event_id: (date) => date.event.id,
  },
};

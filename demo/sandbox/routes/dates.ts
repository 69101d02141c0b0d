import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { formatInstant } from '../instants.ts';
import type { Listing } from '../lists/list.ts';
import { list, pick } from '../lists/list.ts';
import * as parameter from '../lists/parameters.ts';
import type { EventDate } from '../records.ts';
import { availableSlots, bookableUntil } from '../records.ts';
import { Refused } from '../refusals.ts';

const parameters = z.object({
  ...parameter.commonParameters(['date', 'available_slots', 'event_id']),
  available: parameter.boolean.default(true),
  start_date: parameter.instant.optional(),
  end_date: parameter.instant.optional(),
  accept_vendors: parameter.names.optional(),
  exclude_vendors: parameter.names.optional(),
  accept_events: parameter.names.optional(),
  exclude_events: parameter.names.optional(),
  ignore_latest_booking_time: parameter.boolean.default(false),
});

type Query = z.output<typeof parameters>;

/** `/v3/dates`. */
export function dateRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>().get('/', allow('readCatalogue'), (c) =>
    c.json(listDates(books.dates.values(), c.req.raw, clock())),
  );
}

/** `/v3/events/{id}/dates`: the event's own dates, not those of its pricelists. */
export function eventDateRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>().get('/:id/dates', allow('readCatalogue'), (c) => {
    const id = c.req.param('id');
    if (!books.events.has(id)) throw new Refused('notFound', `there is no event ${id}`);
    const dates = [...books.dates.values()].filter(({ event }) => event.id === id);
    return c.json(listDates(dates, c.req.raw, clock()));
  });
}

function listDates(dates: Iterable<EventDate>, request: Request, now: number): object[] {
  const query = parameter.readParameters(parameters, request);
  const kept = [...dates].filter((date) => keeps(date, query, now));
  return list(kept, query, listing).map((date) => pick(wireDate(date), query.fields));
}

function keeps(date: EventDate, query: Query, now: number): boolean {
  return (
    (!query.available || availableSlots(date) > 0) &&
    (query.ignore_latest_booking_time || now <= bookableUntil(date)) &&
    (query.start_date === undefined || date.start >= query.start_date) &&
    (query.end_date === undefined || date.start <= query.end_date) &&
    (query.accept_events?.has(date.event.id) ?? true) &&
    !query.exclude_events?.has(date.event.id) &&
    (query.accept_vendors?.has(date.event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(date.event.vendor.id)
  );
}

const listing: Listing<EventDate> = {
  id: (date) => date.id,
  changedAt: (date) => date.changed_at,
  searched: (date) => [date.event.title],
  attributes: {
    date: (date) => date.start,
    available_slots: availableSlots,
    event_id: (date) => date.event.id,
  },
};

export function wireDate(date: EventDate) {
  return {
    id: date.id,
    active: 1,
    event_id: date.event.id,
    date: formatInstant(date.start),
    available_slots: availableSlots(date),
    total_slots: date.total_slots,
  };
}

import { z } from 'zod';
import type { Books } from '../books.ts';
import { moneyNumber } from '../money.ts';
import type { Event, EventDate } from '../records.ts';
import { availableSlots, bookableUntil } from '../records.ts';
import { geolocation, isWithin } from './geolocation.ts';
import type { Listing, Page } from './list.ts';
import { list } from './list.ts';
import * as parameter from './parameters.ts';

/** The parameters of "Event lists": events, events of a vendor, merged events. */
export const eventParameters = z.object({
  ...parameter.commonParameters([
    'title',
    'duration',
    'max_participants',
    'vendor_name',
    'price',
    'category_id',
    'first_date',
  ]),
  category: parameter.integer.optional(),
  categories: parameter.integers.optional(),
  accept_vendors: parameter.names.optional(),
  exclude_vendors: parameter.names.optional(),
  preferred_categories: parameter.integers.optional(),
  type: parameter.oneOf(['BOOKING', 'REQUEST', 'ALL']).default('BOOKING'),
  available_from: parameter.instant.optional(),
  geolocation: geolocation.optional(),
  with_private_prices: parameter.boolean.default(false),
  only_root_events: parameter.boolean.default(false),
  only_main_duration: parameter.boolean.default(false),
});

export type EventQuery = z.output<typeof eventParameters>;

/** An event on its way to a list, with what `available_from` has found for it. */
export interface ListedEvent {
  readonly event: Event;
  /** The event alone, or where pricelists are merged into it, these too. */
  readonly pricelists: readonly Event[];
  readonly firstDate: EventDate | undefined;
}

export function listEvents(
  books: Books,
  candidates: readonly Omit<ListedEvent, 'firstDate'>[],
  query: EventQuery,
  now: number,
): Page<ListedEvent> {
  const from = query.available_from;
  const { preferred_categories: preferred } = query;
  const listed = candidates
    .filter(({ event }) => keeps(event, query))
    .map((candidate): ListedEvent => ({
      ...candidate,
      firstDate: from === undefined ? undefined : firstDate(books, candidate.pricelists, from, now),
    }))
    .filter((item) => from === undefined || item.firstDate !== undefined);
  return list(
    listed,
    query,
    listing,
    preferred && (({ event }) => isInCategories(event, preferred)),
  );
}

function keeps(event: Event, query: EventQuery): boolean {
  return (
    event.active === 1 &&
    (query.type === 'ALL' || event.type === query.type) &&
    (query.category === undefined || isInCategories(event, new Set([query.category]))) &&
    (query.categories === undefined || isInCategories(event, query.categories)) &&
    (query.accept_vendors?.has(event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(event.vendor.id) &&
    (query.geolocation === undefined || isWithin(query.geolocation, event)) &&
    !(query.only_root_events && event.root_event_id !== '') &&
    !(query.only_main_duration && !event.is_main_duration)
  );
}

export function isInCategories(event: Event, ids: ReadonlySet<number>): boolean {
  return event.categories.some(({ id }) => ids.has(id));
}

/** "Available" is read as: on or after the moment, a place is free, and it can still be booked. */
function firstDate(
  books: Books,
  events: readonly Event[],
  from: number,
  now: number,
): EventDate | undefined {
  const isFree = (date: EventDate) =>
    date.active === 1 && availableSlots(date) > 0 && now <= bookableUntil(date);
  return events
    .flatMap(({ id }) => books.calendar.datesOf(id, { from }).find(isFree) ?? [])
    .reduce<EventDate | undefined>((a, b) => (a && a.start <= b.start ? a : b), undefined);
}

const listing: Listing<ListedEvent> = {
  id: ({ event }) => event.id,
  changedAt: ({ pricelists }) => Math.max(...pricelists.map(({ changed_at }) => changed_at)),
  searched: ({ event }) => [event.title, event.description, event.vendor.name],
  attributes: {
    title: ({ event }) => event.title,
    duration: ({ event }) => event.duration,
    max_participants: ({ event }) => event.max_participants,
    vendor_name: ({ event }) => event.vendor.name,
    price: ({ pricelists }) =>
      Math.min(
        ...pricelists
          .flatMap(({ prices }) => prices)
          .filter((price) => price.public === 1)
          .map(({ value, currency }) => moneyNumber(value, currency)),
      ),
    category_id: ({ event }) => event.categories[0]?.id ?? 0,
    first_date: ({ firstDate: date }) => date?.start ?? Infinity,
  },
};

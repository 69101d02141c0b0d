import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Client } from '../clients.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { formatInstant } from '../instants.ts';
import type { Listing } from '../lists/list.ts';
import { list, pick } from '../lists/list.ts';
import * as parameter from '../lists/parameters.ts';
import { moneyNumber } from '../money.ts';
import type { Event, EventDate } from '../records.ts';
import { availableSlots, bookableUntil } from '../records.ts';

const attributes = [
  'title',
  'duration',
  'max_participants',
  'vendor_name',
  'price',
  'category_id',
  'first_date',
] as const;

const parameters = z.object({
  ...parameter.commonParameters(attributes),
  category: parameter.integer.optional(),
  categories: parameter.integers.optional(),
  accept_vendors: parameter.names.optional(),
  exclude_vendors: parameter.names.optional(),
  type: parameter.oneOf(['BOOKING', 'REQUEST', 'ALL']).default('BOOKING'),
  available_from: parameter.instant.optional(),
  with_private_prices: parameter.boolean.default(false),
  only_root_events: parameter.boolean.default(false),
  only_main_duration: parameter.boolean.default(false),
});

type Query = z.output<typeof parameters>;

/** An event on its way to a list, with what `available_from` has found for it. */
interface ListedEvent {
  readonly event: Event;
  readonly firstDate: EventDate | undefined;
}

export function eventRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>().get('/', allow('readCatalogue'), (c) => {
    const query = parameter.readParameters(parameters, c.req.raw);
    const firstDates = firstDatesFrom(books, query.available_from, clock());
    const listed = [...books.events.values()]
      .filter((event) => keeps(event, query))
      .map((event): ListedEvent => ({ event, firstDate: firstDates.get(event.id) }))
      .filter(({ firstDate }) => query.available_from === undefined || firstDate !== undefined);
    const wire = list(listed, query, listing).map((item) =>
      wireEvent(item, query, c.get('client')),
    );
    return c.json(wire.map((event) => pick(event, query.fields)));
  });
}

function keeps(event: Event, query: Query): boolean {
  const inCategories = (ids: ReadonlySet<number>) => event.categories.some(({ id }) => ids.has(id));
  return (
    (query.type === 'ALL' || event.type === query.type) &&
    (query.category === undefined || inCategories(new Set([query.category]))) &&
    (query.categories === undefined || inCategories(query.categories)) &&
    (query.accept_vendors?.has(event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(event.vendor.id) &&
    !(query.only_root_events && event.root_event_id !== '') &&
    !(query.only_main_duration && !event.is_main_duration)
  );
}

/**
 * The first date of each event on or after a moment. "Available" is read as: a place is free, and it can still be booked.
 * A parent does not answer for the dates of its pricelists.
 */
function firstDatesFrom(
  books: Books,
  from: number | undefined,
  now: number,
): ReadonlyMap<string, EventDate> {
  const first = new Map<string, EventDate>();
  if (from === undefined) return first;
  for (const date of books.dates.values()) {
    const isFree = availableSlots(date) > 0 && now <= bookableUntil(date);
    if (date.start >= from && isFree && !first.has(date.event.id)) first.set(date.event.id, date);
  }
  return first;
}

const listing: Listing<ListedEvent> = {
  id: ({ event }) => event.id,
  changedAt: ({ event }) => event.changed_at,
  searched: ({ event }) => [event.title, event.description, event.vendor.name],
  attributes: {
    title: ({ event }) => event.title,
    duration: ({ event }) => event.duration,
    max_participants: ({ event }) => event.max_participants,
    vendor_name: ({ event }) => event.vendor.name,
    price: ({ event }) =>
      Math.min(
        ...event.prices
          .filter((price) => price.public === 1)
          .map(({ value, currency }) => moneyNumber(value, currency)),
      ),
    category_id: ({ event }) => event.categories[0]?.id ?? 0,
    first_date: ({ firstDate }) => firstDate?.start ?? Infinity,
  },
};

function wireEvent({ event, firstDate }: ListedEvent, query: Query, client: Client): object {
  const { vendor, is_main_duration: _main, changed_at: _changed, prices, ...fields } = event;
  return {
    ...fields,
    active: '1',
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    location_place_id: '',
    meeting_location_place_id: '',
    voucher_checkout_url: '',
    prices: prices
      .filter((price) => price.public === 1 || query.with_private_prices)
      .map((price) => ({ ...price, value: moneyNumber(price.value, price.currency) })),
    commission: client.kind === 'reseller' ? event.commission : 0,
    ...(firstDate && { first_date: formatInstant(firstDate.start) }),
  };
}

import { z } from 'zod';
import type { Listing, Page } from '../api/list.ts';
import { listItems } from '../api/list.ts';
import * as parameter from '../api/list-parameters.ts';
import { moneyNumber } from '../api/wire-values.ts';
import type { EventDate } from '../dates/date.ts';
import { firstBookable } from '../dates/date.ts';
import type { World } from '../world/world.ts';
import type { Event } from './event.ts';
import { isInCategories, isWithin } from './event.ts';

/** The parameters of "Event lists". */
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
  accept_vendors: parameter.ids.optional(),
  exclude_vendors: parameter.ids.optional(),
  preferred_categories: parameter.integers.optional(),
  type: parameter.oneOf(['BOOKING', 'REQUEST', 'ALL']).default('BOOKING'),
  available_from: parameter.timestamp.optional(),
  geolocation: parameter.geolocation.optional(),
  with_private_prices: parameter.boolean.default(false),
  only_root_events: parameter.boolean.default(false),
});

export type EventQuery = z.output<typeof eventParameters>;

export interface ListedEvent {
  readonly event: Event;
  /** What `available_from` has found; undefined without that parameter. */
  readonly firstDate: EventDate | undefined;
}

export function listEvents(
  world: World,
  events: readonly Event[],
  query: EventQuery,
  now: number,
): Page<ListedEvent> {
  const { available_from: from, preferred_categories: preferred } = query;
  const matching = events
    .filter((event) => matches(event, query))
    .map((event): ListedEvent => ({
      event,
      firstDate: from === undefined ? undefined : findFirstDate(world, event, from, now),
    }))
    .filter(({ firstDate }) => from === undefined || firstDate !== undefined);
  return listItems(
    matching,
    query,
    listing,
    preferred && (({ event }) => isInCategories(event, preferred)),
  );
}

function matches(event: Event, query: EventQuery): boolean {
  return (
    // Inactive events are not returned (spec, Event).
    event.active === 1 &&
    (query.type === 'ALL' || event.type === query.type) &&
    (query.category === undefined || isInCategories(event, new Set([query.category]))) &&
    (query.categories === undefined || isInCategories(event, query.categories)) &&
    (query.accept_vendors?.has(event.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(event.vendor.id) &&
    (query.geolocation === undefined || isWithin(event, query.geolocation)) &&
    !(query.only_root_events && event.root_event_id !== '')
  );
}

/**
 * The earliest date from this moment on that has a free place and can still be booked. If there is
 * none, the earliest of all, because `available_from` asks for a date, not for a place (spec, Event
 * lists).
 */
function findFirstDate(
  world: World,
  { id }: Event,
  from: number,
  now: number,
): EventDate | undefined {
  const dates = [...world.dates.ofEvent(id, { from })];
  return firstBookable(dates, now) ?? dates[0];
}

const listing: Listing<ListedEvent> = {
  id: ({ event }) => event.id,
  changedAt: ({ event }) => event.changed_at,
  attributes: {
    title: ({ event }) => event.title,
    duration: ({ event }) => event.duration,
    max_participants: ({ event }) => event.max_participants,
    vendor_name: ({ event }) => event.vendor.name,
    price: cheapestPublicPrice,
    category_id: ({ event }) => event.categories[0]?.id ?? 0,
    first_date: ({ firstDate }) => firstDate?.start ?? Infinity,
  },
};

function cheapestPublicPrice({ event }: ListedEvent): number {
  const publicPrices = event.prices.filter((price) => price.public === 1);
  return Math.min(...publicPrices.map(({ value, currency }) => moneyNumber(value, currency)));
}

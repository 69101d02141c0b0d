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
  accept_vendors: parameter.ids.optional(),
  exclude_vendors: parameter.ids.optional(),
  preferred_categories: parameter.integers.optional(),
  type: parameter.oneOf(['BOOKING', 'REQUEST', 'ALL']).default('BOOKING'),
  available_from: parameter.timestamp.optional(),
  geolocation: parameter.geolocation.optional(),
  with_private_prices: parameter.boolean.default(false),
  only_root_events: parameter.boolean.default(false),
  only_main_duration: parameter.boolean.default(false),
});

export type EventQuery = z.output<typeof eventParameters>;

/** An event, and the events whose prices and dates count as its own in the list. */
export interface EventCandidate {
  readonly event: Event;
  /** The event alone; in lists of merged events, its pricelists too. */
  readonly pricelists: readonly Event[];
}

export interface ListedEvent extends EventCandidate {
  /** What `available_from` has found; undefined without that parameter. */
  readonly firstDate: EventDate | undefined;
}

export function listEvents(
  world: World,
  candidates: readonly EventCandidate[],
  query: EventQuery,
  now: number,
): Page<ListedEvent> {
  const { available_from: from, preferred_categories: preferred } = query;
  const matching = candidates
    .filter(({ event }) => matches(event, query))
    .map((candidate): ListedEvent => ({
      ...candidate,
      firstDate:
        from === undefined ? undefined : findFirstDate(world, candidate.pricelists, from, now),
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
    !(query.only_root_events && event.root_event_id !== '') &&
    !(query.only_main_duration && !event.is_main_duration)
  );
}

/**
 * The earliest date from this moment on that has a free place and can still be booked. If there is
 * none, the earliest of all, because `available_from` asks for a date, not for a place (spec, Event
 * lists).
 */
function findFirstDate(
  world: World,
  events: readonly Event[],
  from: number,
  now: number,
): EventDate | undefined {
  const earliest = (dates: EventDate[]) => dates.sort((a, b) => a.start - b.start)[0];
  const datesOf = ({ id }: Event) => world.dates.ofEvent(id, { from });
  const bookable = events.flatMap((event) => firstBookable(datesOf(event), now) ?? []);
  return (
    earliest(bookable) ??
    earliest(
      events.flatMap((event) =>
        [...datesOf(event)].filter(({ active }) => active === 1).slice(0, 1),
      ),
    )
  );
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
    price: cheapestPublicPrice,
    category_id: ({ event }) => event.categories[0]?.id ?? 0,
    first_date: ({ firstDate }) => firstDate?.start ?? Infinity,
  },
};

function cheapestPublicPrice({ pricelists }: ListedEvent): number {
  const prices = pricelists.flatMap((pricelist) => pricelist.prices);
  const publicPrices = prices.filter((price) => price.public === 1);
  return Math.min(...publicPrices.map(({ value, currency }) => moneyNumber(value, currency)));
}

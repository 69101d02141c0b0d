import { z } from 'zod';
import type { ListedEvent, ListedStart, NextDate } from '#contract/event.schema';
import { lengths } from '#contract/limits';
import { id, instant } from '#contract/values.schema';
import type { Events } from './merge.ts';
import { preferredFirst } from './preferred-first.ts';
import { type SearchIndex, wordsOf } from './search.ts';
import type { DayOffer, Visit } from './starts.ts';

const MAX_EVENTS = 1_000;
const MAX_IDS = 200;
const MAX_PARTICIPANTS = 99;

type Value = string | number | null;
type ValuesOf = (event: ListedEvent, starts: readonly ListedStart[]) => readonly Value[];

/** The first date; of events that are sold out, the time until which they are. */
const firstDateOf = ({ first_date, next }: ListedEvent): string | null =>
  next ? (next.date ?? next.known_until) : first_date;

/**
 * What events can be ordered by, and the values by which each is compared, in turn. If a day is
 * requested, they are those of its starts.
 */
const orderAttributes = {
  title: ({ title }) => [title],
  duration: ({ duration }) => [duration],
  // Amounts of two currencies cannot be compared.
  price({ from_price }, starts) {
    const [lowest = from_price] = starts
      .map(({ price }) => price)
      .sort((a, b) => a.value - b.value);
    return [lowest?.currency ?? null, lowest?.value ?? null];
  },
  first_date: (event, [start]) => [start?.date ?? firstDateOf(event)],
} satisfies Record<string, ValuesOf>;
type OrderAttribute = keyof typeof orderAttributes;

interface OrderBy {
  readonly attribute: OrderAttribute;
  readonly descending: boolean;
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'a whole number is expected')
  .transform(Number);

/** An integer of any size (spec, Event: categories). */
const categoryId = z
  .string()
  .regex(/^\d+$/, 'a whole number is expected')
  .transform(Number)
  .pipe(z.int());

/** `title`, `+title` or `-title`. An unescaped + arrives as a space. */
const orderBy = z.string().transform((text, context): OrderBy => {
  const attribute = text.replace(/^[-+ ]/, '');
  if (isOrderAttribute(attribute)) return { attribute, descending: text.startsWith('-') };
  const message = 'events are ordered by title, duration, price or first_date';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function isOrderAttribute(text: string): text is OrderAttribute {
  return Object.hasOwn(orderAttributes, text);
}

function commaSeparated<T extends z.ZodType<unknown, string>>(item: T, max: number) {
  return z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(item).max(max))
    .optional();
}

function idSet<T extends z.ZodType<unknown, string>>(item: T) {
  return commaSeparated(item, MAX_IDS).transform((items) => items && new Set(items));
}

/** The parameters of the event list that a visitor may use (spec, Common list parameters). */
export const listParameters = {
  accept: idSet(id),
  accept_vendors: idSet(id),
  categories: idSet(categoryId),
  available_from: instant.optional(),
  /** In the time zone of each event. */
  day: z.iso.date('a day looks like 2026-11-21').optional(),
  /** How many places a start of that day has to have. */
  participants: wholeNumber.pipe(z.number().min(1).max(MAX_PARTICIPANTS)).default(1),
  match: z.string().max(lengths.match).optional(),
  order: commaSeparated(orderBy, 4),
  limit: wholeNumber.optional(),
  offset: wholeNumber.optional(),
};
export type ListQuery = z.output<z.ZodObject<typeof listParameters>>;

/**
 * A query, normalised: the same for all that mean the same (`CachedRoute.normalise`). A parameter
 * without effect is undefined, which JSON leaves out.
 */
export interface NormalList {
  readonly accept: readonly string[] | undefined;
  readonly vendors: readonly string[] | undefined;
  readonly categories: readonly number[] | undefined;
  /** Only events that have a date, or may have one. */
  readonly dated: true | undefined;
  readonly visit: Visit | undefined;
  readonly words: readonly string[] | undefined;
  readonly order: readonly OrderBy[] | undefined;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

/** The part of the events that decides which parameters have an effect. */
interface KnownEvents extends Pick<Events, 'listed' | 'vendorIds' | 'categoryIds'> {
  readonly merged: { has(id: string): boolean };
}

export function normaliseList(
  query: ListQuery,
  { listed, merged, vendorIds, categoryIds }: KnownEvents,
): NormalList {
  const { day, participants, match = '', limit = MAX_EVENTS, offset = 0 } = query;
  return {
    accept: onlyExisting(query.accept, merged),
    vendors: onlyExisting(query.accept_vendors, vendorIds),
    categories: onlyExisting(query.categories, categoryIds),
    // The time itself is ignored: only the first date is cached, so nobody knows whether an event
    // has dates after that time.
    dated: query.available_from === undefined ? undefined : true,
    visit: day === undefined ? undefined : { day, participants },
    words: unlessEmpty(wordsOf(match)),
    order: unlessEmpty(decisive(query.order ?? [])),
    limit: limit < Math.min(listed.length, MAX_EVENTS) ? limit : undefined,
    offset: Math.min(offset, listed.length) || undefined,
  };
}

/** The result may be empty: then nothing matches, unlike without a restriction. */
function onlyExisting<T extends string | number>(
  ids: ReadonlySet<T> | undefined,
  all: { has(id: T): boolean },
): readonly T[] | undefined {
  return ids && [...ids].filter((id) => all.has(id)).sort();
}

/** Ordering by an attribute a second time has no effect. */
function decisive(order: readonly OrderBy[]): readonly OrderBy[] {
  return order.filter(({ attribute }, index) => {
    return order.findIndex((earlier) => earlier.attribute === attribute) === index;
  });
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** What the list depends on besides the query. */
interface ListContext {
  readonly locale: string;
  /** Ids of the categories that come first where the visitor has chosen no order. */
  readonly preferred: readonly number[];
  /** The index of the listed events. */
  readonly index: SearchIndex;
  /** What an event offers on the requested day. */
  readonly offerOf?: (event: ListedEvent) => DayOffer;
  /** When an event can be booked next, where that is known. */
  readonly nextOf?: (event: ListedEvent) => NextDate | undefined;
}

/**
 * Applies a visitor's parameters to the cached list: none of them reaches the platform. If a day is
 * requested, events with starts come first.
 */
export function listEvents(
  events: readonly ListedEvent[],
  query: NormalList,
  { locale, preferred, index, offerOf, nextOf }: ListContext,
): readonly ListedEvent[] {
  const { words, order = [], limit = MAX_EVENTS, offset = 0 } = query;
  const recommended = query.order ? events : preferredFirst(events, preferred);
  const found = words ? index.find(words) : recommended;
  const matching = found.filter(createFilter(query));
  const offered = matching.map((event): Offered => {
    const offer = offerOf?.(event);
    const next = nextOf?.(event);
    const dated = next ? { ...event, next } : event;
    const starts = offer?.starts ?? [];
    const values = order.map(({ attribute }) => orderAttributes[attribute](dated, starts));
    return { event: dated, offer, values };
  });
  offered.sort(compareBy(order, new Intl.Collator(locale)));
  // Of thousands of events, only those that are sent are copied.
  return (offerOf ? startsFirst(offered) : offered)
    .slice(offset, offset + limit)
    .map(({ event, offer }) => (offer ? { ...event, ...offer } : event));
}

interface Offered {
  readonly event: ListedEvent;
  readonly offer: DayOffer | undefined;
  /** One for each attribute of the order. */
  readonly values: readonly (readonly Value[])[];
}

function startsFirst(offered: readonly Offered[]): Offered[] {
  const hasStarts = ({ offer }: Offered) => offer !== undefined && offer.starts.length > 0;
  return [...offered.filter(hasStarts), ...offered.filter((event) => !hasStarts(event))];
}

function createFilter(query: NormalList): (event: ListedEvent) => boolean {
  const accept = query.accept && new Set(query.accept);
  const vendors = query.vendors && new Set(query.vendors);
  const categories = query.categories && new Set(query.categories);
  return ({ id, vendor_id, first_date, first_date_known, ...event }) =>
    (accept?.has(id) ?? true) &&
    (vendors?.has(vendor_id) ?? true) &&
    (!categories || event.categories.some((category) => categories.has(category.id))) &&
    (!query.dated || first_date !== null || !first_date_known);
}

/** Events that lack the attribute come last, in either direction. */
function compareBy(order: readonly OrderBy[], collator: Intl.Collator) {
  return (a: Offered, b: Offered): number => {
    for (const [index, { descending }] of order.entries()) {
      for (const [part, left] of (a.values[index] ?? []).entries()) {
        const right = b.values[index]?.[part] ?? null;
        if (left === right) continue;
        if (left === null) return 1;
        if (right === null) return -1;
        const difference =
          typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right));
        if (difference !== 0) return descending ? -difference : difference;
      }
    }
    return 0;
  };
}

import { z } from 'zod';
import type { ListedEvent, ListedStart } from '#contract/event.schema';
import { id, instant } from '#contract/values.schema';
import type { Events } from './merge.ts';
import { type SearchIndex, wordsOf } from './search.ts';
import type { DayOffer, Visit } from './starts.ts';

const MAX_EVENTS = 1_000;
const MAX_IDS = 200;
const MAX_PARTICIPANTS = 99;

type Value = string | number | null;
type ValuesOf = (event: ListedEvent, starts: readonly ListedStart[]) => readonly Value[];

/**
 * What events are ordered by, and the values that each is compared by, one after the other. Of a day
 * they are those of its starts.
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
  first_date: ({ first_date }, [start]) => [start?.date ?? first_date],
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

/** `title`, `+title` or `-title`. A + that was not escaped arrives as a space. */
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
  match: z.string().max(200).optional(),
  order: commaSeparated(orderBy, 4),
  limit: wholeNumber.optional(),
  offset: wholeNumber.optional(),
};
export type ListQuery = z.output<z.ZodObject<typeof listParameters>>;

/**
 * A query in one form for all that mean the same (`CachedRoute.normalise`). Undefined is what makes no
 * difference: it is in no JSON.
 */
export interface NormalList {
  readonly accept: readonly string[] | undefined;
  readonly vendors: readonly string[] | undefined;
  readonly categories: readonly number[] | undefined;
  /** Only events that have a date, or of which that is not known. */
  readonly dated: true | undefined;
  readonly visit: Visit | undefined;
  readonly words: readonly string[] | undefined;
  readonly order: readonly OrderBy[] | undefined;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

/** What a query can tell apart. */
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
    // Only the first date is cached, so events that end before that time stay in.
    dated: query.available_from === undefined ? undefined : true,
    visit: day === undefined ? undefined : { day, participants },
    words: unlessEmpty(wordsOf(match)),
    order: unlessEmpty(decisive(query.order ?? [])),
    limit: limit < Math.min(listed.length, MAX_EVENTS) ? limit : undefined,
    offset: Math.min(offset, listed.length) || undefined,
  };
}

/** None of them may be left: then nothing fits, which is another thing than no restriction. */
function onlyExisting<T extends string | number>(
  ids: ReadonlySet<T> | undefined,
  all: { has(id: T): boolean },
): readonly T[] | undefined {
  return ids && [...ids].filter((id) => all.has(id)).sort();
}

/** An attribute that has been ordered by decides nothing any more. */
function decisive(order: readonly OrderBy[]): readonly OrderBy[] {
  return order.filter(({ attribute }, index) => {
    return order.findIndex((earlier) => earlier.attribute === attribute) === index;
  });
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** What the list is made with besides the query. */
interface ListContext {
  readonly locale: string;
  /** Of these events. */
  readonly index: SearchIndex;
  /** What an event offers on the day that is asked for. */
  readonly offerOf?: (event: ListedEvent) => DayOffer;
}

/**
 * Applies a visitor's parameters to the cached list: none of them reaches the platform. Of a day,
 * events with starts come first.
 */
export function listEvents(
  events: readonly ListedEvent[],
  query: NormalList,
  { locale, index, offerOf }: ListContext,
): readonly ListedEvent[] {
  const { words, order = [], limit = MAX_EVENTS, offset = 0 } = query;
  const found = words ? index.find(words) : [...events];
  const matching = found.filter(createFilter(query));
  const offered = matching.map((event): Offered => {
    const offer = offerOf?.(event);
    const starts = offer?.starts ?? [];
    const values = order.map(({ attribute }) => orderAttributes[attribute](event, starts));
    return { event, offer, values };
  });
  offered.sort(compareBy(order, new Intl.Collator(locale)));
  // Of thousands only those that are sent are copied.
  return (offerOf ? startsFirst(offered) : offered)
    .slice(offset, offset + limit)
    .map(({ event, offer }) => (offer ? { ...event, ...offer } : event));
}

interface Offered {
  readonly event: ListedEvent;
  readonly offer: DayOffer | undefined;
  /** For each attribute that is ordered by. */
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

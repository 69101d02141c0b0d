import { z } from 'zod';
import type { ListedEvent } from '../../src/contract/event.schema.ts';
import { id, instant } from '../../src/contract/values.schema.ts';
import type { Search } from './search.ts';

const attributes = {
  title: (event: ListedEvent) => event.title,
  duration: (event: ListedEvent) => event.duration,
  price: (event: ListedEvent) => event.from_price?.value ?? null,
  first_date: (event: ListedEvent) => event.first_date,
};

const texts = z.string().transform((list) => list.split(','));
function commaSeparated<T extends z.ZodType<unknown, string>>(item: T, most = 200) {
  const items = z.array(item).max(most);
  return texts.pipe(items.transform((all) => new Set(all))).optional();
}
const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'a whole number is expected')
  .transform(Number);
/** `title`, `+title` or `-title`. A + that was not escaped arrives as a space. */
const orderBy = z
  .string()
  .regex(
    /^[-+ ]?(title|duration|price|first_date)$/,
    'events are ordered by title, duration, price or first_date',
  )
  .transform((item) => ({
    read: attributes[item.replace(/^[-+ ]/, '') as keyof typeof attributes],
    sign: item.startsWith('-') ? -1 : 1,
  }));

/**
 * The parameters of the event list that a visitor may use (spec, Common list parameters and Event
 * lists).
 */
export const listParameters = {
  accept: commaSeparated(id),
  accept_vendors: commaSeparated(id),
  categories: commaSeparated(wholeNumber),
  available_from: instant.optional(),
  match: z.string().max(200).optional(),
  order: commaSeparated(orderBy, 4),
  limit: wholeNumber.optional(),
  offset: wholeNumber.optional(),
};
export type ListQuery = z.output<z.ZodObject<typeof listParameters>>;

const MOST_EVENTS = 1_000;

/**
 * Applies a visitor's parameters to the list that the proxy holds: none of them reaches the
 * platform.
 */
export function listEvents(
  events: readonly ListedEvent[],
  {
    accept,
    accept_vendors,
    categories,
    available_from,
    match = '',
    order,
    limit = MOST_EVENTS,
    offset = 0,
  }: ListQuery,
  locale: string,
  search: Search,
): readonly ListedEvent[] {
  return search(events, match)
    .filter(
      (event) =>
        (accept?.has(event.id) ?? true) &&
        (accept_vendors?.has(event.vendor_id) ?? true) &&
        (!categories || event.categories.some(({ id }) => categories.has(id))) &&
        // Only the first date is held, so events that end before that time stay in: too many rather
        // than too few.
        (available_from === undefined || event.first_date !== null),
    )
    .sort(inOrder(order ?? [], new Intl.Collator(locale)))
    .slice(offset, offset + Math.min(limit, MOST_EVENTS));
}

/** Events that lack the attribute come last, in either direction. */
function inOrder(order: Iterable<z.output<typeof orderBy>>, collator: Intl.Collator) {
  return (a: ListedEvent, b: ListedEvent): number => {
    for (const { read, sign } of order) {
      const [left, right] = [read(a), read(b)];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      const difference =
        typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

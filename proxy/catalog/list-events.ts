import { z } from 'zod';
import type { ListedEvent } from '../../src/contract/event.schema.ts';
import { id, instant } from '../../src/contract/values.schema.ts';
import type { Search } from './search.ts';

const orders = {
  title: (event: ListedEvent) => event.title,
  duration: (event: ListedEvent) => event.duration,
  price: (event: ListedEvent) => event.from_price?.value ?? null,
  first_date: (event: ListedEvent) => event.first_date,
} as const;
type Attribute = keyof typeof orders;

const commaSeparated = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(item).max(200))
    .transform((list) => new Set(list));
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
    attribute: item.replace(/^[-+ ]/, '') as Attribute,
    sign: item.startsWith('-') ? -1 : 1,
  }));

/** The parameters of the event list that a visitor may use (spec, Common list parameters and Event lists). */
export const listParameters = {
  accept: commaSeparated(id).optional(),
  accept_vendors: commaSeparated(id).optional(),
  categories: commaSeparated(wholeNumber).optional(),
  available_from: instant.optional(),
  match: z.string().max(200).optional(),
  order: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(orderBy).max(4))
    .optional(),
  limit: wholeNumber.optional(),
  offset: wholeNumber.optional(),
};
export type ListQuery = z.output<z.ZodObject<typeof listParameters>>;

const MOST_EVENTS = 1_000;

/** Applies a visitor's parameters to the list that the proxy holds: none of them reaches the platform. */
export function listEvents(
  events: readonly ListedEvent[],
  query: ListQuery,
  locale: string,
  search: Search,
): readonly ListedEvent[] {
  const found = search(events, query.match ?? '');
  const kept = found.filter(
    (event) =>
      (query.accept?.has(event.id) ?? true) &&
      (query.accept_vendors?.has(event.vendor_id) ?? true) &&
      (!query.categories || event.categories.some(({ id }) => query.categories?.has(id))) &&
      // Only the first date is held, so events that end before that time stay in: too many rather than too few.
      (query.available_from === undefined || event.first_date !== null),
  );
  const collator = new Intl.Collator(locale);
  const offset = query.offset ?? 0;
  return kept
    .sort((a, b) => compare(a, b, query.order ?? [], collator))
    .slice(offset, offset + Math.min(query.limit ?? MOST_EVENTS, MOST_EVENTS));
}

/** Events that lack the attribute come last, in either direction. */
function compare(
  a: ListedEvent,
  b: ListedEvent,
  order: NonNullable<ListQuery['order']>,
  collator: Intl.Collator,
): number {
  for (const { attribute, sign } of order) {
    const [left, right] = [orders[attribute](a), orders[attribute](b)];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    const difference =
      typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right));
    if (difference !== 0) return sign * difference;
  }
  return 0;
}

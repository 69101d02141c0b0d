import type { CommonQuery } from './parameters.ts';

type Sortable = string | number;

/**
 * However high `limit` is, no answer has more items (publicly documented). The spec's default of
 * 100000 is above it.
 */
export const MOST_ITEMS = 10_000;

/** How the common list parameters read one kind of thing. */
export interface Listing<Item> {
  readonly id: (item: Item) => string;
  readonly changedAt: (item: Item) => number;
  /**
   * What `match` searches; the spec does not say, so these are the properties that are publicly
   * documented.
   */
  readonly searched: (item: Item) => readonly string[];
  /** By name, the attributes that `order` takes. */
  readonly attributes: Readonly<Record<string, (item: Item) => Sortable>>;
}

/** What a request is answered with, and how many there are without `limit` and `offset`. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Filters, orders and pages, in this sequence (spec, Common list parameters). */
export function list<Item>(
  items: readonly Item[],
  query: CommonQuery,
  listing: Listing<Item>,
  comesFirst?: (item: Item) => boolean,
): Page<Item> {
  const words = query.match?.toLowerCase().split(/\s+/) ?? [];
  const kept = items.filter(
    (item) =>
      (query.accept?.has(listing.id(item)) ?? true) &&
      !query.exclude?.has(listing.id(item)) &&
      (query.delta_since === undefined || listing.changedAt(item) >= query.delta_since) &&
      (words.length === 0 || matches(listing.searched(item), words)),
  );
  for (const { attribute, descending } of query.order?.toReversed() ?? []) {
    const valueOf = listing.attributes[attribute];
    if (!valueOf) continue;
    const sign = descending ? -1 : 1;
    kept.sort((a, b) => sign * compare(valueOf(a), valueOf(b)));
  }
  if (comesFirst) kept.sort((a, b) => Number(comesFirst(b)) - Number(comesFirst(a)));
  const end = query.offset + Math.min(query.limit, MOST_ITEMS);
  return { items: kept.slice(query.offset, end), total: kept.length };
}

function matches(texts: readonly string[], words: readonly string[]): boolean {
  const searched = texts.join(' ').toLowerCase();
  return words.every((word) => searched.includes(word));
}

const collator = new Intl.Collator('en');

function compare(a: Sortable, b: Sortable): number {
  // Two infinite ones are equal, which their difference does not say.
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return collator.compare(String(a), String(b));
}

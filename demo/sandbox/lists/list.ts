import type { CommonQuery } from './parameters.ts';

type Sortable = string | number;

/** How the common list parameters read one kind of thing. */
export interface Listing<Item> {
  readonly id: (item: Item) => string;
  readonly changedAt: (item: Item) => number;
  /** What `match` searches; the spec does not say, so these are the properties that are publicly documented. */
  readonly searched: (item: Item) => readonly string[];
  /** By name, the attributes that `order` takes. */
  readonly attributes: Readonly<Record<string, (item: Item) => Sortable>>;
}

/** Filters, orders and pages, in this sequence (spec, Common list parameters). */
export function list<Item>(
  items: Iterable<Item>,
  query: CommonQuery,
  listing: Listing<Item>,
): Item[] {
  const words = query.match?.toLowerCase().split(/\s+/) ?? [];
  const kept = [...items].filter(
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
  return kept.slice(query.offset, query.offset + query.limit);
}

/** Only the properties that `fields` names. */
export function pick(wire: object, fields: ReadonlySet<string> | undefined): object {
  if (!fields) return wire;
  return Object.fromEntries(Object.entries(wire).filter(([name]) => fields.has(name)));
}

function matches(texts: readonly string[], words: readonly string[]): boolean {
  const searched = texts.join(' ').toLowerCase();
  return words.every((word) => searched.includes(word));
}

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en');
}

import type { CommonQuery } from './list-parameters.ts';

type Sortable = string | number;

/**
 * The most items that a response has, even if `limit` is higher (publicly documented). The spec's
 * default, 100000, is higher.
 */
export const MAX_ITEMS = 10_000;

/** How the common list parameters read the items of one list. */
export interface Listing<Item> {
  readonly id: (item: Item) => string;
  readonly changedAt: (item: Item) => number;
  /**
   * The texts that `match` searches. The spec does not name them, so these are the publicly
   * documented ones.
   */
  readonly searched: (item: Item) => readonly string[];
  /** The attributes that `order` accepts, by name. */
  readonly attributes: Readonly<Record<string, (item: Item) => Sortable>>;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many items there are without `limit` and `offset`. */
  readonly total: number;
}

/**
 * Filters, orders and pages, in this sequence (spec, Common list parameters). Without an order only
 * the items of the page are collected: a large world has 200,000 dates, a page 10,000.
 */
export function listItems<Item>(
  items: Iterable<Item>,
  query: CommonQuery,
  listing: Listing<Item>,
  isPreferred?: (item: Item) => boolean,
): Page<Item> {
  const words = query.match?.toLowerCase().split(/\s+/) ?? [];
  const matches = (item: Item) =>
    (query.accept?.has(listing.id(item)) ?? true) &&
    !query.exclude?.has(listing.id(item)) &&
    (query.delta_since === undefined || listing.changedAt(item) >= query.delta_since) &&
    (words.length === 0 || containsAll(listing.searched(item), words));
  const end = query.offset + Math.min(query.limit, MAX_ITEMS);

  if (!query.order && !isPreferred) {
    const page: Item[] = [];
    let total = 0;
    for (const item of items) {
      if (!matches(item)) continue;
      if (query.offset <= total && total < end) page.push(item);
      total += 1;
    }
    return { items: page, total };
  }

  const matching = [...items].filter(matches);
  // Sorting is stable, so the least important attribute goes first.
  for (const { attribute, descending } of query.order?.toReversed() ?? []) {
    const valueOf = listing.attributes[attribute];
    if (!valueOf) continue;
    const sign = descending ? -1 : 1;
    matching.sort((a, b) => sign * compare(valueOf(a), valueOf(b)));
  }
  if (isPreferred) matching.sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
  return { items: matching.slice(query.offset, end), total: matching.length };
}

function containsAll(texts: readonly string[], words: readonly string[]): boolean {
  const searched = texts.join(' ').toLowerCase();
  return words.every((word) => searched.includes(word));
}

const collator = new Intl.Collator('en');

function compare(a: Sortable, b: Sortable): number {
  // Compared, not subtracted: Infinity minus Infinity is NaN.
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return collator.compare(String(a), String(b));
}

/**
 * A list is a bare array (spec, Common list parameters). What the spec does not show of paging is
 * publicly documented: the total in the header `X-Total_Count`, and the neighbouring pages in
 * `Link` when pages are asked for.
 */
export function listResponse<Item>(
  request: Request,
  query: CommonQuery,
  { items, total }: Page<Item>,
  toWire: (item: Item) => object,
): Response {
  const headers = new Headers();
  if (query.with_count) headers.set('X-Total_Count', String(total));
  const links = pageLinks(new URL(request.url), query, total);
  if (links.length > 0) headers.set('Link', links.join(', '));
  return Response.json(
    items.map((item) => pickFields(toWire(item), query.fields)),
    { headers },
  );
}

/** Only the properties that `fields` names. */
function pickFields(wire: object, fields: ReadonlySet<string> | undefined): object {
  if (!fields) return wire;
  return Object.fromEntries(Object.entries(wire).filter(([name]) => fields.has(name)));
}

function pageLinks(url: URL, { limit, offset, with_count }: CommonQuery, total: number): string[] {
  const size = Math.min(limit, MAX_ITEMS);
  if (size === 0) return [];
  const link = (relation: string, start: number) => {
    const page = new URL(url);
    // Links are logged and passed on, so they never carry the token.
    page.searchParams.delete('access_token');
    page.searchParams.set('offset', String(start));
    return `<${page.href}>; rel="${relation}"`;
  };
  const isPaged = url.searchParams.has('limit') || total > size;
  return [
    ...(isPaged ? [link('first', 0)] : []),
    ...(isPaged && offset > 0 ? [link('prev', Math.max(0, offset - size))] : []),
    ...(isPaged && offset + size < total ? [link('next', offset + size)] : []),
    ...(with_count ? [link('last', Math.max(0, Math.ceil(total / size) - 1) * size)] : []),
  ];
}

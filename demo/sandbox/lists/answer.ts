import type { Page } from './list.ts';
import { MOST_ITEMS } from './list.ts';
import type { CommonQuery } from './parameters.ts';

/**
 * A list is a bare array (spec, Common list parameters). What the spec does not show of paging is
 * publicly documented: the total in the header `X-Total_Count`, and the neighbouring pages in
 * `Link` when pages are asked for.
 */
export function answerList<Item>(
  request: Request,
  query: CommonQuery,
  { items, total }: Page<Item>,
  wire: (item: Item) => object,
): Response {
  const headers = new Headers();
  if (query.with_count) headers.set('X-Total_Count', String(total));
  const links = linksOf(new URL(request.url), query, total);
  if (links.length > 0) headers.set('Link', links.join(', '));
  return Response.json(
    items.map((item) => pick(wire(item), query.fields)),
    { headers },
  );
}

/** Only the properties that `fields` names. */
function pick(wire: object, fields: ReadonlySet<string> | undefined): object {
  if (!fields) return wire;
  return Object.fromEntries(Object.entries(wire).filter(([name]) => fields.has(name)));
}

function linksOf(url: URL, { limit, offset, with_count }: CommonQuery, total: number): string[] {
  const size = Math.min(limit, MOST_ITEMS);
  if (size === 0) return [];
  const link = (relation: string, start: number) => {
    const page = new URL(url);
    // A link is written down and passed on; a token never is.
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

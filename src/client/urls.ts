import type { EventOrder } from '#contract/event.schema';
import { paths, pathTo } from '#contract/paths';

export interface EventQuery {
  vendor?: string | undefined;
  category?: string | undefined;
  /** Only these events: ids, comma-separated. */
  accept?: string | undefined;
  match?: string | undefined;
  /** With a day, each event has its starts on that day with places for `participants`. */
  day?: string | undefined;
  participants?: number | undefined;
  /** Empty for the platform's own order. */
  order?: EventOrder | '';
  /** Without it the proxy lists up to 1,000. */
  limit?: number | undefined;
}

/** Events on one page of the list. */
export const PAGE_SIZE = 24;

/** The `limit` for this many pages, plus one event to find out whether there is another page. */
export function limitFor(pages: number): number {
  return pages * PAGE_SIZE + 1;
}

/** People write a space after a comma, and templates leave one for an empty value. */
function idsOf(list = ''): string {
  const ids = list.split(',').map((id) => id.trim());
  return ids.filter((id) => id !== '').join(',');
}

/** The URL of each request to the proxy. */
export interface ProxyUrls {
  site(): string;
  events(query: EventQuery): string;
  nearest(query: EventQuery): string;
  mergedEvent(id: string): string;
  dates(eventId: string, start: string, end: string): string;
  products(vendor: string): string;
  vendor(id: string): string;
  quotes(): string;
  payments(): string;
  testPayment(): string;
  testBank(page: { client_secret: string; return_url: string }): string;
  orders(): string;
  intent(): string;
  messages(lang: string): string;
}

export function createUrls(proxy: string, site?: string): ProxyUrls {
  function urlOf(path: string, query: Record<string, string | number | undefined> = {}): string {
    // The proxy may be mounted under a path, so the path is appended and not resolved.
    const url = new URL(proxy.replace(/\/+$/, '') + path);
    for (const [name, value] of Object.entries({ ...query, site })) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    return url.href;
  }

  const listUrl = (path: string, { vendor, category, accept, ...query }: EventQuery) =>
    urlOf(path, {
      accept_vendors: idsOf(vendor),
      categories: idsOf(category),
      accept: idsOf(accept),
      ...query,
    });

  return {
    site: () => urlOf(paths.site),
    events: (query) => listUrl(paths.events, query),
    nearest: ({ order, limit, ...query }) => listUrl(paths.nearest, query),
    mergedEvent: (id) => urlOf(pathTo(paths.mergedEvent, id)),
    dates: (eventId, start, end) =>
      urlOf(pathTo(paths.eventDates, eventId), { start_date: start, end_date: end }),
    products: (vendor) => urlOf(paths.products, { accept_vendors: vendor }),
    vendor: (id) => urlOf(pathTo(paths.vendor, id)),
    quotes: () => urlOf(paths.quotes),
    payments: () => urlOf(paths.payments),
    testPayment: () => urlOf(paths.testPayment),
    testBank: (page) => urlOf(paths.testBank, page),
    orders: () => urlOf(paths.orders),
    intent: () => urlOf(paths.intent),
    messages: (lang) => urlOf(pathTo(paths.messages, `${lang}.json`)),
  };
}

import { paths, pathTo } from '../contract/paths.ts';

export interface EventQuery {
  vendor?: string | undefined;
  category?: string | undefined;
  match?: string | undefined;
  limit: number;
}

/** Cards on a page of the list: more would be laid out than anybody looks at. */
export const PAGE = 24;

/** The list's first page; one more than is shown tells whether there are more. */
export const pageLimit = (pages: number) => pages * PAGE + 1;

/**
 * A proxy's address as the page means it. What is no address stays: every request then fails, and
 * says so in its place.
 */
export function absolute(address: string, base: string): string {
  try {
    return new URL(address, base).href;
  } catch {
    return address;
  }
}

/**
 * The address of everything that the proxy is asked for. Plain, so that the first requests can
 * start before the rest.
 */
export function createAddresses(proxy: string, site?: string) {
  function address(path: string, query: Record<string, string | number | undefined> = {}): string {
    // A proxy may live under a path of its origin.
    const url = new URL(proxy.replace(/\/+$/, '') + path);
    for (const [name, value] of Object.entries({ ...query, site })) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    return url.href;
  }

  return {
    site: () => address(paths.site),
    events: ({ vendor, category, ...query }: EventQuery) =>
      address(paths.events, { accept_vendors: vendor, categories: category, ...query }),
    mergedEvent: (id: string) => address(pathTo(paths.mergedEvent, id)),
    dates: (eventId: string, start_date: string, end_date: string) =>
      address(pathTo(paths.eventDates, eventId), { start_date, end_date }),
    products: (vendor: string) => address(paths.products, { accept_vendors: vendor }),
    vendor: (id: string) => address(pathTo(paths.vendor, id)),
    quotes: () => address(paths.quotes),
    orders: () => address(paths.orders),
    intent: () => address(paths.intent),
    messages: (lang: string) => address(pathTo(paths.messages, `${lang}.json`)),
  };
}

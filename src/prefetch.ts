import { firstRoute } from './domain/route.ts';
import { takeViewKey } from './domain/view-link.ts';
import { createUrls, limitFor, httpAddress } from './client/urls.ts';

/** The proxy writes its address over this when it serves the script. */
const PLACEHOLDER = '__BOOKING_PROXY__';

/** Where the script came from, however it was renamed or copied; empty where no proxy served it. */
export const servedBy = PLACEHOLDER.startsWith('http') ? PLACEHOLDER : '';

/**
 * Requests at once what the widgets of a page will ask for first. Returns a `fetch` that hands each
 * of these responses out once, and requests everything else.
 */
export function prefetch(page: Document, request: typeof fetch, proxy: string): typeof fetch {
  const responses = new Map<string, Promise<Response>>();
  for (const widget of page.querySelectorAll('booking-widget')) {
    for (const url of firstUrls(widget, proxy)) {
      if (responses.has(url)) continue;
      const response = request(url);
      // Whoever takes it hears of a failure; until then nobody does.
      response.catch(() => undefined);
      responses.set(url, response);
    }
  }

  return (input, init) => {
    const url = String(input);
    const response = responses.get(url);
    if (!response || init?.method === 'POST') return request(input, init);
    responses.delete(url);
    return response;
  };
}

function firstUrls(widget: Element, servedByProxy: string): string[] {
  const attribute = (name: string) => widget.getAttribute(name) ?? undefined;
  const written = (name: string) => widget.getAttribute(name);
  const proxy = attribute('proxy') ?? servedByProxy;
  if (!proxy) return [];
  try {
    const urls = createUrls(httpAddress(proxy, widget.baseURI), attribute('site'));
    const { event, day, participants } = firstRoute(
      { event: written('event'), day: written('day'), participants: written('participants') },
      widget.hasAttribute('deep-links') ? location.search : '',
      () => undefined,
    );
    if (event) return [urls.mergedEvent(event), urls.site()];
    const list = urls.events({
      vendor: attribute('vendor'),
      category: attribute('category'),
      accept: attribute('events'),
      ...(day && { day, participants }),
      limit: limitFor(1),
    });
    return [list, urls.site()];
  } catch {
    // Not an address: the element says so in its place.
    return [];
  }
}

/** Of a copied link. Nothing is requested before it is out of the page's address. */
export const viewKey = takeViewKey(location, history);

/**
 * Begun as the script's first statement, before the elements are defined. `fetch` is looked up at
 * each call, because host pages replace it.
 */
export const prefetchedFetch = prefetch(document, (...request) => fetch(...request), servedBy);

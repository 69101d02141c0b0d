import { firstRoute } from '../domain/route.ts';
import { takeViewKey } from '../domain/view-link.ts';
import { createUrls, limitFor, httpAddress } from '../client/urls.ts';
import { DATA, findScript, optionOf } from '../page/options.ts';

/** The proxy writes its address over this when it serves the script. */
const PLACEHOLDER = '__BOOKING_PROXY__';

/** Where the script came from, however it was renamed or copied; empty where no proxy served it. */
export const servedBy = PLACEHOLDER.startsWith('http') ? PLACEHOLDER : '';

/**
 * Requests at once what the widgets of a page will ask for first. Returns a `fetch` that hands each
 * of these responses out once, and requests everything else.
 *
 * @param script has options for every widget of the page
 */
export function prefetch(
  page: Document,
  request: typeof fetch,
  proxy: string,
  script: Element | null = null,
): typeof fetch {
  const responses = new Map<string, Promise<Response>>();
  for (const widget of page.querySelectorAll('booking-widget, [data-booking-widget]')) {
    for (const url of firstUrls(widget, script, proxy)) {
      if (responses.has(url)) continue;
      // A page's own `fetch` may throw at once.
      const response = new Promise<Response>((resolve) => resolve(request(url)));
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

function firstUrls(widget: Element, script: Element | null, servedByProxy: string): string[] {
  const prefix = widget.hasAttribute('data-booking-widget') ? DATA : '';
  const written = (name: string) =>
    optionOf(widget, name, prefix) ?? (script && optionOf(script, name, DATA));
  const option = (name: string) => written(name) ?? undefined;
  const proxy = option('proxy') ?? servedByProxy;
  if (!proxy) return [];
  try {
    const urls = createUrls(httpAddress(proxy, widget.baseURI), option('site'));
    const { event, day, participants } = firstRoute(
      { event: written('event'), day: written('day'), participants: written('participants') },
      written('deep-links') === null ? '' : location.search,
      () => undefined,
    );
    if (event) return [urls.mergedEvent(event), urls.site()];
    const list = urls.events({
      vendor: option('vendor'),
      category: option('category'),
      accept: option('events'),
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

export const script = findScript(document);

/**
 * Begun as the script's first statement, before the elements are defined. `fetch` is looked up at
 * each call, because host pages replace it.
 */
export const prefetchedFetch = prefetch(
  document,
  (...request) => fetch(...request),
  servedBy,
  script,
);

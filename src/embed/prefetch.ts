import { createUrls, limitFor } from '../client/urls.ts';
import { httpAddress } from '../domain/address.ts';
import { firstRoute } from '../domain/route.ts';
import {
  type DeclaredAddresses,
  declaredAddresses,
  isDeclaredProxy,
} from '../page/declared-addresses.ts';
import { DATA, findScript, optionOf, PLACEHOLDERS } from '../page/options.ts';
import { pageHistory } from '../page/page-history.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { hideNamedElements } from './named-elements.ts';

/** The proxy replaces this with its address when it serves the script. */
const PLACEHOLDER = '__BOOKING_PROXY__';

/** The address of the proxy that served the script; empty if none did. */
export const servedBy = PLACEHOLDER.startsWith('http') ? PLACEHOLDER : '';

/**
 * Sends the first requests of the page's widgets before the elements are defined. Returns a `fetch`
 * that hands out each of these responses once, and sends every other request.
 *
 * @param script the script tag, with options for every widget of the page
 */
export function prefetch(
  page: Document,
  request: typeof fetch,
  declared: DeclaredAddresses,
  script: Element | null = null,
): typeof fetch {
  const responses = new Map<string, Promise<Response>>();
  for (const widget of page.querySelectorAll(`booking-widget, ${PLACEHOLDERS}`)) {
    for (const url of firstUrls(widget, script, declared)) {
      if (responses.has(url)) continue;
      // Inside the promise, because a host page's own `fetch` may throw synchronously. Some read
      // the headers of the second argument without checking that there is one.
      const response = new Promise<Response>((resolve) => resolve(request(url, {})));
      // The widget that takes the response handles its failure; until then, this keeps the browser
      // from reporting an unhandled rejection.
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

function firstUrls(widget: Element, script: Element | null, declared: DeclaredAddresses): string[] {
  const prefix = widget.hasAttribute('data-booking-widget') ? DATA : '';
  const written = (name: string) =>
    optionOf(widget, name, prefix) ?? (script && optionOf(script, name, DATA));
  const option = (name: string) => written(name) ?? undefined;
  const named = optionOf(widget, 'proxy', prefix);
  if (named && !isDeclaredProxy(named, declared)) return [];
  const proxy = named || declared.proxy;
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
    // The address is invalid, as the element will say.
    return [];
  }
}

// Before any of Lit's code runs.
hideNamedElements(globalThis);

/**
 * Routers such as Turbo run the script again with each view. The widgets there are still those of
 * the first run, so that no other may use up what they need.
 */
const isFirstRun = !customElements.get('booking-widget');

/** The view key of a copied link, taken out of the address before any request is sent. */
export const viewKey = isFirstRun ? pageHistory.takeViewKey() : undefined;

// Before another script finds there what confirms a payment.
pageHistory.endTrip();

export const script = findScript(ownDocument);

export const declared = declaredAddresses(script, servedBy);

/** `fetch` is looked up at each call, because host pages replace it. */
const request: typeof fetch = (...given) => fetch(...given);

/** Created before the rest of the script runs. */
export const prefetchedFetch = isFirstRun
  ? prefetch(ownDocument, request, declared, script)
  : request;

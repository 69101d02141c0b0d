import { createUrls, limitFor, resolveProxy } from './client/urls.ts';

/** The proxy writes its address over this when it serves the script. */
const PLACEHOLDER = '__BOOKING_PROXY__';

/** Where the script came from, however it was renamed or copied; empty where no proxy served it. */
export const servedBy = /^http/.test(PLACEHOLDER) ? PLACEHOLDER : '';

/**
 * Starts the first data requests of the tags that are already in the page, before anything else of
 * the script has run. Each is handed out once, to whoever asks for the same address.
 */
const begun = new Map<string, Promise<Response>>();
for (const tag of document.querySelectorAll('booking-widget')) {
  const option = (name: string) => tag.getAttribute(name) ?? undefined;
  const proxy = option('proxy') ?? servedBy;
  if (!proxy) continue;
  try {
    const urls = createUrls(resolveProxy(proxy, document.baseURI), option('site'));
    const event = option('event');
    const first = event
      ? urls.mergedEvent(event)
      : urls.events({ vendor: option('vendor'), category: option('category'), limit: limitFor(1) });
    for (const url of [first, urls.site()]) {
      if (begun.has(url)) continue;
      const answer = fetch(url);
      // Whoever takes it hears of a failure; until then it is nobody's.
      answer.catch(() => undefined);
      begun.set(url, answer);
    }
  } catch {
    // Not an address: the element says so in its place.
  }
}

export const earlyFetch: typeof fetch = (input, init) => {
  const url = String(input);
  const answer = begun.get(url);
  if (!answer || init?.method === 'POST') return fetch(input, init);
  begun.delete(url);
  return answer;
};

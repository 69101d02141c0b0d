import type { EventDate } from '../contract/date.schema.ts';
import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import type { IntentResponse, OrderRequest } from '../contract/order.schema.ts';
import { IDEMPOTENCY_KEY, VIEW_KEY } from '../contract/paths.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuoteRequest, QuoteResponse } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import { createProxyClock } from './proxy-clock.ts';
import { RequestError } from './request-error.ts';
import { parseResponse } from './response.ts';
import { createUrls, type EventQuery } from './urls.ts';

export interface ClientOptions {
  /** Origin of the proxy, with a path where it lives under one. */
  proxy: string;
  /** Public key of the site; left out where the proxy has one only. */
  site?: string | undefined;
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/**
 * One function per operation of the proxy. Each resolves to a value of the contract, or throws a
 * {@link RequestError}, or the reason of its signal when that is aborted.
 */
export interface BookingClient {
  site(signal?: AbortSignal): Promise<Site>;
  events(query: EventQuery, signal?: AbortSignal): Promise<ListedEvent[]>;
  mergedEvent(id: string, signal?: AbortSignal): Promise<MergedEvent>;
  /** The dates of a merged event between two instants, both included. */
  dates(eventId: string, start: string, end: string, signal?: AbortSignal): Promise<EventDate[]>;
  products(vendor: string, signal?: AbortSignal): Promise<Product[]>;
  vendor(id: string, signal?: AbortSignal): Promise<Vendor>;
  /** The words of a language, as its file has them. */
  messages(lang: string, signal?: AbortSignal): Promise<unknown>;

  quote(cart: QuoteRequest): Promise<QuoteResponse>;
  /** Places the order once per key, however often it is called with it. */
  order(order: OrderRequest, key: string): Promise<IntentResponse>;
  intent(key: string, signal?: AbortSignal): Promise<IntentResponse>;
  /** The same for the key of a copied link, which cannot order. */
  view(viewKey: string, signal?: AbortSignal): Promise<IntentResponse>;

  /** The proxy's time, in milliseconds since the epoch. */
  now(): number;
  /** Whether the proxy said of what it sent that it is stale and could not be renewed. */
  isStale(value: object | undefined): boolean;
}

interface ClientRequest extends RequestInit {
  url: string;
}

export function createBookingClient({ proxy, site, fetch, clock }: ClientOptions): BookingClient {
  const urls = createUrls(proxy, site);
  const proxyClock = createProxyClock(clock);
  const stale = new WeakSet<object>();

  async function send<T>({ url, ...init }: ClientRequest): Promise<T> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, init);
      text = await response.text();
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw new RequestError({ kind: 'connection' }, { cause });
    }
    proxyClock.observe(response.headers);
    const body = parseResponse<T>(response, text, proxyClock.now());
    if (response.headers.has('Booking-Stale')) stale.add(body as object);
    return body;
  }

  return {
    site: (signal) => send(revalidated(urls.site(), signal)),
    events: (query, signal) => send(get(urls.events(query), signal)),
    mergedEvent: (id, signal) => send(revalidated(urls.mergedEvent(id), signal)),
    dates: (eventId, start, end, signal) =>
      send(revalidated(urls.dates(eventId, start, end), signal)),
    products: (vendor, signal) => send(revalidated(urls.products(vendor), signal)),
    vendor: (id, signal) => send(get(urls.vendor(id), signal)),
    messages: (lang, signal) => send(get(urls.messages(lang), signal)),

    quote: (cart) => send(post(urls.quotes(), cart)),
    order: (order, key) => send(post(urls.orders(), order, { [IDEMPOTENCY_KEY]: key })),
    intent: (key, signal) => send(get(urls.intent(), signal, { [IDEMPOTENCY_KEY]: key })),
    view: (viewKey, signal) => send(get(urls.intent(), signal, { [VIEW_KEY]: viewKey })),

    now: proxyClock.now,
    isStale: (value) => value !== undefined && stale.has(value),
  };
}

function get(url: string, signal?: AbortSignal, headers: HeadersInit = {}): ClientRequest {
  return { url, headers, signal: signal ?? null };
}

/**
 * A conditional GET: the browser's own copy may be from before a price changed or a place went, and
 * a 304 is cheap.
 */
function revalidated(url: string, signal?: AbortSignal): ClientRequest {
  return { ...get(url, signal), cache: 'no-cache' };
}

function post(url: string, body: unknown, headers?: Record<string, string>): ClientRequest {
  return {
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

import type { EventDate } from '../contract/date.schema.ts';
import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import type { IntentResponse, OrderRequest } from '../contract/order.schema.ts';
import { IDEMPOTENCY_KEY, VIEW_KEY } from '../contract/paths.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuoteRequest, QuoteResponse } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import { toJson } from '../domain/json.ts';
import { isKnownZone } from '../domain/zone.ts';
import { readEvents } from '../visit/event-stream.ts';
import { createIdleTimeout } from '../visit/idle-timeout.ts';
import { createProxyClock } from './proxy-clock.ts';
import { RequestError } from './request-error.ts';
import { parseResponse } from './response.ts';
import { createUrls, type EventQuery } from './urls.ts';

export interface ClientOptions {
  /** The proxy's origin, and the path that it is mounted under, if any. */
  proxy: string;
  /** Public key of the site; not needed where the proxy has one site only. */
  site?: string | undefined;
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/**
 * One function per operation of the proxy. Each resolves to a value of the contract, or rejects
 * with a {@link RequestError}, or with the reason of an aborted signal.
 */
export interface BookingClient {
  site(signal?: AbortSignal): Promise<Site>;
  events(query: EventQuery, signal?: AbortSignal): Promise<ListedEvent[]>;
  mergedEvent(id: string, signal?: AbortSignal): Promise<MergedEvent>;
  /** The dates of a merged event between two instants, both included. */
  dates(eventId: string, start: string, end: string, signal?: AbortSignal): Promise<EventDate[]>;
  products(vendor: string, signal?: AbortSignal): Promise<Product[]>;
  vendor(id: string, signal?: AbortSignal): Promise<Vendor>;
  /** The messages of a language, not validated. */
  messages(lang: string, signal?: AbortSignal): Promise<unknown>;

  quote(cart: QuoteRequest): Promise<QuoteResponse>;
  /** Places the order. Idempotent per key. */
  order(order: OrderRequest, key: string): Promise<IntentResponse>;
  intent(key: IntentKey, signal?: AbortSignal): Promise<IntentResponse>;
  /**
   * Calls `onIntent` with the intent and with each later change, until the proxy ends the stream;
   * where streams do not come through, once.
   */
  follow(key: IntentKey, onIntent: OnIntent, signal: AbortSignal): Promise<void>;

  /** The proxy's time, in milliseconds since the epoch. */
  now(): number;
  /** Whether the response with this value had the header `Booking-Stale`. */
  isStale(value: object | undefined): boolean;
}

/** The key that the order was placed under, or the view key of a copied link. */
export type IntentKey = { readonly key: string } | { readonly viewKey: string };
type OnIntent = (intent: IntentResponse) => void;

const EVENT_STREAM = 'text/event-stream';
/** Milliseconds: as long as the proxy may need to ask the platform. */
const FIRST_EVENT_TIMEOUT = 20_000;
/** Milliseconds. The proxy sends a comment at least every 20 seconds. */
const LONGEST_SILENCE = 45_000;

interface ClientRequest extends RequestInit {
  url: string;
}

export function createBookingClient({ proxy, site, fetch, clock }: ClientOptions): BookingClient {
  const urls = createUrls(proxy, site);
  const proxyClock = createProxyClock(clock);
  const stale = new WeakSet<object>();

  /** False once a stream did not come through, for example because of a buffering proxy. */
  let canStream = 'body' in Response.prototype;

  function send<T>(request: ClientRequest): Promise<T> {
    return exchange(request, (response) => receive<T>(response));
  }

  /** An error without a response, such as a failed `fetch`, becomes a `connection` failure. */
  async function exchange<T>(
    { url, ...init }: ClientRequest,
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    try {
      const response = await fetch(url, init);
      proxyClock.observe(response.headers);
      return await take(response);
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      if (cause instanceof RequestError) throw cause;
      throw new RequestError({ kind: 'connection' }, { cause });
    }
  }

  async function receive<T>(response: Response): Promise<T> {
    const body = parseResponse<T>(response, await response.text(), proxyClock.now());
    if (response.headers.has('Booking-Stale')) stale.add(body as object);
    return body;
  }

  function intent(key: IntentKey, signal?: AbortSignal): Promise<IntentResponse> {
    return send(get(urls.intent(), signal, headersOf(key)));
  }

  async function follow(key: IntentKey, onIntent: OnIntent, signal: AbortSignal): Promise<void> {
    if (!canStream) {
      onIntent(await intent(key, signal));
      return;
    }
    const idle = createIdleTimeout(signal);
    const request = get(urls.intent(), idle.signal, { ...headersOf(key), Accept: EVENT_STREAM });
    let isSilent = true;
    const onChunk = () => {
      isSilent = false;
      idle.expect(LONGEST_SILENCE);
    };
    idle.expect(FIRST_EVENT_TIMEOUT);
    try {
      await exchange(request, async (response) => {
        const isStream = response.headers.get('Content-Type')?.startsWith(EVENT_STREAM);
        if (!isStream) onIntent(await receive(response));
        // The host page's own `fetch` may give a response without a stream.
        else if (!response.body) canStream = false;
        else await readEvents(response.body, (data) => onIntent(JSON.parse(data)), onChunk);
      });
      if (!canStream) onIntent(await intent(key, signal));
    } catch (error) {
      if (signal.aborted || !idle.signal.aborted) throw error;
      if (isSilent) canStream = false;
      throw new RequestError({ kind: 'connection' });
    } finally {
      idle.clear();
    }
  }

  return {
    site: (signal) => send(revalidated(urls.site(), signal)),
    events: (query, signal) => send(get(urls.events(query), signal)),
    async mergedEvent(id, signal) {
      const event = await send<MergedEvent>(revalidated(urls.mergedEvent(id), signal));
      if (isKnownZone(event.timezone)) return event;
      throw new RequestError({ kind: 'unreadable', status: 200 });
    },
    dates: (eventId, start, end, signal) =>
      send(revalidated(urls.dates(eventId, start, end), signal)),
    products: (vendor, signal) => send(revalidated(urls.products(vendor), signal)),
    vendor: (id, signal) => send(get(urls.vendor(id), signal)),
    messages: (lang, signal) => send(get(urls.messages(lang), signal)),

    quote: (cart) => send(post(urls.quotes(), cart)),
    order: (order, key) => send(post(urls.orders(), order, { [IDEMPOTENCY_KEY]: key })),
    intent,
    follow,

    now: proxyClock.now,
    isStale: (value) => value !== undefined && stale.has(value),
  };
}

function headersOf(key: IntentKey): Record<string, string> {
  return 'key' in key ? { [IDEMPOTENCY_KEY]: key.key } : { [VIEW_KEY]: key.viewKey };
}

function get(url: string, signal?: AbortSignal, headers: HeadersInit = {}): ClientRequest {
  return { url, headers, signal: signal ?? null };
}

/**
 * A GET that the browser's cache has to revalidate (`no-cache`), because prices and places may have
 * changed, and a 304 is cheap.
 */
function revalidated(url: string, signal?: AbortSignal): ClientRequest {
  return { ...get(url, signal), cache: 'no-cache' };
}

function post(url: string, body: unknown, headers?: Record<string, string>): ClientRequest {
  return {
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: toJson(body),
  };
}

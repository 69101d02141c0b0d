import type { EventDate } from '../contract/date.schema.ts';
import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import type { IntentResponse, OrderRequest } from '../contract/order.schema.ts';
import { IDEMPOTENCY_KEY } from '../contract/paths.ts';
import type { Problem } from '../contract/problem.schema.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuoteResponse, QuoteRequest } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import { createAddresses, type EventQuery } from './addresses.ts';
import { ConnectionError, ContractError, ProblemError, retryAfterOf } from './client-errors.ts';

export interface ClientOptions {
  /** Origin of the proxy. */
  proxy: string;
  /** Public key of the site; left out where the proxy has one only. */
  site?: string | undefined;
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

export type BookingClient = ReturnType<typeof createBookingClient>;

/**
 * One function per thing that the widget asks the proxy. Each answers a value of the contract, or
 * throws a {@link ProblemError} (the answer was no), {@link ConnectionError} (no answer) or {@link
 * ContractError} (not readable).
 */
export function createBookingClient({ proxy, site, fetch, clock }: ClientOptions) {
  const at = createAddresses(proxy, site);
  let skew: number | undefined;
  const stale = new WeakSet<object>();

  async function answer<T>(url: string, init: RequestInit): Promise<T> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, init);
      text = await response.text();
    } catch (cause) {
      // Taken back by us, not failed.
      if (init.signal?.aborted) throw init.signal.reason;
      throw new ConnectionError('The proxy did not answer.', { cause });
    }
    const date = Date.parse(response.headers.get('Date') ?? '');
    const age = (Number(response.headers.get('Age')) || 0) * 1000;
    // An answer that was kept on the way is older than it says, never newer: the latest time is the
    // truest.
    if (!Number.isNaN(date)) skew = Math.max(date + age - clock(), skew ?? -Infinity);

    const { ok, status, headers } = response;
    const wait = retryAfterOf(headers, clock() + (skew ?? 0));
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (cause) {
      throw new ContractError(`The answer ${status} is not JSON.`, status, wait, { cause });
    }
    if (ok) {
      if (headers.has('Booking-Stale')) stale.add(body as object);
      return body as T;
    }
    if (isProblem(body)) throw new ProblemError(body, wait);
    throw new ContractError(`The answer ${status} is not a problem.`, status, wait);
  }

  const get = <T>(url: string, signal?: AbortSignal, headers: Record<string, string> = {}) =>
    answer<T>(url, { headers, ...(signal ? { signal } : {}) });

  /**
   * The browser's own copy may be from before a price changed or a place went; asking for a change
   * is cheap.
   */
  const fresh = <T>(url: string, signal?: AbortSignal) =>
    answer<T>(url, { cache: 'no-cache', ...(signal ? { signal } : {}) });

  const post = <T>(url: string, body: unknown, headers: Record<string, string> = {}) =>
    answer<T>(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  return {
    /** The proxy's time, counted on from its last answer; milliseconds since the epoch. */
    now: () => clock() + (skew ?? 0),

    /**
     * Whether the proxy said of an answer that it is the last one it has, and could not be renewed.
     */
    isStale: (answer: object | undefined) => answer !== undefined && stale.has(answer),

    site: (signal?: AbortSignal) => fresh<Site>(at.site(), signal),

    events: (query: EventQuery, signal?: AbortSignal) =>
      get<ListedEvent[]>(at.events(query), signal),

    mergedEvent: (id: string, signal?: AbortSignal) =>
      fresh<MergedEvent>(at.mergedEvent(id), signal),

    /** The dates of a merged event between two instants, both included. */
    dates: (eventId: string, start: string, end: string, signal?: AbortSignal) =>
      fresh<EventDate[]>(at.dates(eventId, start, end), signal),

    products: (vendor: string, signal?: AbortSignal) =>
      fresh<Product[]>(at.products(vendor), signal),

    vendor: (id: string, signal?: AbortSignal) => get<Vendor>(at.vendor(id), signal),

    /** The words of a language, as its file has them. */
    messages: (lang: string, signal?: AbortSignal) => get<unknown>(at.messages(lang), signal),

    quote: (cart: QuoteRequest) => post<QuoteResponse>(at.quotes(), cart),

    /** Places the order once per key, however often it is called with it. */
    order: (order: OrderRequest, key: string) =>
      post<IntentResponse>(at.orders(), order, { [IDEMPOTENCY_KEY]: key }),

    intent: (key: string, signal?: AbortSignal) =>
      get<IntentResponse>(at.intent(), signal, { [IDEMPOTENCY_KEY]: key }),
  };
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'errors' in body;
}

import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import type { Product } from '#contract/product.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import { isKnownZone } from '../domain/zone.ts';
import {
  createExchange,
  type Exchange,
  type ExchangeOptions,
  get,
  revalidated,
} from './exchange.ts';
import { type FirstPage, firstPageOf, type ServedResponses } from './first-page.ts';
import { RequestError } from './request-error.ts';
import type { EventQuery } from './urls.ts';

/**
 * Everything that can be read from the proxy, one function per operation. Each resolves to a value
 * of the contract, or rejects with a {@link RequestError}, or with the reason of an aborted signal.
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
  /** The proxy's time, in milliseconds since the epoch. */
  now(): number;
  /** Whether this value came with the response header `Booking-Stale`. */
  isStale(value: object | undefined): boolean;
  /** What came in the script for this proxy and site. */
  readonly firstPage: FirstPage | undefined;
  /** For other clients of the same proxy. */
  readonly exchange: Exchange;
}

/** @param firstResponses what the script's proxy has written into it */
export function createBookingClient(
  options: ExchangeOptions,
  firstResponses?: ServedResponses,
): BookingClient {
  const exchange = createExchange(options);
  const { urls, send } = exchange;

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
    now: exchange.now,
    isStale: exchange.isStale,
    firstPage:
      firstResponses && options.proxy
        ? firstPageOf(firstResponses, urls, options.clock())
        : undefined,
    exchange,
  };
}

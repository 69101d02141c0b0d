import type { IntentResponse, OrderRequest } from '#contract/order.schema';
import { IDEMPOTENCY_KEY, VIEW_KEY } from '#contract/paths';
import type { PaymentRequest, PaymentResponse } from '#contract/payment.schema';
import type { QuoteRequest, QuoteResponse } from '#contract/quote.schema';
import { type Exchange, get, post } from '../client/exchange.ts';
import { headerOf } from '../client/own-response.ts';
import { RequestError } from '../client/request-error.ts';
import { readEvents } from './event-stream.ts';
import { createIdleTimeout } from './idle-timeout.ts';

/**
 * Quotes, places and follows orders. Its operations resolve and reject like those of
 * `BookingClient`.
 */
export interface OrderClient {
  quote(cart: QuoteRequest): Promise<QuoteResponse>;
  /** Requests the payment of an order, which the customer then confirms. Idempotent per key. */
  pay(payment: PaymentRequest, key: string): Promise<PaymentResponse>;
  /** Requests the payment that is due for a placed order. Idempotent. */
  payDue(key: IntentKey): Promise<PaymentResponse>;
  /** Places the order. Idempotent per key. */
  order(order: OrderRequest, key: string): Promise<IntentResponse>;
  intent(key: IntentKey, signal?: AbortSignal): Promise<IntentResponse>;
  /**
   * Calls `onIntent` with the intent and with each later change, until the proxy ends the stream;
   * only once if streams do not get through.
   */
  follow(key: IntentKey, onIntent: OnIntent, signal: AbortSignal): Promise<void>;
  /** The proxy's time, in milliseconds since the epoch. */
  now(): number;
}

/** The key that the order was placed under, or the view key of a copied link. */
export type IntentKey = { readonly key: string } | { readonly viewKey: string };
type OnIntent = (intent: IntentResponse) => void;

const EVENT_STREAM = 'text/event-stream';
/** Milliseconds: as long as the proxy may take to ask the platform. */
const FIRST_EVENT_TIMEOUT = 20_000;
/** Milliseconds. The proxy sends a comment at least every 20 seconds. */
const LONGEST_SILENCE = 45_000;

export function createOrderClient({ urls, send, open, receive, now }: Exchange): OrderClient {
  /** False once a stream did not get through, for example because a proxy in between buffers it. */
  let canStream = 'body' in Response.prototype;

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
      await open(request, async (response) => {
        const isStream = headerOf(response, 'Content-Type')?.startsWith(EVENT_STREAM);
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
    quote: (cart) => send(post(urls.quotes(), cart)),
    pay: (payment, key) => send(post(urls.payments(), payment, { [IDEMPOTENCY_KEY]: key })),
    payDue: (key) => send(post(urls.payments(), {}, headersOf(key))),
    order: (order, key) => send(post(urls.orders(), order, { [IDEMPOTENCY_KEY]: key })),
    intent,
    follow,
    now,
  };
}

function headersOf(key: IntentKey): Record<string, string> {
  return 'key' in key ? { [IDEMPOTENCY_KEY]: key.key } : { [VIEW_KEY]: key.viewKey };
}

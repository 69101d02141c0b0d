/**
 * Every path that the widget asks the proxy for. Written here and nowhere else; plain, so that the
 * widget can load it.
 */
export const paths = {
  site: '/site',
  events: '/v3/events',
  mergedEvent: (id: string) => `/v3/merged_events/${encodeURIComponent(id)}`,
  dates: (eventId: string) => `/v3/events/${encodeURIComponent(eventId)}/dates`,
  products: '/v3/products',
  vendor: (id: string) => `/v3/vendors/${encodeURIComponent(id)}`,
  quotes: '/checkout/quotes',
  orders: '/checkout/orders',
  intent: '/checkout/intent',
  messages: (lang: string) => `/messages/${lang}.json`,
} as const;

/**
 * Names the attempt to place an order, and is the only secret that opens its state. Never part of a
 * URL.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

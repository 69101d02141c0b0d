/**
 * Every path of the proxy, which routes by these templates; `pathTo` fills in their parameter. Not
 * schemas, because the widget uses them without zod.
 */
export const paths = {
  script: '/booking-widget.js',
  checkScript: '/booking-check.js',
  messages: '/messages/:lang',
  site: '/site',
  nearest: '/nearest',
  events: '/v3/events',
  mergedEvent: '/v3/merged_events/:id',
  eventDates: '/v3/events/:id/dates',
  products: '/v3/products',
  vendor: '/v3/vendors/:id',
  quotes: '/checkout/quotes',
  payments: '/checkout/payments',
  orders: '/checkout/orders',
  intent: '/checkout/intent',
  testPayment: '/payments/test/confirm',
  testBank: '/payments/test/bank',
  stripeEvents: '/payments/stripe/events',
  notificationToken: '/notifications/token',
  notificationOrders: '/notifications/orders',
  livez: '/livez',
  readyz: '/readyz',
} as const;
export type Path = (typeof paths)[keyof typeof paths];

/** The name of the script that the first one loads after its list, with the hash of both. */
export const secondScriptName = (hash: string) => `booking-widget-second-${hash}.js`;

/** The name of the second script in the text of a first one. */
export function secondScriptIn(first: string): string | undefined {
  return /booking-widget-second-\w{16}\.js/.exec(first)?.[0];
}

/**
 * Fills in a path: `pathTo(paths.vendor, 'v-1')` is `/v3/vendors/v-1`. URLs drop the segments `.`
 * and `..` even if they are encoded, so these get a `~` in front, as do parameters that begin with
 * `~`.
 */
export function pathTo(template: Path, parameter: string): string {
  const mark = /^(~|\.\.?$)/.test(parameter) ? '~' : '';
  return template.replace(/:\w+/, () => mark + encodeURIComponent(parameter));
}

/**
 * The request header that identifies an attempt to order. Its value is a secret, because it gives
 * access to the order, so it is never part of a URL.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The request header for what the operator's check needs, such as the token of a challenge. */
export const CHALLENGE = 'Booking-Challenge';

/** The request header that a copied link sends instead of `Idempotency-Key`; it can only read. */
export const VIEW_KEY = 'Booking-View-Key';

/**
 * Every path of the proxy, written here and nowhere else: the proxy routes by these templates, and
 * `pathTo` fills them in. Plain, so that the widget can load it.
 */
export const paths = {
  script: '/booking-widget.js',
  checkScript: '/booking-check.js',
  messages: '/messages/:lang',
  site: '/site',
  events: '/v3/events',
  mergedEvent: '/v3/merged_events/:id',
  eventDates: '/v3/events/:id/dates',
  products: '/v3/products',
  vendor: '/v3/vendors/:id',
  quotes: '/checkout/quotes',
  orders: '/checkout/orders',
  intent: '/checkout/intent',
  notificationToken: '/notifications/token',
  notificationOrders: '/notifications/orders',
  livez: '/livez',
  readyz: '/readyz',
} as const;
export type Path = (typeof paths)[keyof typeof paths];

/**
 * The path of one thing: `pathTo(paths.vendor, 'v-1')` is `/v3/vendors/v-1`. URLs leave `.` and
 * `..` out of a path, however they are encoded, so these have a ~ before them, and so has whatever
 * begins with one.
 */
export function pathTo(template: Path, parameter: string): string {
  const mark = /^(~|\.\.?$)/.test(parameter) ? '~' : '';
  return template.replace(/:\w+/, () => mark + encodeURIComponent(parameter));
}

/**
 * Names the attempt to place an order, and is the only secret that opens its state. Never part of a
 * URL.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Reads the intent that a copied link is about, in place of its `Idempotency-Key`. */
export const VIEW_KEY = 'Booking-View-Key';

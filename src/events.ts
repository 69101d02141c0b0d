import type { AnalyticsDetail, Ga4Event, Ga4EventName } from './domain/analytics.ts';

/** Every event that a host page can listen to. None carries personal data. */
export const bookingEvents = {
  /** The first list, event or order is shown. */
  ready: 'booking-ready',
  listView: 'booking-list-view',
  /** An event of the list is chosen. */
  eventSelect: 'booking-event-select',
  eventView: 'booking-event-view',
  /** A line was priced and put into the cart. */
  lineAdd: 'booking-line-add',
  /** A line was taken out of the cart. */
  lineRemove: 'booking-line-remove',
  /** The cart is opened; one event for each order that the cart is priced as. */
  cartView: 'booking-cart-view',
  checkoutBegin: 'booking-checkout-begin',
  /**
   * Cancelable: `preventDefault()` keeps the order from being sent; `detail.refuse('reason')` also
   * tells the customer why.
   */
  beforeOrder: 'booking-before-order',
  /** An order with products to be shipped is about to be sent. */
  shippingAdd: 'booking-shipping-add',
  /** An order is placed. */
  order: 'booking-order',
  /** A request or reservation is placed, and the vendor has yet to confirm it. */
  request: 'booking-request',
  /**
   * The status or the payment of the shown order has changed; `detail.status` and `detail.payment`
   * say to which.
   */
  orderStatus: 'booking-order-status',
  /** Something was refused or failed; `detail.code` says what. */
  problem: 'booking-problem',
} as const;

export type BookingEventType = (typeof bookingEvents)[keyof typeof bookingEvents];

/** GA4's names, for the events that GA4 knows. It has none for a request. */
const ga4Names: { readonly [Type in BookingEventType]?: Ga4EventName } = {
  [bookingEvents.listView]: 'view_item_list',
  [bookingEvents.eventSelect]: 'select_item',
  [bookingEvents.eventView]: 'view_item',
  [bookingEvents.lineAdd]: 'add_to_cart',
  [bookingEvents.lineRemove]: 'remove_from_cart',
  [bookingEvents.cartView]: 'view_cart',
  [bookingEvents.checkoutBegin]: 'begin_checkout',
  [bookingEvents.shippingAdd]: 'add_shipping_info',
  [bookingEvents.order]: 'purchase',
};

/**
 * What an event says.
 *
 * @example
 * ```js
 * document.addEventListener('booking-before-order', (event) => {
 *   if (!member) event.detail.refuse?.('Please log in first.');
 * });
 * ```
 */
export interface BookingEventDetail extends AnalyticsDetail {
  /** The same for GA4: `dataLayer.push(event.detail.ga4)`. */
  ga4?: Ga4Event;
  /** In `booking-problem`: what was refused or failed. */
  code?: string;
  /** In `booking-order-status`: the new status, such as `CANCELED`. */
  status?: string;
  /**
   * In `booking-before-order`: keeps the order, and the rest of its cart, from being sent, and
   * shows the customer why. Call it synchronously in the listener.
   */
  refuse?: (reason: string) => void;
}

/**
 * An event of a widget, which bubbles up to the document.
 *
 * @example
 * ```js
 * document.addEventListener('booking-order', (event) => dataLayer.push(event.detail.ga4));
 * ```
 */
export class BookingEvent extends Event {
  declare readonly type: BookingEventType;
  readonly detail: BookingEventDetail;

  constructor(type: BookingEventType, detail: BookingEventDetail = {}) {
    super(type, { bubbles: true, composed: true, cancelable: type === bookingEvents.beforeOrder });
    // A dialog's trigger fires the event again, with a detail that already has it.
    const event = !detail.ga4 && ga4Names[type];
    this.detail = event ? { ...detail, ga4: { event, ecommerce: detail } } : detail;
  }
}

/** Every event that an inner element fires for `<booking-widget>` to act on. */
export const innerEvents = [
  'amount-change',
  'cart-price',
  'check-out',
  'choice-change',
  'choice-done',
  'dates-retry',
  'day-choose',
  'days-show',
  'detail-type',
  'due-pay',
  'event-again',
  'event-choose',
  'event-prefetch',
  'event-retry',
  'event-switch',
  'line-add',
  'line-change',
  'line-remove',
  'list-filter',
  'list-more',
  'list-retry',
  'list-show',
  'order-submit',
  'price-renew',
  'vendors-retry',
  'product-change',
  'render-fail',
  'render-retry',
  'rest-order',
  'start-choose',
  'start-open',
  'start-over',
  'start-take',
] as const;
export type InnerEventType = (typeof innerEvents)[number];

/**
 * Crosses the shadow roots of inner elements, but `<booking-widget>` keeps it from reaching the
 * page.
 */
export class InnerEvent<Detail> extends Event {
  declare readonly type: InnerEventType;
  readonly detail: Detail;

  constructor(type: InnerEventType, detail: Detail) {
    super(type, { bubbles: true, composed: true });
    this.detail = detail;
  }
}

type PublicEventMap = {
  [Type in (typeof bookingEvents)[keyof typeof bookingEvents]]: BookingEvent;
};

declare global {
  interface HTMLElementEventMap extends PublicEventMap {}
  // They bubble, so that a page can listen once for all of its widgets.
  interface DocumentEventMap extends PublicEventMap {}
  interface WindowEventMap extends PublicEventMap {}
}

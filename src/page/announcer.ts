import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import { dateIdOf, pricedLine, type Cart } from '../domain/cart.ts';
import {
  detailOf,
  detailOfChosen,
  detailOfEvent,
  detailOfLine,
  detailOfList,
  detailOfPlaced,
  type AnalyticsDetail,
  type Ga4Event,
} from '../domain/analytics.ts';
import type { Failure } from '../domain/failure.ts';
import {
  BookingEvent,
  bookingEvents,
  type BookingEventDetail,
  type BookingEventType,
} from '../events.ts';

type PlacedOrder = Pick<NonNullable<IntentResponse['order']>, 'code' | 'status'>;

/** GA4 drops what an event has beyond these. */
const MAX_ITEMS = 200;

interface Host extends HTMLElement {
  /** Whether the page's data layer gets it too. */
  readonly dataLayer: boolean;
}

/** Tells the host page what happened, each thing once however often it is rendered. */
export class Announcer {
  readonly #host: Host;
  /** What each type of event was dispatched about. */
  readonly #announced = new Map<string, WeakSet<object>>();
  /** The status that each order was last shown with, by its code. */
  readonly #shown = new Map<string, PlacedOrder['status']>();

  /** What the cart was last told to have, by the date; undefined before it was looked at. */
  #lines: Map<string, AnalyticsDetail> | undefined;
  /** It is the same with every key that is typed. */
  #cart: Cart | undefined;

  /** The dates that were told to be added without a cart, and are not ordered yet. */
  readonly #added = new Set<string>();

  constructor(host: Host) {
    this.#host = host;
  }

  ready(): void {
    this.#once(bookingEvents.ready, this.#host, {});
  }

  list(events: ListedEvent[]): void {
    this.ready();
    const detail = detailOfList(events.slice(0, MAX_ITEMS), this.#list);
    this.#once(bookingEvents.listView, events, detail);
  }

  /** One of the list is chosen, at this index of it. */
  selected(event: ListedEvent, index: number): void {
    this.#tell(bookingEvents.eventSelect, detailOfChosen(event, index, this.#list));
  }

  event(event: MergedEvent): void {
    this.ready();
    this.#once(bookingEvents.eventView, event, detailOfEvent(event));
  }

  /** A page may have several lists. */
  get #list(): string {
    return this.#host.id || 'booking-widget';
  }

  /** Once for each time that the cart is opened, however often it is priced meanwhile. */
  cartOpened(step: object, { orders }: Cart): void {
    this.#once(bookingEvents.cartView, step, ...orders.map(detailOf));
  }

  /**
   * What was put into the cart, and what was taken out of it; not what an earlier page has put there,
   * nor what left it because it is ordered.
   */
  cart(cart: Cart, ordered: readonly QuotedOrder[]): void {
    if (cart === this.#cart) return;
    this.#cart = cart;
    const before = this.#lines;
    const lines = new Map(
      cart.lines.flatMap((line) => {
        const priced = pricedLine(cart, line);
        return priced ? [[dateIdOf(line), detailOfLine(priced, line.products)] as const] : [];
      }),
    );
    this.#lines = lines;
    if (!before) return;
    const dates = new Set(ordered.flatMap((order) => order.lines.map(({ date_id }) => date_id)));
    for (const [date, detail] of lines) {
      if (!before.has(date)) this.#tell(bookingEvents.lineAdd, detail);
    }
    for (const [date, detail] of before) {
      if (!lines.has(date) && !dates.has(date)) this.#tell(bookingEvents.lineRemove, detail);
    }
  }

  /** An order that is of no cart has its line added with it. */
  checkout(order: QuotedOrder, isOfCart: boolean): void {
    const dates = order.lines.map(({ date_id }) => date_id);
    // Whoever goes back to the choice and on again has added nothing.
    if (!isOfCart && !dates.every((date) => this.#added.has(date))) {
      this.#once(bookingEvents.lineAdd, order, detailOf(order));
      for (const date of dates) this.#added.add(date);
    }
    this.#once(bookingEvents.checkoutBegin, order, detailOf(order));
  }

  /**
   * Once for every order; one that was cancelled or declined at once is none. Returns whether an order
   * was told of that stands: a request does not yet.
   */
  placed(order: QuotedOrder, { code, status }: PlacedOrder): boolean {
    if (status === 'CANCELED' || status === 'DECLINED') return false;
    const isRequest = order.kind === 'REQUEST' || status === 'PENDING';
    const type = isRequest ? bookingEvents.request : bookingEvents.order;
    const isNew = this.#once(type, order, detailOfPlaced(order, code));
    for (const { date_id } of order.lines) this.#added.delete(date_id);
    return isNew && !isRequest;
  }

  /** Tells of every status of an order but the first one that it was shown with. */
  status({ code, status }: PlacedOrder): void {
    const before = this.#shown.get(code);
    this.#shown.set(code, status);
    if (!before || before === status) return;
    const detail = { status, transaction_id: code };
    this.#tell(bookingEvents.orderStatus, detail);
  }

  problem(failure: Failure): void {
    this.#once(bookingEvents.problem, failure, { code: codeOf(failure) });
  }

  /** Why the host page keeps the order from being sent, as the customer is told; undefined if not. */
  beforeOrder(order: QuotedOrder): string | undefined {
    let reason = '';
    const event = new BookingEvent(bookingEvents.beforeOrder, {
      ...detailOf(order),
      refuse(why = '') {
        event.preventDefault();
        reason = String(why);
      },
    });
    return this.#host.dispatchEvent(event) ? undefined : reason;
  }

  /** An order is sent, with the address that it goes to. */
  shipping(order: QuotedOrder): void {
    this.#once(bookingEvents.shippingAdd, order, detailOf(order));
  }

  /** Returns whether it is told now. */
  #once(type: BookingEventType, about: object, ...details: BookingEventDetail[]): boolean {
    const announced = this.#announced.get(type) ?? new WeakSet();
    if (announced.has(about)) return false;
    this.#announced.set(type, announced.add(about));
    for (const detail of details) this.#tell(type, detail);
    return true;
  }

  #tell(type: BookingEventType, detail: BookingEventDetail): void {
    const event = new BookingEvent(type, detail);
    this.#host.dispatchEvent(event);
    const { ga4 } = event.detail;
    // What fails in the page's own code does so by itself, as in a listener.
    if (ga4 && this.#host.dataLayer) queueMicrotask(() => pushToDataLayer(ga4));
  }
}

/** GA4 wants what the data layer has of an earlier event cleared first. */
function pushToDataLayer(ga4: Ga4Event): void {
  // Google's name for it; a page that has one may have declared its type.
  const page: { dataLayer?: object[] } = window as object;
  const layer = (page.dataLayer ??= []);
  layer.push({ ecommerce: null });
  layer.push(ga4);
}

/** Host pages may know these names of what has no code of the proxy's. */
function codeOf(failure: Failure): string {
  switch (failure.kind) {
    case 'problem':
      return failure.problem.code;
    case 'connection':
      return 'ConnectionError';
    case 'unreadable':
      return 'ContractError';
    case 'unexpected':
      return failure.name;
    case 'elsewhere':
      return 'ordered-elsewhere';
    case 'payment':
      return 'payment-refused';
  }
}

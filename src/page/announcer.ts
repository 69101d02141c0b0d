import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import type { PlacedOrder } from '../contract/order.schema.ts';
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

/** GA4 ignores further items of an event. */
const MAX_ITEMS = 200;

interface Host extends HTMLElement {
  /** Whether events are pushed to the page's `dataLayer` too. */
  readonly dataLayer: boolean;
}

/** Dispatches the events that the host page hears, each once, however often it is rendered. */
export class Announcer {
  readonly #host: Host;
  /** The objects that each type of event was dispatched for. */
  readonly #announced = new Map<string, WeakSet<object>>();
  /** The last status of each order, by its code. */
  readonly #statuses = new Map<string, PlacedOrder['status']>();

  /** The cart's lines at the last call of `cart`, by date id; undefined before the first. */
  #lines: Map<string, AnalyticsDetail> | undefined;
  /** The last cart: most renders do not change it. */
  #cart: Cart | undefined;

  /** The id of the event that is open, or was before the cart or the checkout. */
  #viewed = '';

  /** Dates with a `booking-line-add` that came without a cart and are not ordered yet. */
  readonly #added = new Set<string>();

  constructor(host: Host) {
    this.#host = host;
  }

  ready(): void {
    this.#once(bookingEvents.ready, this.#host, () => ({}));
  }

  list(events: ListedEvent[]): void {
    this.ready();
    this.#viewed = '';
    const detail = () => detailOfList(events.slice(0, MAX_ITEMS), this.#list);
    this.#once(bookingEvents.listView, events, detail);
  }

  /** An event is chosen from the list. */
  selected(event: ListedEvent, index: number): void {
    this.#tell(bookingEvents.eventSelect, detailOfChosen(event, index, this.#list));
  }

  /** Once each time that it is opened, however often it is loaded. */
  event(event: MergedEvent): void {
    this.ready();
    if (event.id === this.#viewed) return;
    this.#viewed = event.id;
    this.#tell(bookingEvents.eventView, detailOfEvent(event));
  }

  /** The list's name, because a page may have several. */
  get #list(): string {
    return this.#host.id || 'booking-widget';
  }

  /** Once each time the cart is opened, however often it is quoted. */
  cartOpened(step: object, { orders }: Cart): void {
    this.#once(bookingEvents.cartView, step, ...orders.map((order) => () => detailOf(order)));
  }

  /**
   * Dispatches added and removed lines; not those that were restored, nor those that left the cart
   * because they are ordered.
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

  /** An order without a cart has had no `booking-line-add`, so it is dispatched here. */
  checkout(order: QuotedOrder, isOfCart: boolean): void {
    const dates = order.lines.map(({ date_id }) => date_id);
    // Not again when the customer goes back to the choice and on with the same dates.
    if (!isOfCart && !dates.every((date) => this.#added.has(date))) {
      this.#once(bookingEvents.lineAdd, order, () => detailOf(order));
      for (const date of dates) this.#added.add(date);
    }
    this.#once(bookingEvents.checkoutBegin, order, () => detailOf(order));
  }

  /**
   * Once for every order, unless it was cancelled or declined at once. Returns whether a
   * `booking-order` was dispatched now; a request does not count.
   */
  placed(order: QuotedOrder, { code, status }: PlacedOrder): boolean {
    if (status === 'CANCELED' || status === 'DECLINED') return false;
    const isRequest = order.kind === 'REQUEST' || status === 'PENDING';
    const type = isRequest ? bookingEvents.request : bookingEvents.order;
    const isNew = this.#once(type, order, () => detailOfPlaced(order, code));
    for (const { date_id } of order.lines) this.#added.delete(date_id);
    return isNew && !isRequest;
  }

  /** Dispatches each change of an order's status; its first status is no change. */
  status({ code, status }: PlacedOrder): void {
    const before = this.#statuses.get(code);
    this.#statuses.set(code, status);
    if (!before || before === status) return;
    const detail = { status, transaction_id: code };
    this.#tell(bookingEvents.orderStatus, detail);
  }

  /** @param about what stays the same however often the failure is read from it */
  problem(failure: Failure, about: object = failure): void {
    this.#once(bookingEvents.problem, about, () => ({ code: codeOf(failure) }));
  }

  /** The reason if the host page prevents the order, for the customer; undefined if it does not. */
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

  /** An order with a shipping address is sent. */
  shipping(order: QuotedOrder): void {
    this.#once(bookingEvents.shippingAdd, order, () => detailOf(order));
  }

  /**
   * Returns whether the event is dispatched now. Details are computed only then, because each render
   * comes here.
   */
  #once(type: BookingEventType, about: object, ...details: (() => BookingEventDetail)[]): boolean {
    const announced = this.#announced.get(type) ?? new WeakSet();
    if (announced.has(about)) return false;
    this.#announced.set(type, announced.add(about));
    for (const detail of details) this.#tell(type, detail());
    return true;
  }

  #tell(type: BookingEventType, detail: BookingEventDetail): void {
    const event = new BookingEvent(type, detail);
    this.#host.dispatchEvent(event);
    const { ga4 } = event.detail;
    // In a microtask, so that an exception of the page's own `push` does not reach the widget.
    if (ga4 && this.#host.dataLayer) queueMicrotask(() => pushToDataLayer(ga4));
  }
}

/** GA4 requires that the previous `ecommerce` object is cleared first. */
function pushToDataLayer(ga4: Ga4Event): void {
  // Cast, because the host page may have declared another type for it.
  const page: { dataLayer?: object[] } = window as object;
  const layer = (page.dataLayer ??= []);
  layer.push({ ecommerce: null });
  layer.push(ga4);
}

/** The proxy's problem code. The other names are public API: host pages may check for them. */
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

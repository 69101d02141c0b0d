import type { IntentResponse, PaymentState, PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import {
  type AnalyticsDetail,
  detailOf,
  detailOfLine,
  detailOfPlaced,
} from '../domain/analytics.ts';
import { type Cart, dateIdOf } from '../domain/cart.ts';
import { pricedLine } from '../domain/cart-rules.ts';
import type { Failure } from '../domain/failure.ts';
import { isEnded, orderStateOf } from '../domain/order-state.ts';
import { bookingEvents } from '../events.ts';
import type { Announcer } from '../page/announcer.ts';
import { adviceOnException } from '../page/setup-advice.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { attemptsOf, type Step } from '../state/steps.ts';
import type { VisitController } from './visit-controller.ts';

/** Tells the host page what becomes of the cart and of its orders. */
export class VisitAnnouncements {
  readonly #announcer: Announcer;
  /** The last status and payment of each order, by its code. */
  readonly #statuses = new Map<string, string>();
  /** The cart's lines at the last announcement, by date id; undefined before the first. */
  #lines: Map<string, AnalyticsDetail> | undefined;
  /** The cart at the last announcement, because most renders do not change it. */
  #cart: Cart | undefined;
  /**
   * Dates whose `booking-line-add` was dispatched without a cart, and which are not ordered yet.
   */
  readonly #added = new Set<string>();

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /**
   * Announces what the flow shows and what has become of its orders.
   * @param before the step that was shown last
   * @param now milliseconds since the epoch
   * @returns whether a `booking-order` was dispatched now
   */
  announce(
    flow: BookingController,
    visit: VisitController,
    before: Step['name'] | undefined,
    now: number,
  ): boolean {
    if (flow.step.name === 'view') this.#announcer.ready();
    this.#announceAttempts(flow, visit, before);
    this.#announceCart(flow);
    const isPlaced = this.#announcePlaced(visit, now);
    const { step } = flow;
    if ('failure' in step && step.failure) this.#announceFailure(step.failure);
    if (step.name === 'cart' && flow.cart.failure) this.#announceFailure(flow.cart.failure);
    return isPlaced;
  }

  /**
   * The host page's reason, for the customer, if it prevents the order; undefined if it does not.
   */
  beforeOrder(order: QuotedOrder): string | undefined {
    return this.#announcer.dispatchCancelable(bookingEvents.beforeOrder, detailOf(order));
  }

  /** An order with products to be shipped is about to be sent. */
  shipping(order: QuotedOrder): void {
    this.#announcer.dispatchOnce(bookingEvents.shippingAdd, order, () => detailOf(order));
  }

  #announceAttempts(
    { step }: BookingController,
    { resumedOrders }: VisitController,
    before: Step['name'] | undefined,
  ): void {
    // A checkout that is priced again, or has the rest of a result, has begun before.
    const hasBegun = before === 'checkout' || before === 'result';
    for (const { order, intent, failure } of attemptsOf(step)) {
      this.#announcer.ready();
      if (step.name === 'checkout' && !hasBegun && !resumedOrders.has(order)) {
        this.#checkout(order, step.choice === null);
      }
      if (intent?.order) this.#status(intent.order, intent.payment?.state);
      if (failure) this.#announceFailure(failure);
    }
  }

  #announceFailure(failure: Failure): void {
    tellReseller(...adviceOnException(failure));
    this.#announcer.problem(failure);
  }

  /** An order without a cart has had no `booking-line-add`, so it is dispatched here. */
  #checkout(order: QuotedOrder, isOfCart: boolean): void {
    const dates = order.lines.map(({ date_id }) => date_id);
    // Not again if the customer goes back to the choice and returns with the same dates.
    if (!isOfCart && !dates.every((date) => this.#added.has(date))) {
      this.#announcer.dispatchOnce(bookingEvents.lineAdd, order, () => detailOf(order));
      for (const date of dates) this.#added.add(date);
    }
    this.#announcer.dispatchOnce(bookingEvents.checkoutBegin, order, () => detailOf(order));
  }

  /** Dispatches each change of an order's status or payment; the first one is not a change. */
  #status({ code, status }: PlacedOrder, payment: PaymentState | undefined): void {
    const before = this.#statuses.get(code);
    const current = [status, payment].join();
    this.#statuses.set(code, current);
    if (!before || before === current) return;
    const detail = { status, transaction_id: code, ...(payment && { payment }) };
    this.#announcer.dispatch(bookingEvents.orderStatus, detail);
  }

  #announceCart({ step, cart }: BookingController): void {
    const ordered = attemptsOf(step).map(({ order }) => order);
    this.#announceLines(cart, ordered);
    if (cart.failure) tellReseller(...adviceOnException(cart.failure));
    if (step.name === 'cart' && !cart.isPricing) this.#cartOpened(step, cart);
  }

  /**
   * Dispatches added and removed lines, but neither those that were restored nor those that have
   * left the cart because they are ordered.
   */
  #announceLines(cart: Cart, ordered: readonly QuotedOrder[]): void {
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
      if (!before.has(date)) this.#announcer.dispatch(bookingEvents.lineAdd, detail);
    }
    for (const [date, detail] of before) {
      if (!lines.has(date) && !dates.has(date)) {
        this.#announcer.dispatch(bookingEvents.lineRemove, detail);
      }
    }
  }

  /** Dispatched once each time the cart is opened, however often it is quoted. */
  #cartOpened(step: object, { orders }: Cart): void {
    const details = orders.map((order) => () => detailOf(order));
    this.#announcer.dispatchOnce(bookingEvents.cartView, step, ...details);
  }

  #announcePlaced({ placed }: VisitController, now: number): boolean {
    const news = placed.map(
      ({ order, intent }) => intent && this.#announceOrder(order, intent, now),
    );
    return news.includes(true);
  }

  /**
   * Dispatched once for every order, unless it has ended at once. Returns whether a `booking-order`
   * was dispatched now; a request does not count, nor an order that still has to be confirmed.
   */
  #announceOrder(
    order: QuotedOrder,
    { order: placed, payment }: IntentResponse,
    now: number,
  ): boolean {
    if (!placed) return false;
    const state = orderStateOf(placed, now);
    if (isEnded(state)) return false;
    const isRequest = order.kind === 'REQUEST' || state !== 'booked';
    const type = isRequest ? bookingEvents.request : bookingEvents.order;
    const isNew = this.#announcer.dispatchOnce(type, order, () =>
      detailOfPlaced(order, placed, payment),
    );
    for (const { date_id } of order.lines) this.#added.delete(date_id);
    return isNew && !isRequest;
  }
}

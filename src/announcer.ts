import type { ListedEvent, MergedEvent } from './contract/event.schema.ts';
import type { IntentResponse } from './contract/order.schema.ts';
import type { QuotedOrder } from './contract/quote.schema.ts';
import { dateIdOf, pricedLine, type Cart } from './domain/cart.ts';
import { detailOf, detailOfLine, itemOf, type AnalyticsDetail } from './domain/analytics.ts';
import type { Failure } from './domain/failure.ts';
import { BookingEvent, bookingEvents } from './events.ts';

type PlacedOrder = Pick<NonNullable<IntentResponse['order']>, 'code' | 'status'>;

/** GA4 drops what an event has beyond these. */
const MAX_ITEMS = 200;

/** Tells the host page what happened, each thing once however often it is rendered. */
export class Announcer {
  readonly #host: HTMLElement;
  /** What each type of event was dispatched about. */
  readonly #announced = new Map<string, WeakSet<object>>();
  /** The status that each order was last shown with, by its code. */
  readonly #shown = new Map<string, PlacedOrder['status']>();

  /** What the cart was last told to have, by the date; undefined before it was looked at. */
  #lines: Map<string, AnalyticsDetail> | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  ready(): void {
    this.#once(bookingEvents.ready, this.#host);
  }

  list(events: ListedEvent[]): void {
    this.ready();
    this.#once(bookingEvents.listView, events, { items: events.slice(0, MAX_ITEMS).map(itemOf) });
  }

  event(event: MergedEvent): void {
    this.ready();
    this.#once(bookingEvents.eventView, event, { items: [itemOf(event)] });
  }

  /**
   * What was put into the cart, and what was taken out of it; not what an earlier page has put there,
   * nor what left it because it is ordered.
   */
  cart(cart: Cart, ordered: readonly QuotedOrder[]): void {
    const before = this.#lines;
    const lines = new Map(
      cart.lines.flatMap((line) => {
        const priced = pricedLine(cart, line);
        return priced ? [[dateIdOf(line), detailOfLine(priced)] as const] : [];
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
    if (!isOfCart) this.#once(bookingEvents.lineAdd, order, detailOf(order));
    this.#once(bookingEvents.checkoutBegin, order, detailOf(order));
  }

  /** Once for every order; one that was cancelled or declined at once is none. */
  placed(order: QuotedOrder, { code, status }: PlacedOrder): void {
    if (status === 'CANCELED' || status === 'DECLINED') return;
    const type = order.kind === 'REQUEST' ? bookingEvents.request : bookingEvents.order;
    this.#once(type, order, { ...detailOf(order), transaction_id: code });
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

  /** Whether the host page lets the order be sent. */
  beforeOrder(order: QuotedOrder): boolean {
    return this.#host.dispatchEvent(new BookingEvent(bookingEvents.beforeOrder, detailOf(order)));
  }

  #once(type: BookingEvent['type'], about: object, detail?: BookingEvent['detail']): boolean {
    const announced = this.#announced.get(type) ?? new WeakSet();
    if (announced.has(about)) return false;
    this.#announced.set(type, announced.add(about));
    return this.#tell(type, detail);
  }

  #tell(type: BookingEvent['type'], detail?: BookingEvent['detail']): boolean {
    return this.#host.dispatchEvent(new BookingEvent(type, detail));
  }
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

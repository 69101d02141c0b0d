import type { ListedEvent, MergedEvent } from './contract/event.schema.ts';
import type { QuotedOrder } from './contract/quote.schema.ts';
import { detailOf, itemOf } from './domain/analytics.ts';
import type { Failure } from './domain/failure.ts';
import { BookingEvent, bookingEvents } from './events.ts';

/** GA4 reads no more items of one event. */
const ITEMS = 200;

/** Tells the host page what happened, each thing once however often it is rendered. */
export class Announcer {
  readonly #host: HTMLElement;
  readonly #said = new Map<string, unknown>();

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  list(events: ListedEvent[]): void {
    this.#once(bookingEvents.ready, this.#host);
    this.#once(bookingEvents.listView, events, { items: events.slice(0, ITEMS).map(itemOf) });
  }

  event(event: MergedEvent): void {
    this.#once(bookingEvents.ready, this.#host);
    this.#once(bookingEvents.eventView, event, { items: [itemOf(event)] });
  }

  checkout(order: QuotedOrder): void {
    if (!this.#once(bookingEvents.lineAdd, order, detailOf(order))) return;
    this.#once(bookingEvents.checkoutBegin, order, detailOf(order));
  }

  placed(order: QuotedOrder, code: string): void {
    this.#once(bookingEvents.order, code, { ...detailOf(order), transaction_id: code });
  }

  problem(failure: Failure): void {
    this.#once(bookingEvents.problem, failure, { code: codeOf(failure) });
  }

  /** Asks whether the order may be sent. */
  beforeOrder(order: QuotedOrder): boolean {
    return this.#host.dispatchEvent(new BookingEvent(bookingEvents.beforeOrder, detailOf(order)));
  }

  #once(type: BookingEvent['type'], about: unknown, detail?: BookingEvent['detail']): boolean {
    if (this.#said.get(type) === about) return false;
    this.#said.set(type, about);
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
  }
}

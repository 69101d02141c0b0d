import type { AnalyticsDetail, Ga4Event } from '../domain/analytics.ts';
import type { Failure } from '../domain/failure.ts';
import {
  BookingEvent,
  type BookingEventDetail,
  bookingEvents,
  type BookingEventType,
} from '../events.ts';
import { adviceOnProblem, type Tag } from './setup-advice.ts';
import { tellReseller } from './tell-reseller.ts';

interface Host extends HTMLElement, Tag {
  /** Whether events are pushed to the page's `dataLayer` too. */
  readonly dataLayer: boolean;
}

/**
 * Dispatches the events that the host page can listen to, each once, however often the widget
 * renders.
 */
export class Announcer {
  readonly #host: Host;
  /** The objects that each type of event was dispatched for. */
  readonly #announced = new Map<string, WeakSet<object>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** The list's name, because a page may have several. */
  get listName(): string {
    return this.#host.id || 'booking-widget';
  }

  ready(): void {
    this.dispatchOnce(bookingEvents.ready, this.#host, () => ({}));
  }

  /**
   * Also tells the reseller what the proxy says about it.
   * @param about an object that stays the same for as long as the failure does
   */
  problem(failure: Failure, about: object = failure): void {
    const isNew = this.dispatchOnce(bookingEvents.problem, about, () => ({
      code: codeOf(failure),
    }));
    if (isNew && failure.kind === 'problem') {
      tellReseller(...adviceOnProblem(failure.problem, this.#host));
    }
  }

  /**
   * Dispatches one event for each of the details, unless it has already done so for this object.
   * Returns whether it did so now. Details are functions, because every render calls this.
   */
  dispatchOnce(
    type: BookingEventType,
    about: object,
    ...details: (() => BookingEventDetail)[]
  ): boolean {
    const announced = this.#announced.get(type) ?? new WeakSet();
    if (announced.has(about)) return false;
    this.#announced.set(type, announced.add(about));
    for (const detail of details) this.dispatch(type, detail());
    return true;
  }

  dispatch(type: BookingEventType, detail: BookingEventDetail): void {
    const event = new BookingEvent(type, detail);
    this.#host.dispatchEvent(event);
    const { ga4 } = event.detail;
    // In a microtask, so that an exception from the page's own `push` does not reach the widget.
    if (ga4 && this.#host.dataLayer) queueMicrotask(() => pushToDataLayer(ga4));
  }

  /**
   * The host page's reason if it prevents the event, which may be empty; undefined if it does not.
   */
  dispatchCancelable(type: BookingEventType, detail: AnalyticsDetail): string | undefined {
    let reason = '';
    const event = new BookingEvent(type, {
      ...detail,
      refuse(why = '') {
        event.preventDefault();
        reason = String(why);
      },
    });
    return this.#host.dispatchEvent(event) ? undefined : reason;
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

/**
 * The proxy's problem code, or else a name. The names are public API: host pages may check for
 * them.
 */
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

import type { Site } from '#contract/site.schema';
import { sendable } from '../domain/attempt.ts';
import {
  isPayable,
  payableOf,
  type PayableOrder,
  type PaymentMethod,
} from '../domain/payment-method.ts';
import { tryTo } from '../page/try-to.ts';
import { ownDocument } from '../page/unshadowed.ts';
import type { Step } from '../state/steps.ts';
import type { DueOrder } from './due-payment.ts';

/**
 * Shows the payment method's fields for the orders that can still be sent, or the one that is due,
 * in a slotted element in the page's own tree, because payment fields do not work in a shadow root.
 */
export class PaymentSlot {
  readonly #host: HTMLElement;
  #shown: PaymentMethod | undefined;
  /** Tells whether the orders are still the same. */
  #quotes = '';
  #element: HTMLElement | undefined;
  #isMounted = false;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** The method whose fields the customer sees. */
  get shown(): PaymentMethod | undefined {
    return this.#shown;
  }

  /** While the orders are the same, the fields stay, whatever other method is given. */
  update(
    method: PaymentMethod | undefined,
    step: Step,
    site: Site | undefined,
    due: DueOrder | undefined,
  ): void {
    const isCheckout = step.name === 'checkout';
    // Not while orders are being sent.
    if (isCheckout && step.busy) return;
    const attempts = method && isCheckout ? sendable(step.attempts) : [];
    const quoted = attempts
      .filter(({ order, isPaid }) => !isPaid && isPayable(order, site))
      .map(({ order }) => payableOf(order, site));
    const before = this.#quotes;
    this.#quotes = due
      ? `${due.reference} ${due.order.total}`
      : quoted.map(({ quote }) => quote).join();
    const orders = due ? [due.order] : quoted;
    // A framework may create the method anew with each render, and new fields would be empty.
    if (this.#quotes === before && (this.#isMounted || method === this.#shown)) return;
    // An exception in the page's code must not leave the fields of other orders in place.
    if (before) tryTo('payment.unmount', () => this.#shown?.unmount?.());
    this.#element?.remove();
    this.#isMounted = false;
    this.#shown = this.#quotes ? method : undefined;
    if (this.#shown) this.#mount(this.#shown, orders);
  }

  #mount(method: PaymentMethod, orders: PayableOrder[]): void {
    const element = ownDocument.createElement('div');
    element.slot = 'payment';
    this.#element = element;
    this.#host.append(element);
    tryTo('payment.mount', () => {
      method.mount(element, orders);
      this.#isMounted = true;
    });
  }
}

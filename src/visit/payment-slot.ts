import { sendable } from '../domain/attempt.ts';
import { isPayable, type PayableOrder, type PaymentMethod } from '../domain/payment-method.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { ownDocument } from '../page/unshadowed.ts';
import type { Step } from '../state/steps.ts';

/**
 * Shows the fields of the payment method for the orders that can still be sent, in a slotted element
 * of the page's own tree, because they do not work in a shadow root.
 */
export class PaymentSlot {
  readonly #host: HTMLElement;
  #shown: PaymentMethod | undefined;
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

  /** The fields stay, whatever other method is given, while the orders are the same. */
  update(method: PaymentMethod | undefined, step: Step): void {
    const isCheckout = step.name === 'checkout';
    // Not while orders are being sent.
    if (isCheckout && step.busy) return;
    const attempts = method && isCheckout ? sendable(step.attempts) : [];
    const orders = attempts.map(({ order }) => order).filter(isPayable);
    const before = this.#quotes;
    this.#quotes = orders.map(({ quote }) => quote).join();
    // Frameworks make the method anew with each render, and other fields would be empty.
    if (this.#quotes === before && (this.#isMounted || method === this.#shown)) return;
    if (before) callPage('unmount', () => this.#shown?.unmount?.());
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
    callPage('mount', () => {
      method.mount(element, orders);
      this.#isMounted = true;
    });
  }
}

/** An exception of the page must not leave the fields of other orders in place. */
function callPage(name: keyof PaymentMethod, call: () => void): void {
  try {
    call();
  } catch (error) {
    tellReseller(`payment.${name} has failed: ${String(error)}.`);
  }
}

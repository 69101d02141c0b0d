import { sendable } from '../domain/attempt.ts';
import { isPayable, type PaymentMethod } from '../domain/payment-method.ts';
import type { Step } from '../state/booking-flow.ts';

/** Shows the payment method for the orders of a step that can still be sent. */
export type ShowPayment = (method: PaymentMethod | undefined, step: Step) => void;

/**
 * The slotted element is in the page's own tree, as payment fields do not work in a shadow root.
 */
export function createPaymentSlot(host: HTMLElement): ShowPayment {
  let shown: PaymentMethod | undefined;
  let quotes = '';
  let element: HTMLElement | undefined;

  return (method, step) => {
    const isCheckout = step.name === 'checkout';
    // Not while orders are being sent.
    if (isCheckout && step.busy) return;
    const attempts = method && isCheckout ? sendable(step.attempts) : [];
    const orders = attempts.map(({ order }) => order).filter(isPayable);
    const before = quotes;
    quotes = orders.map(({ quote }) => quote).join();
    if (quotes === before && method === shown) return;
    if (before) shown?.unmount?.();
    element?.remove();
    shown = method;
    if (!quotes) return;
    element = document.createElement('div');
    element.slot = 'payment';
    host.append(element);
    method?.mount(element, orders);
  };
}

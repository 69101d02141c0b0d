import { sendable } from '../domain/attempt.ts';
import { isPayable, type PaymentMethod } from '../domain/payment-method.ts';
import type { Step } from '../state/booking-flow.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { ownDocument } from '../page/unshadowed.ts';

/**
 * Shows the payment method for the orders of a step that can still be sent. Returns the method whose
 * fields are shown. They stay, whatever other method is given, while the orders are the same.
 */
export type ShowPayment = (
  method: PaymentMethod | undefined,
  step: Step,
) => PaymentMethod | undefined;

/**
 * The slotted element is in the page's own tree, as payment fields do not work in a shadow root.
 */
export function createPaymentSlot(host: HTMLElement): ShowPayment {
  let shown: PaymentMethod | undefined;
  let quotes = '';
  let element: HTMLElement | undefined;
  let isMounted = false;

  return (method, step) => {
    const isCheckout = step.name === 'checkout';
    // Not while orders are being sent.
    if (isCheckout && step.busy) return shown;
    const attempts = method && isCheckout ? sendable(step.attempts) : [];
    const orders = attempts.map(({ order }) => order).filter(isPayable);
    const before = quotes;
    quotes = orders.map(({ quote }) => quote).join();
    // Frameworks make the method anew with each render, and other fields would be empty.
    if (quotes === before && (isMounted || method === shown)) return shown;
    if (before) callPage('unmount', () => shown?.unmount?.());
    element?.remove();
    isMounted = false;
    shown = quotes ? method : undefined;
    if (!shown) return shown;
    const slot = ownDocument.createElement('div');
    slot.slot = 'payment';
    element = slot;
    host.append(slot);
    callPage('mount', () => {
      shown?.mount(slot, orders);
      isMounted = true;
    });
    return shown;
  };
}

/** An exception of the page must not leave the fields of other orders in place. */
function callPage(name: keyof PaymentMethod, call: () => void): void {
  try {
    call();
  } catch (error) {
    tellReseller(`payment.${name} has failed: ${String(error)}.`);
  }
}

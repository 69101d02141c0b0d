import type { AuthorisationEvent } from '../journal/authorisation.ts';
import type { Charge, NewCharge, ProviderPayment } from './provider.ts';

/**
 * Whether the customer has confirmed exactly this charge of this order, and it is unused. A saved
 * method does not pay for an order whose money must be held.
 */
export function isPaymentFor(
  payment: ProviderPayment,
  { saves_method, ...charge }: NewCharge,
): boolean {
  const isSecured = !payment.saves_method || saves_method === true;
  const isUnused = payment.state === 'authorised' && payment.captured === 0;
  return isSecured && isUnused && isOf(payment, charge);
}

/**
 * Whether it was captured for this order already, and nothing of it has gone back or is about to.
 */
export function isTakenFor(payment: ProviderPayment, charge: Charge): boolean {
  return payment.state === 'captured' && goneFrom(payment) === 0 && isOf(payment, charge);
}

/** What was refunded, or is being refunded. */
export function goneFrom({ refunded, refunding = 0 }: ProviderPayment): number {
  return refunded + refunding;
}

/** What the journal records of a payment whose money the provider shows as taken. */
export function foundTaken({ id, captured, refunded }: ProviderPayment, at: number) {
  const event = { type: 'payment-found', authorisation: id, captured, refunded, at } as const;
  return event satisfies AuthorisationEvent;
}

function isOf(payment: ProviderPayment, { amount, currency, reference }: Charge): boolean {
  return (
    payment.amount === amount && payment.currency === currency && payment.reference === reference
  );
}

import type { Charge, ProviderPayment } from './provider.ts';

/** Whether the customer has confirmed exactly this charge, of this order, and it is unused. */
export function isPaymentFor(payment: ProviderPayment, charge: Charge): boolean {
  return payment.state === 'authorised' && payment.captured === 0 && isOf(payment, charge);
}

/** Whether it was captured for this order already, which a store that went back has forgotten. */
export function isTakenFor(payment: ProviderPayment, charge: Charge): boolean {
  return payment.state === 'captured' && isOf(payment, charge);
}

function isOf(payment: ProviderPayment, { amount, currency, reference }: Charge): boolean {
  return (
    payment.amount === amount && payment.currency === currency && payment.reference === reference
  );
}

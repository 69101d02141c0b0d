/** An amount, and the order that it is for. */
export interface Charge {
  /** In minor units of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The external reference under which the platform has the order. */
  readonly reference: string;
}

/**
 * done: by this call or an earlier one. refused: not done, and it never will be. unknown: the
 * outcome is unclear, so the call is repeated.
 */
export type PaymentOutcome = 'done' | 'refused' | 'unknown';

/**
 * Captures and voids authorisations at the payment provider. The proxy has no implementation of it.
 *
 * Both may be called repeatedly and concurrently, by any process on the store. A call must be
 * idempotent by its key, and a reference must be captured once, whichever authorisation is
 * captured. A call that throws, or takes longer than `PAYMENT_TIMEOUT`, is unknown.
 */
export interface PaymentProvider {
  /** The order is placed: takes exactly this amount. */
  capture(authorisation: string, charge: Charge, idempotencyKey: string): Promise<PaymentOutcome>;
  /** There is no such order: releases the authorisation. */
  void(authorisation: string, idempotencyKey: string): Promise<PaymentOutcome>;
}

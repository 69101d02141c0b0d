/** What an order costs, and which order it is. */
export interface Charge {
  /** In minor units of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The external reference under which the platform has the order. */
  readonly reference: string;
}

/**
 * done: it has happened, now or before. refused: it has not, and never will. unknown: nobody can
 * tell, so the same is asked again.
 */
export type PaymentOutcome = 'done' | 'refused' | 'unknown';

/**
 * Captures and voids what customers have authorised in their browsers, with whoever holds their
 * money. None comes with the proxy.
 *
 * Both may be called several times and at once for the same thing, by any process on the store: what
 * has one idempotency key happens once, and a charge of one reference is captured once, whatever it is
 * captured from. What throws, or takes longer than `PAYMENT_TIMEOUT`, is unknown.
 */
export interface PaymentProvider {
  /** The order stands: takes the amount, neither more nor less. */
  capture(authorisation: string, charge: Charge, idempotencyKey: string): Promise<PaymentOutcome>;
  /** There is no such order, so nothing is ever taken. */
  void(authorisation: string, idempotencyKey: string): Promise<PaymentOutcome>;
}

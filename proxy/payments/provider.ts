/** What is to be paid, and for which order. */
export interface Charge {
  /** In minor units of the currency, which has none, two or three decimals. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The external reference under which the platform gets the order. */
  readonly reference: string;
}

/**
 * unconfirmed: the customer has not confirmed it, or was declined and may try another card.
 * processing: confirmed, and the provider does not know the outcome yet. authorised: the money is
 * held, or the method is kept. captured: it was taken. voided: it will never be, because it was voided
 * or has lapsed.
 */
export const providerStates = [
  'unconfirmed',
  'processing',
  'authorised',
  'captured',
  'voided',
] as const;
export type ProviderState = (typeof providerStates)[number];

/** A payment that is to be made. */
export interface NewCharge extends Charge {
  /** Takes the money as soon as the customer confirms, in place of holding it. */
  readonly at_once?: boolean;
  /** Keeps the customer's method in place of holding the money; the capture then charges it. */
  readonly saves_method?: boolean;
}

/** A payment as the provider has it. */
export interface ProviderPayment extends Charge {
  readonly id: string;
  readonly state: ProviderState;
  /** The method is kept, or was, and no money is held. */
  readonly saves_method?: boolean;
  /** What was taken, and how much of it was given back, in minor units. */
  readonly captured: number;
  readonly refunded: number;
  /** How much more is on its way back, which takes days and may fail; nothing if left out. */
  readonly refunding?: number;
  /** With it a browser can confirm this one payment, and nothing else. */
  readonly client_secret: string;
}

/** Something has happened to a payment. */
export interface ProviderEvent {
  /** The payment's id. */
  readonly payment: string;
  /** The customer has asked the bank for the money back. */
  readonly isDispute: boolean;
}

/** The provider has refused for good: it was not done, and never will be. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** The provider does not accept the operator's secret key. Nothing was done. */
export class KeyRefused extends Error {
  override readonly name = 'PaymentKeyRefused';
}

/** An event is not the provider's, or is too old: anybody may have sent it, again. */
export class WrongSignature extends Error {
  override readonly name = 'WrongSignature';
}

/**
 * A payment provider. All calls but `read` are idempotent by their key, and may be made again and
 * at the same time by any process on the store. After a call that throws anything but
 * `PaymentRefused`, or takes longer than `PAYMENT_TIMEOUT`, the payment is read to learn what has
 * become of it.
 */
export interface PaymentProvider {
  /** What the page recognises it by. */
  readonly name: string;
  /**
   * Makes a payment that is only authorised when the customer confirms it, and not captured, unless
   * the charge says so.
   */
  create(charge: NewCharge, idempotencyKey: string): Promise<ProviderPayment>;
  read(id: string): Promise<ProviderPayment>;
  /**
   * Takes this amount, at most the authorised one, and releases the rest. Possible once. A kept
   * method is charged with it, and not kept any longer, also where the charge is refused.
   */
  capture(id: string, amount: number, idempotencyKey: string): Promise<ProviderPayment>;
  /** Releases the money, forgets the method, or ends a payment that was not confirmed. */
  void(id: string, idempotencyKey: string): Promise<ProviderPayment>;
  /**
   * Gives back this amount of what was captured. Refused under the same key once that refund has
   * failed, however late it is: it is not made a second time.
   */
  refund(id: string, amount: number, idempotencyKey: string): Promise<ProviderPayment>;
  /** What an event of the provider says; undefined if it is about no payment. @throws {WrongSignature} */
  readEvent?(text: string, signature: string): Promise<ProviderEvent | undefined>;
}

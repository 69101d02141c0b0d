/** What is to be paid, and for which order. */
export interface Charge {
  /** In minor units of the currency, which has none, two or three decimals. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The external reference under which the platform gets the order. */
  readonly reference: string;
}

export const providerStates = [
  /** The customer has not confirmed it, or was declined and may try another card. */
  'unconfirmed',
  /** The customer has confirmed it, and the provider does not know the outcome yet. */
  'processing',
  /** The money is held, or the method is saved. */
  'authorised',
  /** The money was taken. */
  'captured',
  /** The money will never be taken: it was voided, or has lapsed. */
  'voided',
] as const;
export type ProviderState = (typeof providerStates)[number];

/** A payment that is to be made. */
export interface NewCharge extends Charge {
  /** Takes the money as soon as the customer confirms, in place of holding it. */
  readonly at_once?: boolean;
  /** Saves the customer's method in place of holding the money; the capture then charges it. */
  readonly saves_method?: boolean;
}

/** A payment as the provider has it. */
export interface ProviderPayment extends Charge {
  readonly id: string;
  readonly state: ProviderState;
  /** The payment is a saved method: no money is held. */
  readonly saves_method?: boolean;
  /** What was taken, and how much of it was given back, in minor units. */
  readonly captured: number;
  readonly refunded: number;
  /** Until when its money is held, by the wall clock; left out if the provider does not say. */
  readonly held_until?: number;
  /** How much more is being refunded, which takes days and may fail; left out if nothing is. */
  readonly refunding?: number;
  /** Lets a browser confirm this one payment, and nothing else. */
  readonly client_secret: string;
}

/** Why a provider cannot charge an amount: `inexact` where it counts in larger units. */
export type Unpayable = 'too-small' | 'too-large' | 'inexact';

/** Something has happened to a payment. */
export interface ProviderEvent {
  /** The payment's id. */
  readonly payment: string;
  /** The customer has asked the bank for the money back. */
  readonly isDispute: boolean;
}

/** What a site needs of the provider. */
export interface SetUpNeeds {
  /** Methods are saved, and charged later. */
  readonly saves_methods: boolean;
}

/** Where the provider sends its events. */
export interface Webhook {
  readonly url: string;
  readonly is_enabled: boolean;
  /** The events that are needed and not sent, as the provider's dashboard groups them. */
  readonly lacking: readonly string[];
}

/** What the operator's account and keys are good for. */
export interface ProviderSetUp {
  /** What the secret key may not write and has to, as the provider's dashboard names it. */
  readonly lacking: readonly string[];
  /** Undefined if the key may not read it. */
  readonly account:
    | {
        readonly can_charge: boolean;
        /** Why it cannot charge, in the provider's words. */
        readonly obstacle: string | undefined;
        /** In which it is paid out. */
        readonly currency: string | undefined;
      }
    | undefined;
  /** Of which account the page's key is; unproven before the first payment. */
  readonly publishable_key: 'same-account' | 'other-account' | 'refused' | 'unproven';
  /** Undefined if the key may not read them. */
  readonly webhooks: readonly Webhook[] | undefined;
}

/** A movement on the operator's balance at the provider. */
export interface BalanceEntry {
  readonly kind: 'charge' | 'refund' | 'dispute';
  /** The provider's id of the payment that was charged, which a saved method has besides its own. */
  readonly payment: string;
  /** Empty if it was not made here. */
  readonly reference: string;
  /** In minor units of the payment's currency; negative for what has left the balance. */
  readonly amount: number;
  readonly currency: string;
  /** What the provider keeps, in minor units of the currency that it pays out. */
  readonly fee: number;
  readonly fee_currency: string;
}

/**
 * A call to the provider has failed. The outcome is unclear, unless it is one of the two below.
 * `code` and `request_id` are the provider's own names of the failure and of the request; they go
 * into logs, so they hold nothing of a card or of a person.
 */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
  readonly code: string;
  readonly request_id: string | undefined;

  constructor(code: string, request_id?: string) {
    super(code);
    this.code = code;
    this.request_id = request_id;
  }
}

/** The provider has refused for good: the call was not executed, and never will be. */
export class PaymentRefused extends ProviderError {
  override readonly name = 'PaymentRefused';
}

/** The provider does not accept the operator's secret key. Nothing was done. */
export class KeyRefused extends ProviderError {
  override readonly name = 'PaymentKeyRefused';
}

/** The signature of an event is wrong or too old, so anybody may have sent it. */
export class WrongSignature extends Error {
  override readonly name = 'WrongSignature';
}

/**
 * A payment provider. All calls but `read` are idempotent by their key, and may be made again and
 * at the same time by any process on the store. After a call that throws anything but
 * `PaymentRefused`, or takes longer than `PAYMENT_TIMEOUT`, the payment is read to learn what has
 * become of it.
 *
 * @example
 * ```js
 * const payments = {
 *   name: 'bank',
 *   create: (charge, key) => bank('/payments', charge, key),
 *   read: (id) => bank(`/payments/${id}`),
 *   capture: (id, amount, key) => bank(`/payments/${id}/capture`, { amount }, key),
 *   void: (id, key) => bank(`/payments/${id}/cancel`, {}, key),
 *   refund: (id, amount, key) => bank(`/payments/${id}/refund`, { amount }, key),
 * };
 * ```
 */
export interface PaymentProvider {
  /** The name by which the page recognises it. */
  readonly name: string;
  /**
   * Makes a payment. Once the customer confirms it, it is authorised and not captured, unless the
   * charge says so.
   */
  create(charge: NewCharge, idempotencyKey: string): Promise<ProviderPayment>;
  read(id: string): Promise<ProviderPayment>;
  /**
   * Takes this amount, at most the authorised one, and releases the rest. Possible once. A saved
   * method is charged and then removed, even if the charge is refused.
   */
  capture(id: string, amount: number, idempotencyKey: string): Promise<ProviderPayment>;
  /** Releases the money, forgets the method, or ends a payment that was not confirmed. */
  void(id: string, idempotencyKey: string): Promise<ProviderPayment>;
  /**
   * Gives back this amount of what was captured. Once the refund has failed, however late, its key
   * is refused, and it is not made again.
   */
  refund(id: string, amount: number, idempotencyKey: string): Promise<ProviderPayment>;
  /** Why an amount of minor units can never be charged; undefined if it can, or nobody knows. */
  unpayable?(amount: number, currency: string): Unpayable | undefined;
  /** What an event of the provider says; undefined if it is about no payment. @throws {WrongSignature} */
  readEvent?(text: string, signature: string): Promise<ProviderEvent | undefined>;
  /** For the doctor. It moves no money, and changes nothing. @throws {KeyRefused} */
  readonly examine?: (needs: SetUpNeeds) => Promise<ProviderSetUp>;
  /** What has changed the operator's balance since a time of the wall clock, oldest first. */
  readonly listBalance?: (since: number) => Promise<readonly BalanceEntry[]>;
}

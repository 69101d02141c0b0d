/**
 * The smallest amounts that can be charged, as Stripe counts them.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts: "The minimum amount you can
 * charge depends on the payout bank account settlement currency."
 */
const published: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
};

/** How an account at Stripe is set up, and what its customers' banks do. */
export interface Settings {
  /**
   * By currency. The account has bank accounts in all published ones; in another set-up, "charges
   * requiring conversion into your account's default settlement currency must meet the equivalent
   * minimum of the settlement currency" (the same page).
   */
  readonly minimums: Readonly<Record<string, number>>;
  /** The methods that are switched on in the dashboard; all that are asked for when left out. */
  readonly methods?: readonly string[];
  /**
   * https://docs.stripe.com/error-codes, `testmode_charges_only`: "Your account has not been
   * activated and can only make test charges."
   */
  readonly isActivated: boolean;
  /**
   * Whether the key may read charges. https://docs.stripe.com/keys/restricted-api-keys: a restricted
   * key gets a 403 for what it has no permission for; also where it is only expanded.
   */
  readonly readsCharges: boolean;
  /** Methods of which only the whole amount can be captured. */
  readonly capturesInFull: readonly string[];
  /**
   * Whether the released rest of a partial capture is in the list of refunds. The documentation does
   * not say so of today's versions; accounts have shown both.
   */
  readonly listsReleased: boolean;
  /**
   * How long a card's money is held, in milliseconds.
   * https://docs.stripe.com/payments/place-a-hold-on-a-payment-method: "the
   * payment_method_details.card.capture_before attribute on the charge indicates when the
   * authorization expires"; from under five days on.
   */
  readonly holdTime: number;
  /** How long after that the payment still says `requires_capture`. */
  readonly expiryLag: number;
}

export const usualSettings: Settings = {
  minimums: published,
  isActivated: true,
  readsCharges: true,
  capturesInFull: [],
  listsReleased: true,
  holdTime: 7 * 24 * 3_600_000,
  expiryLag: 0,
};

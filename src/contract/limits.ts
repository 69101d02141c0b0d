/** The limits of requests to the proxy. Not schemas, because the widget uses them without zod. */

/** Maximum lengths of texts, in characters. */
export const lengths = {
  name: 200,
  email: 254,
  phone: 50,
  company: 200,
  vat_number: 50,
  street: 200,
  streetnr: 20,
  zip: 20,
  city: 100,
  /** The customer's comment on the order. */
  comment: 1000,
  /** What a customer searches the list for. */
  match: 200,
  /** A participant's answer to the vendor's question. */
  participant_comment: 500,
  /** The customer's answer to a question of the site. */
  answer: 500,
  /** The UTM values of the host page's address. */
  sale_params: 500,
} as const;

/** Minimum length of a billing name, in characters (spec, Order). */
export const MIN_NAME = 2;
/** Maximum amount of one price or one product. */
export const MAX_AMOUNT = 99;
/** Maximum number of participants of one date in an order. */
export const MAX_PARTICIPANTS = 500;
/** Maximum number of lines of a cart. */
export const MAX_LINES = 20;
/** Of what there is instead of an empty list: each is a button, so more would be a list again. */
export const MAX_OFFERS = 3;

/** How much of everything the proxy takes. Plain, so that the widget can keep to it. */

/** Characters of what people type. */
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
  /** The order's. */
  comment: 1000,
  /** A participant's, to the vendor's question. */
  participant_comment: 500,
  /** To a question of the site. */
  answer: 500,
  /** Where the sale comes from, beside what people type. */
  sale_params: 500,
} as const;

/** A billing name has as many characters at least (spec, Order). */
export const MIN_NAME = 2;
/** Of one price, or of one product. */
export const MAX_AMOUNT = 99;
/** Of one cart. */
export const MAX_LINES = 20;

import { z } from 'zod';
import { EMAIL } from './email.ts';
import { lengths, MAX_LINES, MIN_NAME } from './limits.ts';
import { problem } from './problem.schema.ts';
import { orderSummary } from './quote.schema.ts';
import { countryCode, currency, givenKey, id, instant, minorUnits } from './values.schema.ts';

const text = (max: number) => z.string().trim().max(max);
const email = z
  .string()
  .regex(EMAIL, 'an e-mail address looks like name@example.com')
  .max(lengths.email);

export const participant = z.strictObject({
  price_id: z.int(),
  name: text(lengths.name).optional(),
  email: email.optional(),
  phone: text(lengths.phone).optional(),
  comment: text(lengths.participant_comment).optional(),
});
export type Participant = z.infer<typeof participant>;

export const contact = z.strictObject({
  name: text(lengths.name).min(MIN_NAME, 'a name has at least 2 characters'),
  email,
  phone: text(lengths.phone).optional(),
  company: text(lengths.company).optional(),
  vat_number: text(lengths.vat_number).optional(),
  street: text(lengths.street).optional(),
  streetnr: text(lengths.streetnr).optional(),
  zip: text(lengths.zip).optional(),
  city: text(lengths.city).optional(),
  country: countryCode.optional(),
});
export type Contact = z.infer<typeof contact>;

export const shipping = z.strictObject({
  name: text(lengths.name).min(MIN_NAME),
  street: text(lengths.street).min(1),
  streetnr: text(lengths.streetnr),
  zip: text(lengths.zip).min(1),
  city: text(lengths.city).min(1),
  country: countryCode,
});
export type Shipping = z.infer<typeof shipping>;

export const orderRequest = z.strictObject({
  quote: z.string().max(16_384),
  /** For each line of the quote, as many participants per price as were quoted. */
  lines: z
    .array(z.strictObject({ date_id: id, participants: z.array(participant).min(1).max(500) }))
    .min(1)
    .max(MAX_LINES),
  contact,
  shipping: shipping.optional(),
  lang: z.string().regex(/^[a-z]{2}$/, 'a language is two small letters (ISO 639-1)'),
  comment: text(lengths.comment).optional(),
  /** Answers to the site's own questions; a checkbox is `true` or left out. */
  answers: z
    .array(z.strictObject({ id: givenKey, value: text(lengths.answer).min(1) }))
    .max(20)
    .refine(
      (answers) => new Set(answers.map((answer) => answer.id)).size === answers.length,
      'each question is answered once',
    )
    .optional(),
  email_newsletter_opt_in: z.boolean().optional(),
  affiliate_id: text(100).optional(),
  /**
   * Grows with each press of the order button under one key, so that a copy of a request that was told
   * to try again is told apart from the next try, and sends nothing. The widget's is the time.
   */
  submission: z.int().min(1).optional(),
  /** Where the sale comes from: `utm_source=newsletter&utm_medium=email`. */
  sale_params: text(lengths.sale_params).optional(),
  /** What the order is paid with: the payment provider's id of an authorisation, for this order alone. */
  payment: z.string().min(1).max(255).optional(),
});
export type OrderRequest = z.infer<typeof orderRequest>;

export const idempotencyKey = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{43}$/,
    'an Idempotency-Key is 32 random bytes in base64url, 43 characters',
  );

/** Reads the state of an intent, and cannot order: what a copied link carries. */
export const viewKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'a Booking-View-Key is 43 characters of base64url');

export const orderStatus = z.enum([
  'ACCEPTED',
  'CANCELED',
  'PENDING',
  'DECLINED',
  'OPEN',
  'RESERVED',
]);
export type OrderStatus = z.infer<typeof orderStatus>;
/** Of a part of an order; null where the platform says none that the spec knows. */
const partStatus = orderStatus.nullable();
/** Null: it has not happened. */
const moment = instant.nullable();

export const orderedParticipant = z.strictObject({
  /** What is shown at the entrance; empty where the platform gives none. */
  code: z.string(),
  price_id: z.int().nullable(),
  price_title: z.string(),
  status: partStatus,
  cancellation_date: moment,
  checked_in: moment,
});
export type OrderedParticipant = z.infer<typeof orderedParticipant>;

export const orderedTicket = z.strictObject({
  code: z.string(),
  event_id: id.nullable(),
  date_id: id.nullable(),
  status: partStatus,
  cancellation_date: moment,
  participants: z.array(orderedParticipant),
});
export type OrderedTicket = z.infer<typeof orderedTicket>;

export const orderedProduct = z.strictObject({
  product_id: id,
  title: z.string(),
  amount: z.int().min(0),
  status: partStatus,
});

/** A gift voucher that was bought with the order. */
export const orderedVoucher = z.strictObject({
  /** Whoever has it can spend it, so it is empty for who has but a copied link to the order. */
  code: z.string(),
  value: minorUnits,
  currency,
});
export type OrderedVoucher = z.infer<typeof orderedVoucher>;

/** Several admissions for one price, bought with the order. */
export const orderedFlexTicket = z.strictObject({
  /** The same as a voucher's. */
  code: z.string(),
  title: z.string(),
  status: z.enum(['ACCEPTED', 'CANCELED', 'FAILURE', 'PENDING']).nullable(),
  /** How often it still admits somebody; null: without a limit. */
  redemption_available: z.int().min(0).nullable(),
});
export type OrderedFlexTicket = z.infer<typeof orderedFlexTicket>;

/** What the order costs less: a coupon by its title, or a voucher, which has none. */
export const redemption = z.strictObject({ title: z.string(), redeemed_value: minorUnits });
export type Redemption = z.infer<typeof redemption>;

/** What the platform says of an order besides its status, and what changes as time goes by. */
export const orderDetails = z.strictObject({
  cancellation_date: moment,
  /** The order cancels by itself then; null where it does not. */
  expire_date: moment,
  /** The order is paid when it has one. */
  payment_date: moment,
  tickets: z.array(orderedTicket),
  products: z.array(orderedProduct),
  /** These are left out where the order has none. */
  voucher_orders: z.array(orderedVoucher).optional(),
  flex_tickets: z.array(orderedFlexTicket).optional(),
  redemptions: z.array(redemption).optional(),
});

/** The state of an intent: of one attempt to place an order. */
export const intentResponse = z.strictObject({
  /**
   * open: nothing was sent yet. checking: it was sent, and whether the platform took it is not
   * known yet; do not order again. placed: the platform has the order. refused: the platform
   * refused it, `problem` says why. absent: it was sent, and the platform does not have it.
   */
  state: z.enum(['open', 'checking', 'placed', 'refused', 'absent']),
  order: z
    .strictObject({
      id,
      code: z.string(),
      /** The newest that is known. */
      status: orderStatus,
      /** The platform's, the newest that is known. */
      total: minorUnits,
      currency,
      /** Page on which the customer sees the order; null when the site has none. */
      selfservice_url: z.string().nullable(),
      /** When the customer sent it. */
      ordered_at: instant.optional(),
      /** What the customer was quoted; the platform's total counts where it differs. */
      quoted_total: minorUnits.optional(),
      /** Left out while nobody knows more than that the order was placed. */
      ...orderDetails.partial().shape,
      /** The sum of the payments that the platform told of; left out where it told of none. */
      paid: minorUnits.optional(),
      /** The same of its refunds. */
      refunded: minorUnits.optional(),
    })
    .nullable(),
  /**
   * While checking or placed: what was ordered, as it was offered then. Left out where the proxy does
   * not know it, as of orders from before it did.
   */
  summary: orderSummary.optional(),
  /** While checking: when the proxy will know at the latest. */
  settled_by: instant.nullable(),
  problem: problem.nullable(),
  view_key: viewKey.optional(),
});
export type IntentResponse = z.infer<typeof intentResponse>;

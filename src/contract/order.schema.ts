import { z } from 'zod';
import { EMAIL } from './email.ts';
import { lengths, MAX_LINES, MAX_PARTICIPANTS, MIN_NAME } from './limits.ts';
import { problem } from './problem.schema.ts';
import { orderSummary } from './quote.schema.ts';
import {
  countryCode,
  currency,
  givenKey,
  id,
  instant,
  minorUnits,
  orderStatus,
} from './values.schema.ts';

const text = (max: number) => z.string().trim().max(max);
const email = z
  .string()
  .regex(EMAIL, 'an e-mail address looks like name@example.com')
  .max(lengths.email);

const participant = z.strictObject({
  price_id: z.int(),
  name: text(lengths.name).optional(),
  email: email.optional(),
  phone: text(lengths.phone).optional(),
  comment: text(lengths.participant_comment).optional(),
});
export type Participant = z.infer<typeof participant>;

const contact = z.strictObject({
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

const shipping = z.strictObject({
  name: text(lengths.name).min(1),
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
    .array(
      z.strictObject({
        date_id: id,
        participants: z.array(participant).min(1).max(MAX_PARTICIPANTS),
      }),
    )
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
   * Increases with each press of the order button under one key; the widget sends the time. With it
   * the proxy can tell a new attempt from a late copy of an earlier request, which must not send
   * the order.
   */
  submission: z.int().min(1).optional(),
  /** The UTM values of the host page's address: `utm_source=newsletter&utm_medium=email`. */
  sale_params: text(lengths.sale_params).optional(),
});
export type OrderRequest = z.infer<typeof orderRequest>;

export const idempotencyKey = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{43}$/,
    'an Idempotency-Key is 32 random bytes in base64url, 43 characters',
  );

/** The key in a copied link. It can read the state of an intent, but not order. */
export const viewKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'a Booking-View-Key is 43 characters of base64url');

export type OrderStatus = z.infer<typeof orderStatus>;
/** The status of a part of an order; null if the platform gives none, or one not in the spec. */
const partStatus = orderStatus.nullable();
/** When something happened; null if it has not. */
const moment = instant.nullable();

const orderedParticipant = z.strictObject({
  /** The code that is shown at the entrance; empty if the platform gives none. */
  code: z.string(),
  price_id: z.int().nullable(),
  price_title: z.string(),
  status: partStatus,
  cancellation_date: moment,
  checked_in: moment,
});
export type OrderedParticipant = z.infer<typeof orderedParticipant>;

const orderedTicket = z.strictObject({
  code: z.string(),
  event_id: id.nullable(),
  date_id: id.nullable(),
  status: partStatus,
  cancellation_date: moment,
  participants: z.array(orderedParticipant),
});
export type OrderedTicket = z.infer<typeof orderedTicket>;

const orderedProduct = z.strictObject({
  product_id: id,
  title: z.string(),
  amount: z.int().min(0),
  status: partStatus,
});
export type OrderedProduct = z.infer<typeof orderedProduct>;

/** A gift voucher that was bought with the order. */
const orderedVoucher = z.strictObject({
  /** Empty in a response to a view key, because anybody with the code can spend the voucher. */
  code: z.string(),
  value: minorUnits,
  currency,
});
export type OrderedVoucher = z.infer<typeof orderedVoucher>;

/** Several admissions for one price, bought with the order. */
const orderedFlexTicket = z.strictObject({
  /** Empty in a response to a view key, because anybody with the code can use the ticket. */
  code: z.string(),
  title: z.string(),
  status: z.enum(['ACCEPTED', 'CANCELED', 'FAILURE', 'PENDING']).nullable(),
  /** The number of admissions that are left; null if there is no limit. */
  redemption_available: z.int().min(0).nullable(),
});
export type OrderedFlexTicket = z.infer<typeof orderedFlexTicket>;

/** A coupon or voucher that has reduced the order's price. A voucher has an empty title. */
const redemption = z.strictObject({ title: z.string(), redeemed_value: minorUnits });
export type Redemption = z.infer<typeof redemption>;

/** An order's data on the platform, besides its status. It can change after the order is placed. */
export const orderDetails = z.strictObject({
  cancellation_date: moment,
  /** When the order is cancelled automatically; null if it is not. */
  expire_date: moment,
  /** If not null, the order is paid. */
  payment_date: moment,
  tickets: z.array(orderedTicket),
  products: z.array(orderedProduct),
  /** The VAT that the total contains; left out if the platform does not say it of all its parts. */
  vat: minorUnits.optional(),
  /** Left out if the order has none. */
  voucher_orders: z.array(orderedVoucher).optional(),
  /** Left out if the order has none. */
  flex_tickets: z.array(orderedFlexTicket).optional(),
  /** Left out if the order has none. */
  redemptions: z.array(redemption).optional(),
});

/** The parts of an order that the platform can book differently from what was ordered. */
export const orderDifferences = [
  'vendor',
  'currency',
  'total',
  'dates',
  'participants',
  'products',
] as const;
export type OrderDifference = (typeof orderDifferences)[number];

/** An order that the platform has. */
const placedOrder = z.strictObject({
  id,
  code: z.string(),
  /** The latest known status. */
  status: orderStatus,
  /** The platform's latest known total. */
  total: minorUnits,
  currency,
  /** Page on which the customer sees the order; null when the site has none. */
  selfservice_url: z.string().nullable(),
  /** When the customer sent the order. */
  ordered_at: instant,
  /** The total of the quote. If it differs from `total`, `total` applies. */
  quoted_total: minorUnits,
  /** The currency of `quoted_total`. */
  quoted_currency: currency,
  /**
   * What the platform booked differently when the order was placed; left out if nothing. The
   * intent's `summary` has what was ordered.
   */
  differences: z.array(z.enum(orderDifferences)).optional(),
  /** Left out while the proxy knows only that the order was placed. */
  ...orderDetails.partial().shape,
  /** Whether a payment was made with the order; `payment` of the intent says what became of it. */
  paid_here: z.literal(true).optional(),
  /** What was taken here, or more if the platform has reported more; left out if there is none. */
  paid: minorUnits.optional(),
  /** What was given back of it, in the same way. */
  refunded: minorUnits.optional(),
});
export type PlacedOrder = z.infer<typeof placedOrder>;

/** What has become of a payment that was made with an order. */
export const paymentState = z.enum([
  /** The money is held, and not taken. */
  'held',
  /** Nothing is held or taken: the method is kept, to be charged once the order is accepted. */
  'saved',
  'paid',
  /** It was held, nothing was taken, and the hold is over. */
  'released',
  /** The method was kept, nothing was taken, and it is not kept any more. */
  'forgotten',
  /** A refund is on its way. */
  'refunding',
  /** A refund has to be made by hand. */
  'refund-due',
  'refunded',
  /** The order is accepted, nothing is held or taken, and it can be paid until `due_by`. */
  'due',
  /** It was not paid by then, and somebody has to see to it. */
  'overdue',
  /** It could be neither taken nor released, and somebody has to see to it. */
  'open',
]);
export type PaymentState = z.infer<typeof paymentState>;

const orderPayment = z.strictObject({
  state: paymentState,
  /** What is held, was taken, is given back, or is due. */
  amount: minorUnits,
  currency,
  /** The reference that the order has at the payment provider and on the platform. */
  reference: z.string(),
  /** When it was taken; left out before. */
  taken_at: instant.optional(),
  /** Until when what is due can be paid. */
  due_by: instant.optional(),
});
export type OrderPayment = z.infer<typeof orderPayment>;

/** The state of an intent, which is one attempt to place one order. */
export const intentResponse = z.strictObject({
  state: z.enum([
    /** The proxy has not sent the order. */
    'open',
    /** The order was sent, and its outcome is not known yet. It must not be ordered again. */
    'checking',
    /** The platform has the order. */
    'placed',
    /** The order was refused, and `problem` says why. */
    'refused',
    /** The order was sent, and the platform does not have it. */
    'absent',
  ]),
  order: placedOrder.nullable(),
  /** While checking or placed: the order as it was quoted. Left out if the proxy does not know it. */
  summary: orderSummary.optional(),
  /** While checking: when the proxy will know the outcome at the latest. */
  settled_by: instant.nullable(),
  problem: problem.nullable(),
  /** The payment that was confirmed with the order; left out if there is none. */
  payment: orderPayment.optional(),
  view_key: viewKey.optional(),
});
export type IntentResponse = z.infer<typeof intentResponse>;

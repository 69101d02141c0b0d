import { z } from 'zod';
import { EMAIL } from './email.ts';
import { lengths, MAX_LINES, MIN_NAME } from './limits.ts';
import { problem } from './problem.schema.ts';
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
  sale_params: text(500).optional(),
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
      status: z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'RESERVED']),
      total: minorUnits,
      currency,
      /** Page on which the customer sees the order; null when the site has none. */
      selfservice_url: z.string().nullable(),
    })
    .nullable(),
  /** While checking: when the proxy will know at the latest. */
  settled_by: instant.nullable(),
  problem: problem.nullable(),
  view_key: viewKey.optional(),
});
export type IntentResponse = z.infer<typeof intentResponse>;

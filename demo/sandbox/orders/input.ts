import { z } from 'zod';
import { currencyCode, timestampText } from '../api/validation.ts';

const emptyOrTimestamp = z.literal('').or(timestampText);
const emptyOrEmail = z.literal('').or(z.email());
const country = z.literal('').or(z.string().regex(/^[A-Z]{2}$/, 'has to be two capital letters'));
const text = z.string().default('');

/** A number on input, a decimal string in responses (spec, Order); both are accepted here. */
const money = z.number().or(
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?$/, 'has to be an amount of money')
    .transform(Number),
);

const participantInput = z.strictObject({
  price_id: z.int(),
  price_value: money.optional(),
  redeemed_flexTicket: z
    .array(z.strictObject({ id: z.string() }))
    .max(1)
    .default([]),
  name: text,
  email: emptyOrEmail.default(''),
  phone: text,
  comment: text,
});

/** `event_date_id` is the older name of `date_id` (both are fields of a ticket in the spec). */
const ticketInput = z.strictObject({
  date_id: z.string().optional(),
  event_date_id: z.string().optional(),
  event_id: z.string().optional(),
  comment: text,
  participants: z.array(participantInput).default([]),
});

const productLine = z.strictObject({ product_id: z.string(), amount: z.int() });

const voucherOrder = z.strictObject({
  voucher: z.array(z.strictObject({ value: money, currency: z.string().optional() })).length(1),
});

const flexTicket = z.strictObject({
  flexOffer: z.array(z.strictObject({ id: z.string() })).length(1),
});

/**
 * The body of "Create order", field by field (spec, Order). All other fields are refused, so that
 * misspelt ones are noticed, and so are fields that only the platform writes.
 */
export const orderInput = z.strictObject({
  external_reference: text,
  vendor_id: z.string().optional(),
  date: timestampText,
  payment_date: emptyOrTimestamp.default(''),
  expire_date: emptyOrTimestamp.default(''),
  status: z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'OPEN', 'RESERVED']),
  lang: z.string().regex(/^[a-z]{2}$/, 'has to be two letters (ISO 639-1)'),
  currency: currencyCode,
  email: z.email(),
  name: z.string().min(2),
  company: text,
  vat_number: text,
  phone: text,
  street: text,
  streetnr: text,
  zip: text,
  city: text,
  country: country.default(''),
  internal_notes: text,
  comment: text,
  additional_information: z
    .array(z.strictObject({ id: z.string(), title: z.string(), value: z.string() }))
    .default([]),
  total_invoice: money.optional(),
  additional_discount: money.optional(),
  redeemed_coupons: z.array(z.strictObject({ id: z.string() })).default([]),
  redeemed_vouchers: z
    .array(z.strictObject({ id: z.string(), redeemed_value: money.optional() }))
    .default([]),
  shipping_country: country.default(''),
  shipping_city: text,
  shipping_zip: text,
  shipping_street: text,
  shipping_streetnr: text,
  shipping_name: text,
  sale_params: text,
  external_order_url: text,
  affiliate_id: text,
  email_newsletter_opt_in: z.enum(['', '1']).default(''),
  tickets: z.array(ticketInput).default([]),
  voucherOrders: z.array(voucherOrder).default([]),
  products: z.array(productLine).default([]),
  flexTickets: z.array(flexTicket).default([]),
});

export type OrderInput = z.output<typeof orderInput>;

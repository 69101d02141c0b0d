import { z } from 'zod';
import { orderStatus as contractStatus } from '#contract/values.schema';
import { fieldsOf, id, instant, integer } from '../wire-values.ts';
import { currency, decimal, emptyOrTime, list, maybe, newId, text, time } from './values.ts';

/** Notifications have the spelling CANCELLED (spec, States and transitions). */
const cancelled = z.literal('CANCELLED').transform(() => 'CANCELED' as const);
export const orderStatus = z.union([contractStatus, cancelled]);
export const flexTicketStatus = z.enum(['ACCEPTED', 'CANCELED', 'FAILURE', 'PENDING']);

const redeemedFlexTicket = z.object({
  id,
  redeemed_value: maybe(decimal),
  creation_date: maybe(instant),
  purchasing_order_id: maybe(id),
});

/** Spec, Participant. */
const participant = z.object({
  id: maybe(id),
  status: maybe(orderStatus),
  ...fieldsOf(maybe(text), 'name', 'email', 'phone', 'comment'),
  price_id: maybe(integer),
  price_value: maybe(decimal),
  price_title: maybe(text),
  vat: maybe(decimal),
  cancellation_date: maybe(instant),
  code: maybe(text),
  checked_in: maybe(instant),
  entry_units: list(z.object({ type: text })),
  redeemed_flexTicket: list(redeemedFlexTicket),
});

/** Spec, Ticket. */
const ticket = z.object({
  id: maybe(id),
  event_date_id: maybe(id),
  date_id: maybe(id),
  event_id: maybe(id),
  code: maybe(text),
  status: maybe(orderStatus),
  comment: maybe(text),
  cancellation_date: maybe(instant),
  vat: maybe(decimal),
  participants: list(participant),
});

/** Spec, Voucher order. */
const voucherOrder = z.object({
  id: maybe(id),
  status: maybe(text),
  vat: maybe(decimal),
  voucher: list(z.object({ id: maybe(id), code: maybe(text), value: decimal, currency: text })),
  related_items: maybe(
    z.object({
      refundedOrders: list(z.object({ order_id: id, order_code: text })),
      payments: list(z.object({ id })),
    }),
  ),
});

/** Spec, Product line. */
const productLine = z.object({
  product_id: id,
  status: maybe(orderStatus),
  title: maybe(text),
  price: maybe(decimal),
  amount: integer,
  currency: maybe(text),
  vat: maybe(decimal),
});

/** Spec, Flex ticket. */
const flexTicket = z.object({
  id: maybe(id),
  code: maybe(text),
  status: maybe(flexTicketStatus),
  title: maybe(text),
  redemption_total: maybe(integer),
  redemption_available: maybe(integer),
  unlimited_redemptions: maybe(integer),
  price: maybe(decimal),
  price_title: maybe(text),
  currency: maybe(text),
  vat: maybe(decimal),
  flexOffer: list(z.object({ id, price_category_id: maybe(integer), event_id: maybe(id) })),
});

const namesOfTexts = {
  billing: [
    'company',
    'vat_number',
    'phone',
    'street',
    'streetnr',
    'zip',
    'city',
    'country',
    'internal_notes',
    'comment',
  ],
  shipping: [
    'shipping_country',
    'shipping_city',
    'shipping_zip',
    'shipping_street',
    'shipping_streetnr',
    'shipping_name',
    'sale_params',
    'external_order_url',
    'affiliate_id',
  ],
} as const;

/** Spec, Order. */
export const order = z.object({
  id,
  code: maybe(text),
  external_reference: maybe(text),
  vendor_id: maybe(id),
  date: maybe(instant),
  payment_date: maybe(instant),
  expire_date: maybe(instant),
  status: orderStatus,
  lang: maybe(text),
  currency: maybe(text),
  email: maybe(text),
  name: maybe(text),
  ...fieldsOf(maybe(text), ...namesOfTexts.billing),
  additional_information: list(z.object({ id: maybe(id), title: maybe(text), value: maybe(text) })),
  booking_channel: list(z.object({ name: text, id })),
  cancellation_date: maybe(instant),
  total_invoice: maybe(decimal),
  additional_discount: maybe(decimal),
  redeemed_coupons: list(
    z.object({
      id,
      title: maybe(text),
      redeemed_value: maybe(decimal),
      usage_date: maybe(instant),
    }),
  ),
  redeemed_vouchers: list(
    z.object({
      id,
      redeemed_value: maybe(decimal),
      usage_date: maybe(instant),
      creation_date: maybe(instant),
      purchasing_order_id: maybe(id),
    }),
  ),
  ...fieldsOf(maybe(text), ...namesOfTexts.shipping),
  /** '1' if the customer has opted in. */
  email_newsletter_opt_in: maybe(text),
  tickets: list(ticket),
  voucherOrders: list(voucherOrder),
  products: list(productLine),
  flexTickets: list(flexTicket),
});

const newMoney = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]);
const newParticipant = z
  .strictObject({
    price_id: z.int(),
    /** Only for clients with the scope orders_custom_prices. */
    price_value: newMoney,
    ...fieldsOf(z.string(), 'name', 'email', 'phone', 'comment'),
    redeemed_flexTicket: z.array(z.strictObject({ id: newId })),
  })
  .partial();
const newTicket = z.strictObject({
  date_id: newId.optional(),
  /** The older name of `date_id`. */
  event_date_id: newId.optional(),
  event_id: newId.optional(),
  comment: z.string().optional(),
  participants: z.array(newParticipant),
});

/** The body of "Create order". Fields that the platform alone writes are not among them. */
export const newOrder = z
  .strictObject({
    external_reference: z.string(),
    vendor_id: newId,
    payment_date: emptyOrTime,
    expire_date: emptyOrTime,
    ...fieldsOf(z.string(), ...namesOfTexts.billing),
    additional_information: z.array(
      z.strictObject({ id: z.string(), title: z.string(), value: z.string() }),
    ),
    total_invoice: newMoney,
    additional_discount: newMoney,
    redeemed_coupons: z.array(z.strictObject({ id: newId })),
    redeemed_vouchers: z.array(z.strictObject({ id: newId, redeemed_value: newMoney.optional() })),
    ...fieldsOf(z.string(), ...namesOfTexts.shipping),
    email_newsletter_opt_in: z.enum(['', '1']),
    tickets: z.array(newTicket),
    voucherOrders: z.array(
      z.strictObject({
        voucher: z.array(z.strictObject({ value: newMoney, currency: currency.optional() })),
      }),
    ),
    products: z.array(z.strictObject({ product_id: newId, amount: z.int().min(1) })),
    flexTickets: z.array(z.strictObject({ flexOffer: z.array(z.strictObject({ id: newId })) })),
  })
  .partial()
  .extend({
    date: time,
    status: z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'OPEN', 'RESERVED']),
    lang: z.string().length(2),
    currency,
    email: z.email(),
    name: z.string().min(2),
  });

import { z } from 'zod';
import { currency, eventType } from '#contract/values.schema';
import { isTimeZone } from '../time-zones.ts';
import type { date } from './resources/date.ts';
import type { event } from './resources/event.ts';
import { flexTicketStatus, type order, orderStatus } from './resources/order.ts';
import type { product } from './resources/product.ts';
import type { vendor } from './resources/vendor.ts';
import * as texts from './wire-texts.ts';
import * as wire from './wire-values.ts';

// What the proxy takes of the platform's resources, as its pages can show it. Fields that are not named
// here are dropped on arrival: commission, contact data of an order, private flags.

/** Some fields of a resource, under the spec's names. */
type FieldsOf<Resource extends z.ZodObject> = Partial<Record<keyof Resource['shape'], z.ZodType>>;

export const wirePrice = z.object({
  id: wire.integer,
  title: texts.text,
  value: wire.amount,
  currency,
  /** Private prices come only when they are asked for (spec, Event lists), and they never are. */
  public: wire.orElse(wire.flag, true),
  category: texts.text,
  vat: wire.orElse(wire.number.pipe(z.number().min(0).max(100)), 0),
  entry_units: wire.lenientList(z.object({ type: texts.name })),
});

const wireTag = z.object({ title: texts.name, values: wire.lenientList(texts.name) });
/** More than anybody reads about one event. */
const MAX_TAGS = 20;

export const wireEvent = z.object({
  id: wire.listableId,
  active: wire.orElse(wire.flag, true),
  root_event_id: wire.orElse(wire.listableId, ''),
  title: texts.name,
  description: texts.html,
  type: wire.orElse(eventType, 'BOOKING'),
  duration: wire.duration,
  pre_time: wire.orElse(wire.duration, 0),
  max_participants: wire.count,
  min_participants: wire.orElse(wire.count, 0),
  latest_booking_time: wire.orElse(wire.minutes, 0),
  /** Empty if the platform names a time zone that `Intl` does not know. */
  timezone: z.string().refine(isTimeZone).catch(''),
  vendor_id: wire.listableId,
  ...wire.fieldsOf(
    texts.text,
    'vendor_name',
    'location',
    'meeting_location',
    'bring',
    'advice',
    'hint',
    'participant_hint',
  ),
  ...wire.fieldsOf(
    wire.coordinate,
    'location_lat',
    'location_lng',
    'meeting_location_lat',
    'meeting_location_lng',
  ),
  youtubeVideoId: wire.matching(/^[A-Za-z0-9_-]{11}$/).catch(''),
  voucher_checkout_url: texts.webAddress,
  highlights: wire.lenientList(texts.name).transform((highlights) => highlights.slice(0, 10)),
  tags: wire
    .lenientList(wireTag)
    .transform((tags) => tags.filter(({ values }) => values.length > 0).slice(0, MAX_TAGS)),
  categories: wire.lenientList(z.object({ id: wire.integer, title: texts.name })),
  prices: wire.items,
} satisfies FieldsOf<typeof event>);

export const wireFirstDate = z.object({ id: wire.id, first_date: wire.instant } satisfies FieldsOf<
  typeof event
>);

export const wireDate = z.object({
  id: wire.listableId,
  active: wire.orElse(wire.flag, true),
  event_id: wire.listableId,
  date: wire.instant,
  available_slots: wire.remaining,
  total_slots: wire.count,
} satisfies FieldsOf<typeof date>);

const productPrice = z.object({ id: wire.integer });
const productEvent = z.object({ id: wire.id, prices: wire.strictList(productPrice) });
export const wireProduct = z.object({
  id: wire.listableId,
  vendor_id: wire.id,
  name: texts.name,
  description: texts.text,
  /** Whether there is no limit, which the spec writes as an empty string. */
  total: wire.anything.transform((total) => total === '' || total === null),
  available: wire.orElse(wire.remaining, 0),
  price: wire.amount,
  currency,
  shipping_address: wire.flag,
  dependencies: wire.strictList(
    z.object({ events: wire.strictList(productEvent), vouchers: wire.items }),
  ),
} satisfies FieldsOf<typeof product>);

export const wireVendor = z.object({
  id: wire.id,
  name: texts.name,
  terms: texts.terms,
  ...wire.fieldsOf(
    texts.text,
    'service_email',
    'service_phone',
    'bill_country',
    'legal_company_name',
  ),
  ...wire.fieldsOf(texts.text, 'legal_representative_first_name', 'legal_representative_last_name'),
} satisfies FieldsOf<typeof vendor>);
export type WireVendor = z.output<typeof wireVendor>;

const bookedTickets = z.array(
  z.object({
    date_id: wire.id,
    participants: z.array(z.object({ price_id: wire.integer })).optional(),
  }),
);
const bookedProducts = z.array(z.object({ product_id: wire.id, amount: wire.count }));
export const wireOrder = z.object({
  id: wire.id,
  code: texts.text,
  external_reference: z.string().catch(''),
  status: orderStatus.optional().catch(undefined),
  total_invoice: wire.amount.optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  // What was booked, to be compared with what was sent. A part that cannot be read completely
  // counts as left out, so that it is never taken for a difference.
  vendor_id: wire.id.optional().catch(undefined),
  tickets: bookedTickets.optional().catch(undefined),
  products: bookedProducts.optional().catch(undefined),
} satisfies FieldsOf<typeof order>);
export type WireOrder = z.output<typeof wireOrder>;

const partStatus = orderStatus.nullable().catch(null);
/** An absent one is an empty string (spec, General encoding rules). */
const moment = wire.instant.nullable().catch(null);
/** Percent, as a price's (spec, Price). */
const partVat = wire.number.pipe(z.number().min(0).max(100)).nullable().catch(null);
const wireParticipant = z.object({
  code: texts.text,
  price_id: wire.integer.nullable().catch(null),
  price_value: wire.amount.optional().catch(undefined),
  vat: partVat,
  price_title: texts.text,
  status: partStatus,
  cancellation_date: moment,
  checked_in: moment,
});
const wireTicket = z.object({
  code: texts.text,
  event_id: wire.id.nullable().catch(null),
  date_id: wire.id.nullable().catch(null),
  status: partStatus,
  cancellation_date: moment,
  participants: wire.lenientList(wireParticipant),
});
const wireProductLine = z.object({
  product_id: wire.id,
  title: texts.text,
  amount: wire.count,
  price: wire.amount.optional().catch(undefined),
  vat: partVat,
  status: partStatus,
});
const wireVoucherOrder = z.object({
  voucher: wire.lenientList(z.object({ code: texts.text, value: wire.amount, currency })),
});
const wireFlexTicket = z.object({
  code: texts.text,
  title: texts.text,
  status: flexTicketStatus.nullable().catch(null),
  redemption_available: wire.orElse(wire.remaining, 0),
  unlimited_redemptions: wire.flag,
});
/** A coupon, which has a title, or a voucher. */
const wireRedemption = z.object({ title: texts.text, redeemed_value: wire.amount });
/**
 * What has become of an order, without personal data: no name, e-mail address, phone number or
 * comment, neither of its customer nor of a participant.
 */
export const wireOrderDetails = z.object({
  id: wire.id,
  status: partStatus,
  total_invoice: wire.amount.optional().catch(undefined),
  currency: currency.nullable().catch(null),
  cancellation_date: moment,
  expire_date: moment,
  payment_date: moment,
  tickets: wire.lenientList(wireTicket),
  products: wire.lenientList(wireProductLine),
  voucherOrders: wire.lenientList(wireVoucherOrder),
  flexTickets: wire.lenientList(wireFlexTicket),
  redeemed_coupons: wire.lenientList(wireRedemption),
  redeemed_vouchers: wire.lenientList(wireRedemption),
} satisfies FieldsOf<typeof order>);
export type WireOrderDetails = z.output<typeof wireOrderDetails>;

/** The part of an order that tells whether it is one of ours. */
export const wireOrderName = z.object({
  id: wire.id,
  code: texts.text,
  external_reference: z.string().catch(''),
} satisfies FieldsOf<typeof order>);

const wirePayment = z.object({
  id: wire.id,
  value: wire.amount,
  type: z.enum(['payment', 'refund']).optional().catch(undefined),
});
export type WirePayment = z.output<typeof wirePayment>;
/** What is taken from a notification (spec, Events 4): which order it is about, and its payments. */
export const wireNotification = z.object({
  id: wire.id.catch(''),
  code: texts.text,
  external_reference: wire.id.catch(''),
  payments: wire.lenientList(wirePayment),
});

/** The part of a new order that proves that there is one. */
export const wireCreated = z.object({ id: z.union([z.string().min(1), z.number()]) });

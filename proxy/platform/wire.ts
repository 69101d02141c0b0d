import { z } from 'zod';
import { currency } from '../../src/contract/values.schema.ts';
import * as wire from './wire-values.ts';

// What the platform sends. Fields that are not named here are dropped before anybody sees them: commission, contact
// data of an order, private flags.

export const wirePrice = z.object({
  id: wire.integer,
  title: wire.text,
  value: wire.amount,
  currency,
  public: wire.flag,
  category: wire.text,
  vat: wire.orElse(wire.number.pipe(z.number().min(0).max(100)), 0),
  entry_units: wire.fitting(z.object({ type: wire.name })),
});
export type WirePrice = z.output<typeof wirePrice>;

export const wireEvent = z.object({
  id: wire.id,
  active: wire.orElse(wire.flag, true),
  root_event_id: wire.orElse(wire.id, ''),
  title: wire.name,
  description: wire.html,
  type: wire.orElse(z.enum(['BOOKING', 'REQUEST']), 'BOOKING'),
  duration: wire.duration,
  pre_time: wire.orElse(wire.duration, 0),
  max_participants: wire.count,
  min_participants: wire.orElse(wire.count, 0),
  latest_booking_time: wire.orElse(wire.minutes, 0),
  timezone: wire.timezone,
  location: wire.text,
  location_lat: wire.number.catch(0),
  location_lng: wire.number.catch(0),
  meeting_location: wire.text,
  meeting_location_lat: wire.number.catch(0),
  meeting_location_lng: wire.number.catch(0),
  vendor_id: wire.id,
  vendor_name: wire.text,
  bring: wire.text,
  advice: wire.text,
  hint: wire.text,
  participant_hint: wire.text,
  youtubeVideoId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{11}$/)
    .catch(''),
  voucher_checkout_url: wire.text,
  highlights: wire.fitting(wire.name),
  categories: wire.fitting(z.object({ id: wire.integer, title: wire.name })),
  prices: wire.items,
});
export type WireEvent = z.output<typeof wireEvent>;

export const wireFirstDate = z.object({ id: wire.id, first_date: wire.instant });

export const wireDate = z.object({
  id: wire.id,
  active: wire.orElse(wire.flag, true),
  event_id: wire.id,
  date: wire.instant,
  available_slots: wire.left,
  total_slots: wire.count,
});

export const wireProduct = z.object({
  id: wire.id,
  vendor_id: wire.id,
  name: wire.name,
  description: wire.text,
  /** Whether it is unlimited: the spec's empty string. */
  total: wire.anything.transform((total) => total === '' || total === null),
  available: wire.orElse(wire.left, 0),
  price: wire.amount,
  currency,
  shipping_address: wire.flag,
  dependencies: wire.whole(
    z.object({
      events: wire.whole(
        z.object({ id: wire.id, prices: wire.whole(z.object({ id: wire.integer })) }),
      ),
    }),
  ),
});
export type WireProduct = z.output<typeof wireProduct>;

export const wireVendor = z.object({
  id: wire.id,
  name: wire.name,
  service_email: wire.text,
  service_phone: wire.text,
  terms: wire.html,
  bill_country: wire.text,
  legal_company_name: wire.text,
  legal_representative_first_name: wire.text,
  legal_representative_last_name: wire.text,
});
export type WireVendor = z.output<typeof wireVendor>;

export const wireOrder = z.object({
  id: wire.id,
  code: wire.text,
  external_reference: z.string().catch(''),
  status: z
    .preprocess(
      (status) => (status === 'CANCELLED' ? 'CANCELED' : status),
      z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'RESERVED']),
    )
    .optional()
    .catch(undefined),
  total_invoice: wire.amount.optional().catch(undefined),
  currency: currency.optional().catch(undefined),
});
export type WireOrder = z.output<typeof wireOrder>;

/** The pinned fields of an order: nobody's name, e-mail or phone is among them. */
export const orderFields = Object.keys(wireOrder.shape);

/** Three shapes of error bodies are known; the code is all that is taken from them. */
export const wireError = z
  .object({ code: wire.errorCode.catch(''), error_code: wire.errorCode.catch('') })
  .transform(({ code, error_code }) => code || error_code || undefined);

export const wireToken = z.object({
  // It becomes a header's value.
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: wire.integer.pipe(z.number().min(1)),
});

import { z } from 'zod';
import { currency, id as contractId } from '../../src/contract/values.schema.ts';
import { toInstant } from '../clock.ts';

/*
 * What the platform sends, read with the wobble that the spec shows: ids and numbers as either type, one object where a
 * list is meant, empty strings for what is absent, two spellings of cancelled. Fields that are not named here are
 * dropped before anybody sees them: commission, contact data of an order, private flags.
 */

const id = z.union([z.string(), z.number()]).transform(String).pipe(contractId);
const text = z.string().catch('');
const number = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number());
const integer = number.pipe(z.int());
const count = integer.pipe(z.number().min(0));
/** Minutes that can be counted from a date without leaving the calendar. */
const withinYears = integer.pipe(z.number().min(-5e6).max(5e6));
/** Money, to be read with its currency. */
const amount = z.union([z.string(), z.number()]);
const anything = z.unknown().optional();
const flag = anything.transform((value) => value === true || value === 1 || value === '1');
const instant = z.iso.datetime({ offset: true }).transform((time) => toInstant(Date.parse(time)));
const timezone = z.string().refine(isTimezone);

/** The value when there is none: missing, null or an empty string. Any other value has to fit. */
function orElse<T extends z.ZodType>(schema: T, absent: z.output<T>) {
  return anything
    .transform((value): unknown => (value === null || value === '' ? undefined : value))
    .pipe(schema.optional())
    .transform((value) => (value === undefined ? absent : value));
}

/** A list whose items are read one by one later, so that a bad one does not take the others with it. */
const items = anything.transform((value): unknown[] => {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? [value] : [];
});

/** A list of details, without those that do not fit. */
function fitting<T extends z.ZodType>(schema: T) {
  return items.transform((list) =>
    list.flatMap((item): z.output<T>[] => {
      const result = schema.safeParse(item);
      return result.success ? [result.data] : [];
    }),
  );
}

export const wirePrice = z.object({
  id: integer,
  title: text,
  value: amount,
  currency,
  public: flag,
  category: text,
  vat: orElse(number.pipe(z.number().min(0)), 0),
  entry_units: fitting(z.object({ type: z.string() })),
});
export type WirePrice = z.output<typeof wirePrice>;

export const wireEvent = z.object({
  id,
  active: orElse(flag, true),
  root_event_id: orElse(id, ''),
  title: z.string().trim().min(1),
  description: text,
  type: orElse(z.enum(['BOOKING', 'REQUEST']), 'BOOKING'),
  duration: count,
  pre_time: orElse(count, 0),
  max_participants: count,
  min_participants: orElse(count, 0),
  latest_booking_time: orElse(withinYears, 0),
  timezone,
  location: text,
  location_lat: number.catch(0),
  location_lng: number.catch(0),
  meeting_location: text,
  meeting_location_lat: number.catch(0),
  meeting_location_lng: number.catch(0),
  vendor_id: id,
  vendor_name: text,
  bring: text,
  advice: text,
  hint: text,
  participant_hint: text,
  youtubeVideoId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{11}$/)
    .catch(''),
  voucher_checkout_url: text,
  highlights: fitting(z.string().min(1)),
  categories: fitting(z.object({ id: integer, title: z.string() })),
  prices: items,
});
export type WireEvent = z.output<typeof wireEvent>;

export const wireFirstDate = z.object({ id, first_date: instant });

export const wireDate = z.object({
  id,
  active: orElse(flag, true),
  event_id: id,
  date: instant,
  // An overbooked date has none left.
  available_slots: integer.transform((slots) => Math.max(0, slots)),
  total_slots: count,
});

export const wireProduct = z.object({
  id,
  vendor_id: id,
  name: z.string().trim().min(1),
  description: text,
  /** The spec's empty string is unlimited. */
  total: orElse(count, Infinity),
  available: orElse(count, 0),
  price: amount,
  currency,
  shipping_address: flag,
  dependencies: fitting(
    z.object({
      events: fitting(z.object({ id, prices: z.array(z.object({ id: integer })).optional() })),
    }),
  ),
});
export type WireProduct = z.output<typeof wireProduct>;

export const wireVendor = z.object({
  id,
  name: z.string(),
  service_email: text,
  service_phone: text,
  terms: text,
  bill_country: text,
  legal_company_name: text,
  legal_representative_first_name: text,
  legal_representative_last_name: text,
});
export type WireVendor = z.output<typeof wireVendor>;

/** The pinned fields of an order: nobody's name, e-mail or phone is among them. */
export const orderFields = [
  'id',
  'code',
  'external_reference',
  'status',
  'total_invoice',
  'currency',
];

export const wireOrder = z.object({
  id,
  code: text,
  external_reference: text,
  status: z
    .preprocess(
      (status) => (status === 'CANCELLED' ? 'CANCELED' : status),
      z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'RESERVED']),
    )
    .optional()
    .catch(undefined),
  total_invoice: amount.optional().catch(undefined),
  currency: currency.optional().catch(undefined),
});
export type WireOrder = z.output<typeof wireOrder>;

/** Three shapes of error bodies are known; the code is all that is taken from them. */
export const wireError = z
  .object({ code: z.unknown(), error_code: z.unknown() })
  .partial()
  .transform(({ code, error_code }) => String(code ?? error_code ?? ''))
  .pipe(z.string().regex(/^\d{1,8}$/));

export const wireToken = z.object({
  // It becomes a header's value.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: integer.pipe(z.number().min(1)),
});

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

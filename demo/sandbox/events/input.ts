import { z } from 'zod';
import { currencyCode, zeroOrOne } from '../api/validation.ts';

/** The time zone of an event whose vendor names none. */
const DEFAULT_TIMEZONE = 'UTC';

const text = z.string();
const count = z.int().min(0);
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const timezone = text.refine(isTimeZone, 'has to be a time zone such as Europe/Berlin');
const youtubeVideoId = text.regex(/^([\w-]{11})?$/, 'has to be the id of a video, not its address');
const webAddress = z.literal('').or(z.url({ protocol: /^https?$/ }));

/** How PNG, JPEG, GIF and WebP files begin in base64. */
const imagePrefixes = ['iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR'];

/** A base64-encoded image file (spec, Event). It is checked and not stored: no response has it. */
const imageFile = z
  .base64('has to be base64')
  .refine(
    (text) => imagePrefixes.some((prefix) => text.startsWith(prefix)),
    'has to be a PNG, JPEG, GIF or WebP file',
  );

const newPrice = z.strictObject({
  title: text.min(1),
  value: z.number().min(0),
  currency: currencyCode,
  public: zeroOrOne.default(1),
  category: text.default(''),
  vat: z.number().min(0).max(100).default(0),
  entry_units: z.array(z.strictObject({ type: z.enum(['ADULT', 'CHILD']) })).default([]),
});

/** On update a price that names its id keeps it; one without an id is new. */
const changedPrice = newPrice.extend({ id: z.int().optional() });

export type PriceInput = z.output<typeof changedPrice>;

/** Required on create and on update alike (spec, Event and Table B). */
const required = {
  title: text.min(1).max(255),
  description: text,
  duration: count,
  max_participants: z.int().min(1),
  location: text.min(1),
  location_lng: longitude,
  location_lat: latitude,
  meeting_location: text.min(1),
  meeting_location_lng: longitude,
  meeting_location_lat: latitude,
  images: unique(z.array(imageFile).min(1)),
  categories: z.array(z.strictObject({ id: z.int(), title: text })).min(1),
};

const optional = {
  active: zeroOrOne,
  root_event_id: text,
  type: z.enum(['BOOKING', 'REQUEST']),
  pre_time: count,
  timezone,
  location_place_id: text,
  meeting_location_place_id: text,
  bring: text,
  advice: text,
  hint: text,
  participant_hint: text,
  youtubeVideoId,
  voucher_checkout_url: webAddress,
  highlights: unique(z.array(text.min(1)).max(10)),
  tags: z.array(z.strictObject({ title: text, values: z.array(text) })),
  min_participants: count,
  /** Negative for events with opening hours: bookable after the start. */
  latest_booking_time: z.int(),
  commission: z.int().min(0).max(100),
};

/**
 * The body of "Create event", field by field. Fields that only the platform writes are not among
 * them, so they are refused, as in orders.
 */
export const newEvent = z.strictObject({
  ...required,
  vendor_id: text,
  prices: unique(z.array(newPrice)),
  active: optional.active.default(1),
  root_event_id: optional.root_event_id.default(''),
  type: optional.type.default('BOOKING'),
  pre_time: optional.pre_time.default(0),
  timezone: optional.timezone.default(DEFAULT_TIMEZONE),
  location_place_id: text.default(''),
  meeting_location_place_id: text.default(''),
  bring: text.default(''),
  advice: text.default(''),
  hint: text.default(''),
  participant_hint: text.default(''),
  youtubeVideoId: youtubeVideoId.default(''),
  voucher_checkout_url: webAddress.default(''),
  highlights: optional.highlights.default([]),
  tags: optional.tags.default([]),
  min_participants: optional.min_participants.default(0),
  latest_booking_time: optional.latest_booking_time.default(0),
  commission: optional.commission.default(0),
});

export type NewEvent = z.output<typeof newEvent>;

/** The body of "Update event": what is left out stays as it is. */
export const eventChanges = z
  .strictObject({ ...optional, vendor_id: text })
  .partial()
  .extend({ ...required, prices: unique(z.array(changedPrice)) });

export type EventChanges = z.output<typeof eventChanges>;

function unique<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list.refine(
    (items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length,
    'has to be without duplicates',
  );
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

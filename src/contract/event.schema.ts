import { z } from 'zod';
import { eventDate } from './date.schema.ts';
import { htmlNodes } from './html.schema.ts';
import { currency, id, instant, minorUnits } from './values.schema.ts';

export const eventType = z.enum(['BOOKING', 'REQUEST']);

/** A public price. Private ones never leave the proxy. */
export const price = z.strictObject({
  id: z.int(),
  title: z.string(),
  value: minorUnits,
  currency,
  category: z.string(),
  /** Percent, contained in `value` when the site's `prices_include_vat` is true. */
  vat: z.number().min(0),
  entry_units: z.array(z.strictObject({ type: z.string() })),
});
export type Price = z.infer<typeof price>;

const category = z.strictObject({ id: z.int(), title: z.string() });
export type Category = z.infer<typeof category>;

/** What a vendor says of an event beside its fields: "Language": "English", "German". */
const tag = z.strictObject({ title: z.string(), values: z.array(z.string()) });

const shared = {
  id,
  title: z.string(),
  type: eventType,
  /** Minutes. */
  duration: z.int().min(0),
  /** IANA name; times of this event are read in it, wherever the customer is. */
  timezone: z.string(),
  location: z.string(),
  location_lat: z.number(),
  location_lng: z.number(),
  vendor_id: id,
  vendor_name: z.string(),
  /** Every category that it is in, top level first. */
  categories: z.array(category),
  /** Addresses of pictures; the platform has none, a site may bring its own. */
  images: z.array(z.string()),
  /** First event date that can still be booked; null when there is none, or it is not known now. */
  first_date: instant.nullable(),
  /** Whether a `first_date` of null means that there is none. A proxy that does not say knows. */
  first_date_known: z.boolean().default(true),
};

/** What an event costs an adult, or else whoever its first price is for. */
export const entryPrice = z.strictObject({
  value: minorUnits,
  currency,
  /** The price's own, which says whose it is. */
  title: z.string(),
  adult: z.boolean(),
});
export type EntryPrice = z.infer<typeof entryPrice>;

/** A date that a party can book, with the price that applies to it. */
export const start = eventDate.extend({ price: entryPrice });
export type Start = z.infer<typeof start>;

/**
 * Why a party finds no start on a day. `below-minimum`: it is too small for the event.
 * `not-known`: that the proxy cannot tell, which is another thing than that there is none.
 */
export const noStarts = z.enum([
  'no-dates',
  'past-cut-off',
  'full',
  'too-few-places',
  'below-minimum',
  'not-known',
]);
export type NoStarts = z.infer<typeof noStarts>;

/** An item of the event list: one per root event, children folded in. */
export const listedEvent = z.strictObject({
  ...shared,
  /** The description's beginning as plain text, at most 160 characters. */
  summary: z.string(),
  /** The lowest entry price of the event and its children. */
  from_price: entryPrice.nullable(),
  /** Where the list is asked for a day: its starts with places for the party, by time. */
  starts: z.array(start).optional(),
  /** And why there are none; null when there are. */
  no_starts: noStarts.nullable().optional(),
});
export type ListedEvent = z.infer<typeof listedEvent>;
export const listedEvents = z.array(listedEvent);

/** What the widget has the list ordered by; the proxy takes `title` and several at once too. */
export type EventOrder = 'first_date' | 'price' | 'duration';

/**
 * The prices of one event of a merged event: its root's, or a child's (weekend, longer duration). A
 * date belongs to the group whose `event_id` it names, and takes prices, duration and limits from
 * it.
 */
export const priceGroup = z.strictObject({
  id,
  name: z.string(),
  event_id: id,
  /** Minutes. */
  duration: z.int().min(0),
  /**
   * Minutes before the start until which it can be booked; negative for events that may be entered
   * after it.
   */
  latest_booking_time: z.int(),
  /** Per order; 0 is no minimum. */
  min_participants: z.int().min(0),
  /** Per date. */
  max_participants: z.int().min(0),
  prices: z.array(price),
});
export type PriceGroup = z.infer<typeof priceGroup>;

/** Another event that is the same for longer or shorter. */
export const furtherDuration = z.strictObject({
  id,
  title: z.string(),
  /** Minutes. */
  duration: z.int().min(0),
});
export type FurtherDuration = z.infer<typeof furtherDuration>;

export const mergedEvent = z.strictObject({
  ...shared,
  description: htmlNodes,
  pre_time: z.int().min(0),
  meeting_location: z.string(),
  meeting_location_lat: z.number(),
  meeting_location_lng: z.number(),
  bring: z.string(),
  advice: z.string(),
  hint: z.string(),
  participant_hint: z.string(),
  youtubeVideoId: z.string(),
  voucher_checkout_url: z.string(),
  highlights: z.array(z.string()),
  /** Left out by a proxy that does not know them. */
  tags: z.array(tag).optional(),
  price_groups: z.array(priceGroup),
  /** Events of the site that are on sale; left out where there are none. */
  further_durations: z.array(furtherDuration).optional(),
});
export type MergedEvent = z.infer<typeof mergedEvent>;

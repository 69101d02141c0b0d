import { z } from 'zod';
import { eventDate } from './date.schema.ts';
import { htmlNodes } from './html.schema.ts';
import { currency, eventType, id, instant, minorUnits } from './values.schema.ts';

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

/** A label that a vendor gives to an event, such as "Language": "English", "German". */
const tag = z.strictObject({ title: z.string(), values: z.array(z.string()) });

/**
 * When an event can be booked next, by the places that the proxy knows. It tells no places: those
 * of a date are requested with its event.
 */
const nextDate = z.strictObject({
  /** The first date that somebody could book; null if all until `known_until` are sold out. */
  date: instant.nullable(),
  /** The start (UTC) of the first month whose places are not known. */
  known_until: instant,
  /** How old that is; nothing should be said of it after a quarter of an hour. */
  as_of: instant,
});
export type NextDate = z.infer<typeof nextDate>;

const shared = {
  id,
  title: z.string(),
  type: eventType,
  /** Minutes; 0 if it is not known. */
  duration: z.int().min(0),
  /** Whether it can be entered as long as it is open, so that the duration is its opening hours. */
  opening_hours: z.boolean().optional(),
  /** IANA name. The event's times are shown in this zone, wherever the customer is. */
  timezone: z.string(),
  location: z.string(),
  location_lat: z.number(),
  location_lng: z.number(),
  vendor_id: id,
  vendor_name: z.string(),
  /** Every category of the event, top level first. */
  categories: z.array(category),
  /** Addresses of pictures. The platform has none; a reseller may add some to the site. */
  images: z.array(z.string()),
  /** The first date, which may be sold out; null if there is none, or none is known now. */
  first_date: instant.nullable(),
  /** Whether a null `first_date` means that there is no date. */
  first_date_known: z.boolean(),
  /** Left out where the places are not known. */
  next: nextDate.optional(),
};

/** The price that represents an event: an adult's price if there is one, else the first. */
const entryPrice = z.strictObject({
  value: minorUnits,
  currency,
  /** The price's title, such as “Child”. */
  title: z.string(),
  adult: z.boolean(),
});
export type EntryPrice = z.infer<typeof entryPrice>;

/** A date that a party can book, with the price that applies to it. */
const listedStart = eventDate.extend({ price: entryPrice });
export type ListedStart = z.infer<typeof listedStart>;

/**
 * Why a day has no start for a party. `below-minimum`: the party is too small for the event.
 * `not-known`: the proxy cannot tell whether there is a start.
 */
const noStarts = z.enum([
  'no-dates',
  'past-cut-off',
  'full',
  'too-few-places',
  'below-minimum',
  'not-known',
]);
export type NoStarts = z.infer<typeof noStarts>;

/** An item of the event list: a root event together with its children. */
export const listedEvent = z.strictObject({
  ...shared,
  /** The description's beginning as plain text, at most 160 characters. */
  summary: z.string(),
  /** The lowest entry price of the event and its children. */
  from_price: entryPrice.nullable(),
  /** If the request names a day: its starts with places for the party, by time. */
  starts: z.array(listedStart).optional(),
  /** If the request names a day: why it has no such starts; null if it has some. */
  no_starts: noStarts.nullable().optional(),
});
export type ListedEvent = z.infer<typeof listedEvent>;
export const listedEvents = z.array(listedEvent);

/** What a visitor may look for where a list has nothing. Each finds at least one event. */
export const nearest = z.strictObject({
  /** Days with places for the party, the nearest first. */
  days: z.array(z.string()),
  /** The largest smaller party with places on the day; null if there is none. */
  participants: z.int().min(1).nullable(),
  /** Words that are spelled like those of the search, the nearest first. */
  matches: z.array(z.string()),
});
export type Nearest = z.infer<typeof nearest>;

/** The sort orders that the widget requests. The proxy also takes `title`, and several at once. */
export type EventOrder = 'first_date' | 'price' | 'duration';

/**
 * The prices, duration and limits of a root event or of one of its children (weekend, longer
 * duration). They apply to the dates that have the same `event_id`.
 */
export const priceGroup = z.strictObject({
  id,
  name: z.string(),
  event_id: id,
  /** Minutes. */
  duration: z.int().min(0),
  /** Minutes before the start at which booking ends; negative if it ends after the start. */
  latest_booking_time: z.int(),
  /** The minimum number of participants per order; 0 if there is none. */
  min_participants: z.int().min(0),
  /** The maximum number of participants per date. */
  max_participants: z.int().min(0),
  prices: z.array(price),
});
export type PriceGroup = z.infer<typeof priceGroup>;

/** Another event that offers the same activity with another duration. */
const furtherDuration = z.strictObject({
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
  tags: z.array(tag),
  price_groups: z.array(priceGroup),
  /** Only events of the site that are on sale; left out if there are none. */
  further_durations: z.array(furtherDuration).optional(),
});
export type MergedEvent = z.infer<typeof mergedEvent>;

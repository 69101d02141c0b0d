import { z } from 'zod';
import { eventType } from '#contract/values.schema';
import { fieldsOf, id, instant, integer, number } from '../wire-values.ts';
import {
  count,
  currency,
  list,
  maybe,
  newId,
  newZeroOrOne,
  text,
  unique,
  zeroOrOne,
} from './values.ts';

/** Spec, Price. */
const price = z.object({
  id: integer,
  title: text,
  value: number,
  currency: text,
  public: maybe(zeroOrOne),
  category: maybe(text),
  vat: maybe(number),
  entry_units: list(z.object({ type: text })),
});

/** Spec, Event. */
export const event = z.object({
  id,
  active: maybe(zeroOrOne),
  /** Undefined for main events and duration events. */
  root_event_id: maybe(id),
  title: text,
  /** HTML. */
  description: text,
  type: maybe(eventType),
  /** Minutes, as all lengths of time. */
  duration: integer,
  pre_time: maybe(integer),
  max_participants: integer,
  timezone: maybe(text),
  location: text,
  location_place_id: maybe(text),
  ...fieldsOf(number, 'location_lng', 'location_lat'),
  meeting_location: text,
  ...fieldsOf(number, 'meeting_location_lng', 'meeting_location_lat'),
  meeting_location_place_id: maybe(text),
  vendor_id: id,
  ...fieldsOf(
    maybe(text),
    'bring',
    'advice',
    'hint',
    'participant_hint',
    'vendor_name',
    'youtubeVideoId',
    'voucher_checkout_url',
  ),
  highlights: list(text),
  categories: list(z.object({ id: integer, title: text })),
  prices: list(price),
  tags: list(z.object({ title: text, values: list(text) })),
  first_date: maybe(instant),
  min_participants: maybe(integer),
  /** Negative for opening-hours events, which are bookable after the start. */
  latest_booking_time: maybe(integer),
  commission: maybe(integer),
});

/** Spec, Merged event. */
export const mergedEvent = event.omit({ root_event_id: true, prices: true }).extend({
  price_groups: list(z.object({ id, name: text, prices: list(price) })),
});

const newPrice = z.strictObject({
  title: z.string(),
  value: z.number(),
  currency,
  public: newZeroOrOne.optional(),
  category: z.string().optional(),
  vat: z.number().min(0).max(100).optional(),
  entry_units: z.array(z.strictObject({ type: z.string() })).optional(),
});

const required = {
  title: z.string().min(1).max(255),
  description: z.string(),
  duration: count,
  max_participants: count,
  location: z.string(),
  location_lng: z.number().min(-180).max(180),
  location_lat: z.number().min(-90).max(90),
  meeting_location: z.string(),
  meeting_location_lng: z.number().min(-180).max(180),
  meeting_location_lat: z.number().min(-90).max(90),
  /** Base64-encoded image files. No response has them. */
  images: unique(z.base64()).min(1),
  categories: z.array(z.strictObject({ id: z.int(), title: z.string() })),
};
const optional = z
  .strictObject({
    active: newZeroOrOne,
    root_event_id: z.string(),
    type: eventType,
    pre_time: count,
    timezone: z.string(),
    ...fieldsOf(
      z.string(),
      'location_place_id',
      'meeting_location_place_id',
      'bring',
      'advice',
      'hint',
      'participant_hint',
      'youtubeVideoId',
      'voucher_checkout_url',
    ),
    highlights: unique(z.string()).max(10),
    tags: z.array(z.strictObject({ title: z.string(), values: z.array(z.string()) })),
    min_participants: count,
    latest_booking_time: z.int(),
    commission: z.int().min(0).max(100),
  })
  .partial();

/** The body of "Create event" (spec, Event, Required on create). */
export const newEvent = optional.extend({
  ...required,
  vendor_id: newId,
  prices: unique(newPrice),
});

/** The body of "Update event". A price that names its id stays that price; one without is new. */
export const eventChanges = optional.extend({
  ...required,
  vendor_id: newId.optional(),
  prices: unique(newPrice.extend({ id: z.int().optional() })),
});

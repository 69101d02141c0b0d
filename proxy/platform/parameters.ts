import { z } from 'zod';
import { isListable } from '../ids.ts';
import { time } from './resources/values.ts';

// The query parameters of lists (spec, Common and Per-operation list parameters), typed, and turned
// into the texts that the platform reads.

const number = z.number().transform(String);
const integer = z.int().transform(String);
const whole = z.int().min(0).transform(String);
const flag = z.boolean().transform(String);
const zeroOrOne = z.union([z.literal(0), z.literal(1)]).transform(String);
const texts = z
  .array(z.string().refine(isListable, 'a comma cannot be part of an item'))
  .min(1)
  .transform((items) => items.join(','));
const integers = z
  .array(z.int())
  .min(1)
  .transform((items) => items.join(','));
const geolocation = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform((numbers) => numbers.join(','));

/** Attributes with `-` for descending or `+` for ascending. */
function orderBy<const Names extends readonly string[]>(names: Names) {
  return z
    .array(z.templateLiteral([z.enum(['', '+', '-']), z.enum(names)]))
    .min(1)
    .transform((items) => items.join(','));
}

/** `attributes`: those that `order` accepts. `item`: whose properties `fields` may name. */
function common<const Names extends readonly string[], Shape extends z.ZodRawShape>(
  attributes: Names,
  { shape }: z.ZodObject<Shape>,
) {
  const fields = z
    .array(z.enum(Object.keys(shape) as (keyof Shape & string)[]))
    .min(1)
    .transform((items) => items.join(','));
  return {
    order: orderBy(attributes),
    limit: z.int().min(1).transform(String),
    offset: whole,
    accept: texts,
    exclude: texts,
    fields,
    with_count: flag,
    match: z.string(),
    delta_since: time,
  };
}

const ofVendors = { accept_vendors: texts, exclude_vendors: texts };

export function vendorParameters<S extends z.ZodRawShape>(item: z.ZodObject<S>) {
  return z.strictObject(common(['name'], item)).partial();
}

export function eventParameters<S extends z.ZodRawShape>(item: z.ZodObject<S>) {
  const attributes = [
    'title',
    'duration',
    'max_participants',
    'vendor_name',
    'price',
    'category_id',
    'first_date',
  ] as const;
  return z
    .strictObject({
      ...common(attributes, item),
      category: integer,
      categories: integers,
      ...ofVendors,
      preferred_categories: integers,
      type: z.enum(['BOOKING', 'REQUEST', 'ALL']),
      available_from: time,
      geolocation,
      with_private_prices: flag,
      only_root_events: flag,
      only_main_duration: flag,
    })
    .partial();
}

export function dateParameters<S extends z.ZodRawShape>(item: z.ZodObject<S>) {
  return z
    .strictObject({
      ...common(['date', 'available_slots', 'event_id'], item),
      available: flag,
      start_date: time,
      end_date: time,
      ...ofVendors,
      accept_events: texts,
      exclude_events: texts,
      category: integer,
      geolocation,
      ignore_latest_booking_time: flag,
    })
    .partial();
}

export function productParameters<S extends z.ZodRawShape>(item: z.ZodObject<S>) {
  return z
    .strictObject({
      ...common(['name', 'price'], item),
      available: zeroOrOne,
      requires_shipping: zeroOrOne,
      ...ofVendors,
      min_price: number,
      max_price: number,
      with_private_products: flag,
    })
    .partial();
}

export function orderParameters<S extends z.ZodRawShape>(item: z.ZodObject<S>) {
  return z
    .strictObject({
      ...common(['name', 'date', 'vendor_id'], item),
      start_date: time,
      end_date: time,
      start_event_date: time,
      end_event_date: time,
      status: z.enum(['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'ALL']),
      accept_external_reference: texts,
      accept_code: texts,
      accept_dates: texts,
    })
    .partial();
}

import { z } from 'zod';
import { MAX_AMOUNT, MAX_LINES } from './limits.ts';
import { currency, eventType, id, instant, minorUnits } from './values.schema.ts';

const amount = z.int().min(1).max(MAX_AMOUNT);

function unique<T>(key: (item: T) => unknown) {
  return (items: T[]) => new Set(items.map(key)).size === items.length;
}

/** The customer's cart as ids and amounts. The proxy looks up the prices. */
export const quoteRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        /** The date's own event, or its root event. */
        event_id: id,
        date_id: id,
        prices: z
          .array(z.strictObject({ price_id: z.int(), amount }))
          .min(1)
          .max(50)
          .refine(
            unique<{ price_id: number }>((entry) => entry.price_id),
            'each price is named once',
          ),
      }),
    )
    .min(1)
    .max(MAX_LINES)
    .refine(
      unique<{ date_id: string }>((line) => line.date_id),
      'each date is named once',
    ),
  products: z
    .array(z.strictObject({ product_id: id, amount }))
    .max(20)
    .refine(
      unique<{ product_id: string }>((entry) => entry.product_id),
      'each product is named once',
    ),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** Coordinates in degrees. */
const position = z.strictObject({ latitude: z.number(), longitude: z.number() });

export const quotedLine = z.strictObject({
  event_id: id,
  /** The event as the list shows it: the parent of the date's own event, or that event itself. */
  root_event_id: id,
  /** The root event's first category; left out if it has none. */
  category: z.string().optional(),
  date_id: id,
  title: z.string(),
  date: instant,
  /** Minutes. */
  duration: z.int().min(0),
  timezone: z.string(),
  meeting_location: z.string(),
  /** The place of the date's own event; null if it has no coordinates. */
  location: position.nullable(),
  /** The event's meeting point; null if it has no coordinates. */
  meeting_position: position.nullable(),
  /** Minutes before the start at which participants should arrive. */
  pre_time: z.int().min(0),
  /** What participants should bring; may be empty. */
  bring: z.string(),
  /** Whether the event can be entered from its start to its end. */
  opening_hours: z.boolean(),
  participant_hint: z.string(),
  prices: z.array(
    z.strictObject({
      price_id: z.int(),
      title: z.string(),
      amount,
      value: minorUnits,
      total: minorUnits,
    }),
  ),
  total: minorUnits,
});
export type QuotedLine = z.infer<typeof quotedLine>;

/** An order to be placed, which has one vendor, one currency and one kind. */
export const quotedOrder = z.strictObject({
  /** Signed by the proxy; opaque to the widget. */
  quote: z.string(),
  kind: eventType,
  vendor_id: id,
  vendor_name: z.string(),
  currency,
  lines: z.array(quotedLine).min(1),
  products: z.array(
    z.strictObject({
      product_id: id,
      name: z.string(),
      amount,
      price: minorUnits,
      total: minorUnits,
      /** Whether the product is shipped. */
      shipping_address: z.boolean(),
    }),
  ),
  /** Whether a product is shipped, so that the order needs a shipping address. */
  shipping_address: z.boolean(),
  total: minorUnits,
  /** The VAT contained in the prices of the tickets; products have no rate (spec, Product). */
  vat: minorUnits,
});
export type QuotedOrder = z.infer<typeof quotedOrder>;

/** A quoted order without the signed quote, so that it cannot be placed. */
export const orderSummary = quotedOrder.omit({ quote: true });
export type OrderSummary = z.infer<typeof orderSummary>;

export const quoteResponse = z.strictObject({
  expires_at: instant,
  orders: z.array(quotedOrder).min(1),
});
export type QuoteResponse = z.infer<typeof quoteResponse>;

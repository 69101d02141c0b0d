import { z } from 'zod';
import { eventType } from './event.schema.ts';
import { MAX_AMOUNT, MAX_LINES } from './limits.ts';
import { currency, id, instant, minorUnits } from './values.schema.ts';

const amount = z.int().min(1).max(MAX_AMOUNT);

function unique<T>(key: (item: T) => unknown) {
  return (items: T[]) => new Set(items.map(key)).size === items.length;
}

/** A cart: what the customer chose, as ids and amounts. The proxy alone knows what it costs. */
export const quoteRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        /** The date's own event, or the root it was found under. */
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

/** In degrees. */
const position = z.strictObject({ latitude: z.number(), longitude: z.number() });

export const quotedLine = z.strictObject({
  event_id: id,
  /** What customers know it as: the event that the date's own one is a child of, or itself. */
  root_event_id: id.optional(),
  /** The root's first category; left out where it has none. */
  category: z.string().optional(),
  date_id: id,
  title: z.string(),
  date: instant,
  /** Minutes. */
  duration: z.int().min(0),
  timezone: z.string(),
  meeting_location: z.string(),
  /**
   * Where the date's own event is, in degrees; null where it has no coordinates. Left out of a line
   * that an older widget has stored, or that an older proxy has quoted.
   */
  location: position.nullable().optional(),
  /** The same of its meeting point, left out likewise, as are the next three. */
  meeting_position: position.nullable().optional(),
  /** Minutes before the start at which to be there; 0 is no extra time. */
  pre_time: z.int().min(0).optional(),
  /** What participants bring; may be empty. */
  bring: z.string().optional(),
  /** It may be entered after its start, until its end: its times are opening hours. */
  opening_hours: z.boolean().optional(),
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

/** One order to be placed: one vendor, one currency, one kind. */
export const quotedOrder = z.strictObject({
  /** Signed by the proxy, opaque to everybody else. */
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
      /** It is sent by post; left out by an older proxy. */
      shipping_address: z.boolean().optional(),
    }),
  ),
  /** A product of it is shipped, so the order needs a shipping address. */
  shipping_address: z.boolean(),
  total: minorUnits,
  /**
   * VAT contained in the ticket prices' part of the total; products name no rate (spec, Product).
   */
  vat: minorUnits,
});
export type QuotedOrder = z.infer<typeof quotedOrder>;

/** What an order is, without what it takes to place it. */
export const orderSummary = quotedOrder.omit({ quote: true });
export type OrderSummary = z.infer<typeof orderSummary>;

export const quoteResponse = z.strictObject({
  expires_at: instant,
  orders: z.array(quotedOrder).min(1),
});
export type QuoteResponse = z.infer<typeof quoteResponse>;

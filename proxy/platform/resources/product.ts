import { z } from 'zod';
import { id, integer, number } from '../wire-values.ts';
import { count, currency, list, maybe, newId, newZeroOrOne, text, zeroOrOne } from './values.ts';

/** Spec, Product. */
export const product = z.object({
  id,
  vendor_id: id,
  name: text,
  description: text,
  /** An empty string when the stock is unlimited. */
  total: z.union([z.literal(''), integer]),
  available: maybe(integer),
  price: number,
  currency: text,
  shipping_address: zeroOrOne,
  /** With which events, or vouchers of events, it is offered; empty if always. */
  dependencies: list(
    z.object({
      events: list(z.object({ id, prices: list(z.object({ id: integer })) })),
      vouchers: list(z.object({ events: list(z.object({ id })) })),
    }),
  ),
});

const newReference = z.strictObject({ id: newId });

/** The body of "Create product". */
export const newProduct = z.strictObject({
  vendor_id: newId,
  name: z.string().min(1),
  description: z.string(),
  total: z.union([z.literal(''), count]),
  available: count,
  price: z.number(),
  currency,
  shipping_address: newZeroOrOne,
  dependencies: z.array(
    z.strictObject({
      events: z
        .array(newReference.extend({ prices: z.array(z.strictObject({ id: z.int() })).optional() }))
        .optional(),
      vouchers: z.array(z.strictObject({ events: z.array(newReference) })).optional(),
    }),
  ),
});

/** The body of "Update product": what is left out stays, except for the price. */
export const productChanges = newProduct.partial().required({ price: true });

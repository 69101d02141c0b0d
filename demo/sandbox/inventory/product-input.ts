import { z } from 'zod';

const text = z.string();
const count = z.int().min(0);
const reference = z.strictObject({ id: text });

/** An empty string is unlimited, as it is in answers. */
const total = z.literal('').or(count);

const dependencies = z.array(
  z.strictObject({
    events: z
      .array(
        z.strictObject({ id: text, prices: z.array(z.strictObject({ id: z.int() })).optional() }),
      )
      .default([]),
    vouchers: z.array(z.strictObject({ events: z.array(reference) })).default([]),
  }),
);

const fields = {
  name: text.min(1),
  description: text,
  total,
  available: count,
  currency: text.regex(/^[A-Z]{3}$/, 'has to be three capital letters (ISO 4217)'),
  shipping_address: z.union([z.literal(0), z.literal(1)]),
  dependencies,
};

const price = z.number().min(0);

/** All required (spec, Product). */
export const newProduct = z.strictObject({ vendor_id: text, price, ...fields });

export type NewProduct = z.output<typeof newProduct>;

/** All optional except price (spec, Update product). */
export const productChanges = z
  .strictObject({ vendor_id: text, ...fields })
  .partial()
  .extend({ price });

export type ProductChanges = z.output<typeof productChanges>;

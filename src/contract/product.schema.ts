import { z } from 'zod';
import { currency, id, minorUnits } from './values.schema.ts';

/** Something sold beside the tickets, once per order. */
export const product = z.strictObject({
  id,
  vendor_id: id,
  name: z.string(),
  description: z.string(),
  /** Quantity on sale; null when unlimited. */
  available: z.int().min(0).nullable(),
  price: minorUnits,
  currency,
  /** The order then needs a shipping address. */
  shipping_address: z.boolean(),
  /**
   * Offered with these events, or only with these prices of them; with any event of the vendor when
   * empty.
   */
  dependencies: z.array(z.strictObject({ event_id: id, price_ids: z.array(z.int()).nullable() })),
});
export type Product = z.infer<typeof product>;
export const products = z.array(product);

import { z } from 'zod';
import { currency, id, minorUnits } from './values.schema.ts';

/** An article that is sold besides tickets. It belongs to an order, not to one of its lines. */
export const product = z.strictObject({
  id,
  vendor_id: id,
  name: z.string(),
  description: z.string(),
  /** Quantity on sale; null when unlimited. */
  available: z.int().min(0).nullable(),
  price: minorUnits,
  currency,
  /** Whether the product is shipped, so that the order needs a shipping address. */
  shipping_address: z.boolean(),
  /**
   * The events that the product is offered with; unless null, `price_ids` limits them to these
   * prices. An empty list means any event of the vendor.
   */
  dependencies: z.array(z.strictObject({ event_id: id, price_ids: z.array(z.int()).nullable() })),
});
export type Product = z.infer<typeof product>;
export const products = z.array(product);

import type { QuotedOrder } from '#contract/quote.schema';

/**
 * The VAT that the total of a quoted order contains, in minor units. Undefined if a part of the
 * total names no rate, as products do (spec, Product).
 */
export function vatOf({ vat, products }: Pick<QuotedOrder, 'vat' | 'products'>) {
  return products.some(({ total }) => total > 0) ? undefined : vat;
}

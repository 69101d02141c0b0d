import { z } from 'zod';
import type { Listing, Page } from '../api/list.ts';
import { listItems } from '../api/list.ts';
import * as parameter from '../api/list-parameters.ts';
import { moneyNumber } from '../api/wire-values.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { Product } from './product.ts';
import { availableStock } from './product.ts';

/** The parameters of "Product list". */
export const productParameters = z.object({
  ...parameter.commonParameters(['name', 'price']),
  available: parameter.zeroOrOne.default(false),
  requires_shipping: parameter.zeroOrOne.default(false),
  accept_vendors: parameter.ids.optional(),
  exclude_vendors: parameter.ids.optional(),
  min_price: parameter.number.optional(),
  max_price: parameter.number.optional(),
  with_private_products: parameter.boolean.default(false),
});

export type ProductQuery = z.output<typeof productParameters>;

export function listProducts(
  world: World,
  query: ProductQuery,
  vendor: Vendor | undefined,
): Page<Product> {
  const matching = [...world.products.values()].filter(
    (product) => (vendor === undefined || product.vendor === vendor) && matches(product, query),
  );
  return listItems(matching, query, listing);
}

/** Price bounds are inclusive, in the product's own currency. */
function matches(product: Product, query: ProductQuery): boolean {
  const price = priceOf(product);
  return (
    (!query.available || availableStock(product) > 0) &&
    (!query.requires_shipping || product.shipping_address === 1) &&
    (query.min_price === undefined || price >= query.min_price) &&
    (query.max_price === undefined || price <= query.max_price) &&
    (!product.is_private || query.with_private_products) &&
    (query.accept_vendors?.has(product.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(product.vendor.id)
  );
}

const listing: Listing<Product> = {
  id: (product) => product.id,
  changedAt: (product) => product.changed_at,
  searched: (product) => [product.name, product.description],
  attributes: { name: (product) => product.name, price: priceOf },
};

function priceOf({ price, currency }: Product): number {
  return moneyNumber(price, currency);
}

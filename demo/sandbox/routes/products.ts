import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { wireProduct } from '../inventory/wire-product.ts';
import { answerList } from '../lists/answer.ts';
import type { Listing } from '../lists/list.ts';
import { list } from '../lists/list.ts';
import * as parameter from '../lists/parameters.ts';
import { moneyNumber } from '../money.ts';
import type { Product } from '../records.ts';
import { availableStock } from '../records.ts';

const parameters = z.object({
  ...parameter.commonParameters(['name', 'price']),
  available: parameter.zeroOrOne.default(false),
  requires_shipping: parameter.zeroOrOne.default(false),
  accept_vendors: parameter.names.optional(),
  exclude_vendors: parameter.names.optional(),
  min_price: parameter.number.optional(),
  max_price: parameter.number.optional(),
  with_private_products: parameter.boolean.default(false),
});

type Query = z.output<typeof parameters>;

export function productRoutes(books: Books): Hono<Env> {
  return new Hono<Env>().get('/products', allow('readCatalogue'), (c) => {
    const own = c.get('vendor');
    const query = parameter.readParameters(parameters, c.req.raw);
    const kept = [...books.products.values()].filter(
      (product) => (own === undefined || product.vendor === own) && keeps(product, query),
    );
    return answerList(c.req.raw, query, list(kept, query, listing), wireProduct);
  });
}

/** Price bounds are in the product's own currency, and included. */
function keeps(product: Product, query: Query): boolean {
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

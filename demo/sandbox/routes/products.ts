import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import type { Listing } from '../lists/list.ts';
import { list, pick } from '../lists/list.ts';
import * as parameter from '../lists/parameters.ts';
import { moneyNumber } from '../money.ts';
import type { Product } from '../records.ts';
import { availableStock } from '../records.ts';

const parameters = z.object({
  ...parameter.commonParameters(['name', 'price']),
  available: parameter.zeroOrOne.default(false),
  accept_vendors: parameter.names.optional(),
  exclude_vendors: parameter.names.optional(),
  with_private_products: parameter.boolean.default(false),
});

type Query = z.output<typeof parameters>;

/** What is answered as `available` where stock is unlimited: the spec gives only `total` for this case. */
const AVAILABLE_WHEN_UNLIMITED = 9999;

export function productRoutes(books: Books): Hono<Env> {
  return new Hono<Env>().get('/', allow('readCatalogue'), (c) => {
    const query = parameter.readParameters(parameters, c.req.raw);
    const kept = [...books.products.values()].filter((product) => keeps(product, query));
    return c.json(
      list(kept, query, listing).map((product) => pick(wireProduct(product), query.fields)),
    );
  });
}

function keeps(product: Product, query: Query): boolean {
  return (
    (!query.available || availableStock(product) > 0) &&
    (!product.is_private || query.with_private_products) &&
    (query.accept_vendors?.has(product.vendor.id) ?? true) &&
    !query.exclude_vendors?.has(product.vendor.id)
  );
}

const listing: Listing<Product> = {
  id: (product) => product.id,
  changedAt: (product) => product.changed_at,
  searched: (product) => [product.name, product.description],
  attributes: {
    name: (product) => product.name,
    price: (product) => moneyNumber(product.price, product.currency),
  },
};

function wireProduct(product: Product): object {
  const isUnlimited = product.total === Infinity;
  return {
    id: product.id,
    vendor_id: product.vendor.id,
    name: product.name,
    description: product.description,
    total: isUnlimited ? '' : product.total,
    available: isUnlimited ? AVAILABLE_WHEN_UNLIMITED : availableStock(product),
    price: moneyNumber(product.price, product.currency),
    currency: product.currency,
    shipping_address: product.shipping_address,
    dependencies: wireDependencies(product),
  };
}

function wireDependencies({ offered_with }: Product): object[] {
  if (offered_with.length === 0) return [];
  const events = offered_with.map(({ event_id, price_ids }) => ({
    id: event_id,
    ...(price_ids && { prices: price_ids.map((id) => ({ id })) }),
  }));
  return [{ events, vouchers: [] }];
}

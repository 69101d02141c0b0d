import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope, requireVendorClient } from '../api/authentication.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import { parseBody } from '../api/validation.ts';
import type { Clock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import { opaqueId } from '../world/random.ts';
import type { World } from '../world/world.ts';
import { findProduct } from '../world/world.ts';
import { checkProductInput, newProduct, productChanges } from './input.ts';
import { listProducts, productParameters } from './list.ts';
import type { Product } from './product.ts';
import { wireProduct } from './product.ts';

/** The spec has no field for the VAT of a product, so one that is created here has none. */
const VAT_OF_NEW_PRODUCTS = 0;

/** `/v3/products`. Create and update are for vendor API clients only (spec, Table B). */
export function productRoutes(world: World, clock: Clock, random: Random): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/products', requireScope('readCatalog'), (c) => {
      const query = parseParameters(productParameters, c.req.raw);
      const page = listProducts(world, query, c.get('clientVendor'));
      return listResponse(c.req.raw, query, page, wireProduct);
    })
    .post('/products', requireScope('writeInventory'), async (c) => {
      const client = c.get('client');
      const vendor = requireVendorClient(c.var);
      const input = await parseBody(newProduct, c.req.raw);
      const product: Product = {
        id: opaqueId(`product/${clock()}/${random()}`),
        vendor,
        currency: vendor.currency,
        vat: VAT_OF_NEW_PRODUCTS,
        // The spec has no field that makes a product private.
        is_private: false,
        ...checkProductInput(world, input, { client, vendor }),
        changed_at: clock(),
      };
      world.products.set(product.id, product);
      return c.json(wireProduct(product), 201);
    })
    .patch('/products/:id', requireScope('writeInventory'), async (c) => {
      const client = c.get('client');
      const vendor = requireVendorClient(c.var);
      const product = findProduct(world, vendor, c.req.param('id'));
      const input = await parseBody(productChanges, c.req.raw);
      const changes = checkProductInput(world, input, { client, vendor, product });
      Object.assign(product, changes, { changed_at: clock() });
      return c.json(wireProduct(product));
    });
}

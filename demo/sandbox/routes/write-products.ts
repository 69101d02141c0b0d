import { Hono } from 'hono';
import { readBody } from '../body.ts';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow, vendorOnly } from '../guard.ts';
import { checkProductInput } from '../inventory/check-product-input.ts';
import { findProduct } from '../inventory/find.ts';
import { newProduct, productChanges } from '../inventory/product-input.ts';
import { wireProduct } from '../inventory/wire-product.ts';
import type { Random } from '../random.ts';
import { opaqueId } from '../random.ts';
import type { Product } from '../records.ts';

/** The VAT of a product that came in by the API, where the spec has no field for it. */
const PRODUCT_VAT = 0;

/** Creates and updates products: for vendor API clients only (spec, Table B). */
export function writeProductRoutes(books: Books, clock: Clock, random: Random): Hono<Env> {
  return new Hono<Env>()
    .post('/products', allow('writeInventory'), async (c) => {
      const [client, vendor] = [c.get('client'), vendorOnly(c.var)];
      const input = await readBody(newProduct, c.req.raw);
      const product: Product = {
        id: opaqueId(`product/${clock()}/${random()}`),
        vendor,
        currency: vendor.currency,
        vat: PRODUCT_VAT,
        // Whether a product is offered at the checkout is not among its fields, so this one is.
        is_private: false,
        ...checkProductInput(books, input, { client, vendor }),
        changed_at: clock(),
      };
      books.products.set(product.id, product);
      return c.json(wireProduct(product), 201);
    })
    .patch('/products/:id', allow('writeInventory'), async (c) => {
      const [client, vendor] = [c.get('client'), vendorOnly(c.var)];
      const product = findProduct(books, vendor, c.req.param('id'));
      const input = await readBody(productChanges, c.req.raw);
      const changes = checkProductInput(books, input, { client, vendor, product });
      // Orders hold on to their products, so the record itself is changed.
      Object.assign(product, changes, { changed_at: clock() });
      return c.json(wireProduct(product));
    });
}

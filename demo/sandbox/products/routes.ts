import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import type { World } from '../world/world.ts';
import { listProducts, productParameters } from './list.ts';
import { wireProduct } from './product.ts';

/** `/v3/products`. */
export function productRoutes(world: World): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/products', requireScope('readCatalog'), (c) => {
    const query = parseParameters(productParameters, c.req.raw);
    const page = listProducts(world, query, c.get('clientVendor'));
    return listResponse(c.req.raw, query, page, wireProduct);
  });
}

import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import type { Listing } from '../api/list.ts';
import { listItems, listResponse } from '../api/list.ts';
import { commonParameters, parseParameters, withoutParameters } from '../api/list-parameters.ts';
import type { World } from '../world/world.ts';
import { findVendor } from '../world/world.ts';
import type { Vendor } from './vendor.ts';
import { wireVendor } from './vendor.ts';

/** The parameters of "Vendor list". */
const vendorParameters = z.object(commonParameters(['name']));

/** `/v3/vendors`. A vendor API client has access to its own vendor alone. */
export function vendorRoutes(world: World): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/vendors', requireScope('readCatalog'), (c) => {
      const clientVendor = c.get('clientVendor');
      const query = parseParameters(vendorParameters, c.req.raw);
      const vendors = clientVendor ? [clientVendor] : [...world.vendors.values()];
      return listResponse(c.req.raw, query, listItems(vendors, query, listing), wireVendor);
    })
    .get('/vendors/:id', requireScope('readCatalog'), withoutParameters, (c) =>
      c.json(wireVendor(findVendor(world, c.get('clientVendor'), c.req.param('id')))),
    );
}

const listing: Listing<Vendor> = {
  id: (vendor) => vendor.id,
  changedAt: (vendor) => vendor.changed_at,
  searched: (vendor) => [vendor.name],
  attributes: { name: (vendor) => vendor.name },
};

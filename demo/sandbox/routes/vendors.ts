import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import type { Listing } from '../lists/list.ts';
import { list, pick } from '../lists/list.ts';
import { commonParameters, readParameters } from '../lists/parameters.ts';
import type { Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';

const parameters = z.object(commonParameters(['name']));

export function vendorRoutes(books: Books): Hono<Env> {
  return new Hono<Env>()
    .use(allow('readCatalogue'))
    .get('/', (c) => {
      const query = readParameters(parameters, c.req.raw);
      const vendors = list(books.vendors.values(), query, listing);
      return c.json(vendors.map((vendor) => pick(wireVendor(vendor), query.fields)));
    })
    .get('/:id', (c) => {
      const vendor = books.vendors.get(c.req.param('id'));
      if (!vendor) throw new Refused('notFound', `there is no vendor ${c.req.param('id')}`);
      return c.json(wireVendor(vendor));
    });
}

const listing: Listing<Vendor> = {
  id: (vendor) => vendor.id,
  changedAt: (vendor) => vendor.changed_at,
  searched: (vendor) => [vendor.name],
  attributes: { name: (vendor) => vendor.name },
};

function wireVendor({ changed_at: _changed, ...vendor }: Vendor): object {
  return vendor;
}

import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { findVendor } from '../inventory/find.ts';
import { answerList } from '../lists/answer.ts';
import type { Listing } from '../lists/list.ts';
import { list } from '../lists/list.ts';
import { commonParameters, readParameters } from '../lists/parameters.ts';
import type { Vendor } from '../records.ts';

const parameters = z.object(commonParameters(['name']));

/** `/v3/vendors`. A vendor's client has access to its own vendor alone. */
export function vendorRoutes(books: Books): Hono<Env> {
  return new Hono<Env>()
    .get('/vendors', allow('readCatalogue'), (c) => {
      const own = c.get('vendor');
      const query = readParameters(parameters, c.req.raw);
      const vendors = own ? [own] : [...books.vendors.values()];
      return answerList(c.req.raw, query, list(vendors, query, listing), wireVendor);
    })
    .get('/vendors/:id', allow('readCatalogue'), (c) =>
      c.json(wireVendor(findVendor(books, c.get('vendor'), c.req.param('id')))),
    );
}

const listing: Listing<Vendor> = {
  id: (vendor) => vendor.id,
  changedAt: (vendor) => vendor.changed_at,
  searched: (vendor) => [vendor.name],
  attributes: { name: (vendor) => vendor.name },
};

function wireVendor(vendor: Vendor): object {
  const { changed_at: _changed, extended_availability_management: _module, ...fields } = vendor;
  return fields;
}

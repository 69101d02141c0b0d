import assert from 'node:assert/strict';
import { assertSame, idOf, type Item, need, rule, skip } from './judge.ts';
import * as is from './shape.ts';

const text = [
  ...['service_email', 'service_phone', 'terms', 'bill_country', 'country_of_residence'],
  ...['activation_date', 'currency', 'legal_company_name', 'legal_representative_first_name'],
  'legal_representative_last_name',
];
const shape: is.Shape = {
  needed: { id: is.isText, name: is.isText },
  optional: Object.fromEntries(text.map((field) => [field, is.isText])),
};

rule('List vendors: lists each vendor once', async ({ page }) => {
  const ids = (await page('listVendors')).map(idOf);
  assert.equal(new Set(ids).size, ids.length);
});

rule('Vendor: its fields have the types of the spec', async ({ list }) => {
  for (const vendor of await list('listVendors')) is.assertShape(vendor, shape, idOf(vendor));
});

rule('Vendor list: order takes the name, and descends with a minus', async ({ list }) => {
  const names = async (order: string) =>
    (await list('listVendors', { order })).map((vendor) => vendor['name']);
  assert.deepEqual(await names('-name'), (await names('name')).toReversed());
});

rule('Retrieve vendor: is the vendor that the list has', async ({ list, call }) => {
  const vendor = need(await list('listVendors'), () => true, 'vendor');
  const response = await call('retrieveVendor', { id: idOf(vendor) });
  if (response.status === 404) skip('there is no path for one vendor here');

  const retrieved = (await response.json()) as Item;
  assert.deepEqual([retrieved['id'], retrieved['name']], [vendor['id'], vendor['name']]);
});

rule('List events of a vendor: lists what accept_vendors finds', async ({ list }) => {
  const vendor_id = idOf(need(await list('listVendors'), () => true, 'vendor'));
  const own = await list('listEventsOfVendor', { vendor_id, type: 'ALL' });

  assertSame(own, await list('listEvents', { type: 'ALL', accept_vendors: vendor_id }), 'events');
});

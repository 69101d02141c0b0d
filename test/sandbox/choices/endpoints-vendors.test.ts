import assert from 'node:assert/strict';
import type { WireDate, WireEvent, WireVendor } from '../wire.ts';
import { need, rule, sandboxRule } from './platform.ts';

const everything = { available: 'false', ignore_latest_booking_time: 'true' };

rule(
  'List vendors: lists the vendors that the client has access to, each once',
  async ({ vendors }) => {
    const ids = (await vendors()).map(({ id }) => id);

    assert.ok(ids.length > 0);
    assert.equal(new Set(ids).size, ids.length);
  },
);

rule('Vendor list: order accepts the name', async ({ vendors }) => {
  const names = async (order: string) => (await vendors({ order })).map(({ name }) => name);
  const ascending = await names('name');

  assert.deepEqual(await names('-name'), ascending.toReversed());
});

rule('Retrieve vendor: returns the vendor that the list has', async ({ vendors, get }) => {
  const vendor = need(await vendors(), () => true, 'vendor');

  assert.deepEqual(await get(`/v3/vendors/${vendor.id}`), { status: 200, body: vendor });
});

rule('Vendor: has the fields of the spec', async ({ vendors }) => {
  const vendor = need(await vendors(), () => true, 'vendor');

  assert.deepEqual(Object.keys(vendor).sort(), [
    'activation_date',
    'bill_country',
    'country_of_residence',
    'currency',
    'id',
    'legal_company_name',
    'legal_representative_first_name',
    'legal_representative_last_name',
    'name',
    'service_email',
    'service_phone',
    'terms',
  ]);
  for (const value of Object.values(vendor)) assert.equal(typeof value, 'string');
});

rule(
  'List events of a vendor: lists what accept_vendors finds in the list of all',
  async (platform) => {
    for (const { id } of await platform.vendors({ limit: '3' })) {
      assert.deepEqual(
        await platform.list<WireEvent>(`/v3/vendors/${id}/events`, { type: 'ALL' }),
        await platform.events({ type: 'ALL', accept_vendors: id }),
      );
    }
  },
);

rule(
  'List dates of a vendor: lists what accept_vendors finds in the list of all',
  async (platform) => {
    for (const { id } of await platform.vendors({ limit: '3' })) {
      const page = { ...everything, limit: '200' };
      assert.deepEqual(
        await platform.list<WireDate>(`/v3/vendors/${id}/dates`, page),
        await platform.dates({ ...page, accept_vendors: id }),
      );
    }
  },
);

sandboxRule('List vendors: a vendor API client has access to its own vendor', async (sandbox) => {
  const all = await sandbox.vendors();
  const own = await sandbox.as('vendor').list<WireVendor>('/v3/vendors');

  assert.equal(all.length, 3);
  assert.deepEqual(own, all.slice(0, 1));
});

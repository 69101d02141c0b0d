import assert from 'node:assert/strict';
import { DAY } from '#contract/milliseconds';
import { type Client, idOf, instant, isMissing, type Platform, rule, skip } from './judge.ts';

const all = { type: 'ALL' };

function vendorOf({ vendor }: Platform): Client {
  return vendor ?? skip("no vendor's client is given: CONFORMANCE_VENDOR_CLIENT_ID");
}

rule('List vendors: a vendor client has its own vendor alone', async (platform) => {
  const vendors = await vendorOf(platform).list('listVendors');
  assert.equal(vendors.length, 1, `${vendors.length} vendors`);
});

rule('Authentication 8: a vendor client lists events of one vendor alone', async (platform) => {
  const events = await vendorOf(platform).list('listEvents', all);
  const vendors = new Set(events.map(({ vendor_id }) => vendor_id));
  assert.ok(vendors.size <= 1, `of the vendors ${[...vendors].join(', ')}`);
});

rule('Authentication 8: orders_read_owned reads orders of one vendor alone', async (platform) => {
  const vendor = vendorOf(platform);
  const scopes = await vendor.scopes();
  if (!scopes?.includes('orders_read_owned') || scopes.includes('orders_read_all')) {
    skip("the vendor's client has another scope for orders");
  }
  const recent = { status: 'ALL', start_date: instant(vendor.now() - 400 * DAY) };
  const orders = await vendor.list('listOrders', recent);
  const vendors = new Set(orders.map(({ vendor_id }) => vendor_id));
  assert.ok(vendors.size <= 1, `of the vendors ${[...vendors].join(', ')}`);
});

rule('Authentication 7: a product is created by vendor clients alone', async (platform) => {
  if (!platform.mayWrite) skip('writes only with CONFORMANCE_WRITE=1');
  const [vendor, other] = await platform.list('listVendors');
  if (!vendor || !other) return skip('the client acts for one vendor');
  const response = await platform.call(
    'createProduct',
    {},
    {
      vendor_id: vendor['id'],
      name: 'Conformance',
      description: 'Not for sale',
      total: 0,
      available: 0,
      price: 1,
      currency: vendor['currency'] ?? 'EUR',
      shipping_address: 0,
      dependencies: [],
    },
  );
  if (response.ok) platform.leave(`product ${idOf(await response.json())}`);
  if (isMissing(response)) skip('products are not created here');
  assert.ok(response.status >= 400 && response.status < 500, `it responds with ${response.status}`);
});

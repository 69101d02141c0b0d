import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Client, Scope } from '../../../demo/sandbox/clients.ts';
import { eventFor, unchanged } from '../request-bodies.ts';
import { find, openSandbox, orderFor } from '../support.ts';
import type { JsonResponse, WireDate, WireEvent, WireProblem, WireProduct } from '../wire.ts';

function clientWith(kind: Client['kind'], scopes: readonly Scope[]): Client {
  return { id: `${kind}-of-the-test`, secret: 'secret', name: 'Test', kind, scopes };
}

const calls: readonly [scope: Scope, method: string, path: string][] = [
  ['calendar_read', 'GET', '/v3/vendors'],
  ['calendar_read', 'GET', '/v3/events'],
  ['calendar_read', 'GET', '/v3/merged_events'],
  ['calendar_read', 'GET', '/v3/dates'],
  ['calendar_read', 'GET', '/v3/merged_dates'],
  ['calendar_read', 'GET', '/v3/eventDates'],
  ['calendar_read', 'GET', '/v3/products'],
  ['calendar_write', 'POST', '/v3/dates'],
  ['calendar_write', 'PATCH', '/v3/dates/any'],
  ['calendar_write', 'POST', '/v3/datesBatch'],
  ['calendar_write', 'PATCH', '/v3/datesBatch'],
  ['inventory_write', 'POST', '/v3/events'],
  ['inventory_write', 'PATCH', '/v3/events/any'],
  ['inventory_write', 'POST', '/v3/products'],
  ['inventory_write', 'PATCH', '/v3/products/any'],
  ['orders_read_all', 'GET', '/v3/orders'],
  ['orders_write_all', 'POST', '/v3/orders'],
];

for (const [scope, method, path] of calls) {
  test(`Authentication 8: ${method} ${path} needs ${scope}, else 403`, async () => {
    const statusWith = async (scopes: readonly Scope[]) => {
      const { send } = await openSandbox({ client: clientWith('vendor', scopes) });
      return (await send(path, { method })).status;
    };

    assert.equal(await statusWith([]), 403);
    assert.notEqual(await statusWith([scope]), 403);
  });
}

test('Authentication 8: orders_read_owned sees the orders of its own vendor alone', async () => {
  const sandbox = await openSandbox();
  const place = async (title: string) => (await sandbox.order(await orderFor(sandbox, title))).body;
  const own = await place('Kayak on the Spree');
  const foreign = await place('Fado evening by candlelight');
  const vendor = sandbox.as('vendor');

  assert.deepEqual(
    (await vendor.orders()).map(({ id }) => id),
    [own.id],
  );
  assert.deepEqual(await vendor.orders({ accept: foreign.id, status: 'ALL' }), []);
  assert.deepEqual(await vendor.get(`/v3/vendors/${own.vendor_id}/orders`), {
    status: 200,
    body: [own],
  });
  assert.equal((await vendor.get(`/v3/vendors/${foreign.vendor_id}/orders`)).status, 403);
});

test('Authentication 8: orders_read_owned is nothing for a client without a vendor', async () => {
  const { get } = await openSandbox({ client: clientWith('reseller', ['orders_read_owned']) });

  assert.equal((await get('/v3/orders')).status, 403);
});

test('Authentication 8: orders_write_owned creates orders for its own vendor alone', async () => {
  const sandbox = await openSandbox();
  const vendor = sandbox.as('vendor');

  const own = await vendor.order(await orderFor(sandbox, 'Kayak on the Spree'));
  const foreign = await vendor.order(await orderFor(sandbox, 'Fado evening by candlelight'));

  assert.deepEqual([own.status, foreign.status], [201, 403]);
});

test('Authentication 7: a vendor API client sees what its own vendor offers, and no more', async () => {
  const sandbox = await openSandbox();
  const vendor = sandbox.as('vendor');
  const [own, ...others] = await vendor.vendors();
  const other = find(await sandbox.vendors(), ({ id }) => id !== own?.id);
  const [date] = await sandbox.dates({ accept_vendors: other.id, limit: '1' });

  assert.deepEqual(others, []);
  for (const item of [...(await vendor.events()), ...(await vendor.products())]) {
    assert.equal(item.vendor_id, own?.id);
  }
  const events = new Set((await vendor.events({ type: 'ALL' })).map(({ id }) => id));
  assert.ok((await vendor.dates()).every(({ event_id }) => events.has(event_id)));
  for (const path of [
    `/v3/vendors/${other.id}`,
    `/v3/vendors/${other.id}/events`,
    `/v3/vendors/${other.id}/dates`,
    `/v3/vendors/${other.id}/eventDates`,
    `/v3/events/${date?.event_id}/dates`,
    `/v3/merged_events/${date?.event_id}`,
    `/v3/dates/${date?.id}`,
    `/v3/merged_dates/${date?.id}`,
  ]) {
    assert.equal((await vendor.get(path)).status, 404, path);
  }
});

test('Authentication 7: products are written by vendor API clients only', async () => {
  const { post, patch } = await openSandbox({
    client: clientWith('reseller', ['inventory_write', 'inventory_write_prices']),
  });

  const responses: JsonResponse<WireProblem>[] = [
    await post('/v3/products', {}),
    await patch('/v3/products/any', {}),
  ];
  assert.deepEqual(
    responses.map(({ status, body }) => [status, body.code]),
    [
      [403, '40302'],
      [403, '40302'],
    ],
  );
});

test('Authentication 8: a price is changed with inventory_write_prices only, the rest without it', async () => {
  const { product, patch } = await openSandbox({
    client: clientWith('vendor', ['calendar_read', 'inventory_write']),
  });

  const bag = await product('Dry bag');
  const write = (changes: object) => patch<WireProduct>(`/v3/products/${bag.id}`, changes);

  assert.equal((await write({ price: bag.price + 1 })).status, 403);
  const { status, body } = await write({ price: bag.price, name: 'Dry bag, large' });
  assert.deepEqual([status, body.name], [200, 'Dry bag, large']);
});

test('Authentication 8: an event is updated without inventory_write_prices while its prices are the same', async () => {
  const { event, patch, post, vendors } = await openSandbox({
    client: clientWith('vendor', ['calendar_read', 'inventory_write']),
  });

  const kayak = await event('Kayak on the Spree');
  const [adult, ...rest] = kayak.prices;
  const write = (changes: object) =>
    patch<WireEvent>(`/v3/events/${kayak.id}`, unchanged(kayak, changes));

  assert.equal((await write({ hint: 'Be early' })).status, 200);
  assert.equal((await write({ prices: [{ ...adult, value: 1 }, ...rest] })).status, 403);
  assert.equal((await write({ prices: rest })).status, 403);
  const [vendor] = await vendors();
  assert.equal(
    (await post('/v3/events', eventFor(vendor ?? { id: '', currency: '' }))).status,
    403,
  );
});

test('Authentication 7: a vendor API client writes nothing of another vendor', async () => {
  const sandbox = await openSandbox();

  const vendor = sandbox.as('vendor');
  const [own] = await vendor.vendors();
  const other = find(await sandbox.vendors(), ({ id }) => id !== own?.id);
  const [event] = await sandbox.list<WireEvent>('/v3/events', { accept_vendors: other.id });
  const [date] = await sandbox.list<WireDate>('/v3/dates', { accept_vendors: other.id });
  const [product] = await sandbox.products({ accept_vendors: other.id });

  assert.equal((await vendor.patch(`/v3/events/${event?.id}`, {})).status, 404);
  assert.equal((await vendor.patch(`/v3/dates/${date?.id}`, {})).status, 404);
  assert.equal((await vendor.patch(`/v3/products/${product?.id}`, {})).status, 404);
  assert.equal((await vendor.post(`/v3/vendors/${other.id}/dates`, {})).status, 404);
  assert.equal((await vendor.post(`/v3/vendors/${other.id}/events`, {})).status, 404);
});

test('Authentication 5: two ways at once are refused, also if both have the same token', async () => {
  const { send, sendBare, token } = await openSandbox();

  const both = await send(`/v3/vendors?access_token=${token}`);

  assert.equal(both.status, 400);
  assert.equal(((await both.json()) as WireProblem).code, '40003');
  assert.equal((await sendBare(`/v3/vendors?access_token=${token}`)).status, 200);
});

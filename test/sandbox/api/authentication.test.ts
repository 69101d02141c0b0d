import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Client, Scope } from '../../../demo/sandbox/clients.ts';
import { find, openSandbox, orderFor } from '../support.ts';

function clientWith(scopes: readonly Scope[]): Client {
  return { id: 'of-the-test', secret: 'secret', name: 'Test', kind: 'reseller', scopes };
}

const calls: readonly [scope: Scope, method: string, path: string][] = [
  ['calendar_read', 'GET', '/v3/vendors'],
  ['calendar_read', 'GET', '/v3/events'],
  ['calendar_read', 'GET', '/v3/dates'],
  ['calendar_read', 'GET', '/v3/products'],
  ['orders_read_all', 'GET', '/v3/orders'],
  ['orders_write_all', 'POST', '/v3/orders'],
];

for (const [scope, method, path] of calls) {
  test(`Authentication 8: ${method} ${path} needs ${scope}, else 403`, async () => {
    const statusWith = async (scopes: readonly Scope[]) => {
      const { send } = await openSandbox({ client: clientWith(scopes) });
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
    `/v3/events/${date?.event_id}/dates`,
    `/v3/dates/${date?.id}`,
  ]) {
    assert.equal((await vendor.get(path)).status, 404, path);
  }
});

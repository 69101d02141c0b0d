import assert from 'node:assert/strict';
import test from 'node:test';
import { openSandbox, orderFor } from './support.ts';

/** Three orders in the books: an accepted one, a request, and a reserved one of another day. */
async function openWithOrders() {
  const sandbox = await openSandbox();
  const place = async (title: string, changes: Record<string, unknown>) =>
    (await sandbox.order(await orderFor(sandbox, title, changes))).body;
  const accepted = await place('Kayak on the Spree', {
    name: 'Zoe Adler',
    external_reference: 'a',
  });
  const pending = await place('Your own sailing boat on the Tagus', { external_reference: 'b' });
  const reserved = await place('Fado evening by candlelight', {
    name: 'Bo Lind',
    email: 'bo@lind.example',
    status: 'RESERVED',
    date: '2026-11-20T12:00:00Z',
  });
  const ids = async (parameters: Record<string, string>) =>
    (await sandbox.orders(parameters)).map(({ id }) => id);
  return { ...sandbox, ids, accepted, pending, reserved };
}

test('Order list: lists accepted orders by default', async () => {
  const { ids, accepted } = await openWithOrders();

  assert.deepEqual(await ids({}), [accepted.id]);
});

test('Order list: lists one status, or with ALL every one', async () => {
  const { ids, accepted, pending, reserved } = await openWithOrders();

  assert.deepEqual(await ids({ status: 'PENDING' }), [pending.id]);
  assert.deepEqual(await ids({ status: 'OPEN' }), []);
  assert.deepEqual(await ids({ status: 'ALL' }), [accepted.id, pending.id, reserved.id]);
});

test('Order list: finds an order by id, reference, code and date', async () => {
  const { ids, pending } = await openWithOrders();
  const filters: Record<string, string>[] = [
    { accept: pending.id },
    { accept_external_reference: 'b,c' },
    { accept_code: pending.code },
    { accept_dates: pending.tickets[0]?.date_id ?? '' },
  ];

  for (const filter of filters) {
    assert.deepEqual(await ids({ ...filter, status: 'ALL' }), [pending.id]);
    assert.deepEqual(await ids(filter), [], 'but not while the status is left at its default');
  }
});

test('Order list: start_date and end_date are about the order, not about the event', async () => {
  const { ids, reserved, accepted, pending } = await openWithOrders();
  const day = { start_date: '2026-11-20T00:00:00Z', end_date: '2026-11-20T23:59:59Z' };

  assert.deepEqual(await ids({ ...day, status: 'ALL' }), [reserved.id]);
  assert.deepEqual(await ids({ start_date: '2026-11-21T09:00:00Z', status: 'ALL' }), [
    accepted.id,
    pending.id,
  ]);
});

test('Order list: match searches name and e-mail', async () => {
  const { ids, reserved, accepted } = await openWithOrders();

  assert.deepEqual(await ids({ match: 'LIND.example', status: 'ALL' }), [reserved.id]);
  assert.deepEqual(await ids({ match: 'zoe', status: 'ALL' }), [accepted.id]);
});

test('Order list: orders by name, and answers only the fields that are asked for', async () => {
  const { orders } = await openWithOrders();

  assert.deepEqual(
    await orders({ status: 'ALL', order: '-name', fields: 'name' }),
    [{ name: 'Zoe Adler' }, { name: 'Bo Lind' }, { name: 'Ada Moreau' }].toSorted((a, b) =>
      b.name.localeCompare(a.name),
    ),
  );
});

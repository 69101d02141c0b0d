import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OpenSandbox } from '../support.ts';
import { openSandbox, orderFor } from '../support.ts';
import type { WireDate, WireOrder, WireProblem } from '../wire.ts';

const KAYAK = 'Kayak on the Spree';
const SAIL = 'Your own sailing boat on the Tagus';

/** A sandbox with one order in it, and the control API at hand. */
async function openWithOrder(title: string, changes: Record<string, unknown> = {}) {
  const sandbox = await openSandbox();
  const { status, body: order } = await sandbox.order(await orderFor(sandbox, title, changes));
  assert.equal(status, 201);
  const change = (name: string, body?: object) => changeOrder(sandbox, order.id, name, body);
  const reload = async () =>
    (await sandbox.orders({ accept: order.id, status: 'ALL' }))[0] ?? assert.fail();
  const free = async () => {
    const { date_id = '' } = order.tickets[0] ?? {};
    return (await sandbox.get<WireDate>(`/sandbox/dates/${date_id}`)).body.available_slots;
  };
  return { ...sandbox, sandbox, placed: order, change, reload, free };
}

async function changeOrder(sandbox: OpenSandbox, id: string, name: string, body?: object) {
  const path = `/sandbox/orders/${id}/${name}`;
  if (body) return sandbox.post<WireOrder & WireProblem>(path, body);
  const response = await sandbox.send(path, { method: 'POST' });
  return { status: response.status, body: (await response.json()) as WireOrder & WireProblem };
}

test('a vendor accepts a request, which keeps its place', async () => {
  const { change, reload, free } = await openWithOrder(SAIL);
  const before = await free();

  const { status, body } = await change('accept');

  assert.equal(status, 200);
  assert.deepEqual([body.status, body.tickets[0]?.status], ['ACCEPTED', 'ACCEPTED']);
  // The control API also returns payments, which orders of the API do not have.
  assert.deepEqual({ ...(await reload()), payments: [] }, body);
  assert.equal(await free(), before);
});

test('a vendor declines a request, and its place is free again', async () => {
  const { change, orders, free, placed } = await openWithOrder(SAIL);
  const before = await free();

  const { body } = await change('decline');

  assert.equal(body.status, 'DECLINED');
  assert.equal(body.tickets[0]?.status, 'CANCELED');
  assert.equal(body.tickets[0]?.participants[0]?.status, 'CANCELED');
  assert.equal(await free(), before + 1);
  const declined = await orders({ status: 'DECLINED' });
  assert.deepEqual(
    declined.map(({ id }) => id),
    [placed.id],
  );
});

test('a vendor cancels an order, and places and stock are free again', async () => {
  const sandbox = await openSandbox();
  const bag = await sandbox.product('Dry bag');
  const before = await sandbox.datesOf(KAYAK);
  const { body: order } = await sandbox.order(
    await orderFor(sandbox, KAYAK, { products: [{ product_id: bag.id, amount: 2 }] }),
  );

  const { body } = await changeOrder(sandbox, order.id, 'cancel');

  assert.equal(body.status, 'CANCELED');
  assert.equal(body.cancellation_date, '2026-11-21T09:00:00Z');
  assert.equal((body.products[0] as { status?: string }).status, 'CANCELED');
  assert.deepEqual(await sandbox.datesOf(KAYAK), before);
  assert.equal((await sandbox.product('Dry bag')).available, bag.available);
});

test('an ended order cannot be ended, accepted or paid again, and releases nothing twice', async () => {
  const { change, free } = await openWithOrder(KAYAK);
  await change('cancel');
  const freed = await free();

  for (const name of ['cancel', 'decline', 'accept', 'pay', 'check-in']) {
    const { status, body } = await change(name);
    assert.deepEqual([status, body.code], [409, '40902'], name);
  }
  assert.equal(await free(), freed);
});

test('States: a filled payment_date marks an order as paid, on create or by the vendor', async () => {
  const { change, placed } = await openWithOrder(KAYAK);
  assert.equal((placed as unknown as { payment_date: string }).payment_date, '');

  const paid = (await change('pay')).body as unknown as { payment_date: string };
  assert.equal(paid.payment_date, '2026-11-21T09:00:00Z');
  assert.equal((await change('pay')).status, 409);

  const prepaid = await openWithOrder(KAYAK, { payment_date: '2026-11-20T10:00:00Z' });
  assert.equal((await prepaid.change('pay')).status, 409);
});

test('a vendor refunds what was paid, in parts, and never more', async () => {
  const { change } = await openWithOrder(KAYAK, { payment_date: '2026-11-20T10:00:00Z' });
  const statuses: number[] = [];

  for (const body of [{ value: 40 }, { value: 10.001 }, { value: 10 }, { value: 29.01 }]) {
    statuses.push((await change('refund', body)).status);
  }
  statuses.push((await change('refund')).status, (await change('refund')).status);

  assert.deepEqual(statuses, [409, 400, 200, 409, 200, 409]);
});

test('a vendor gives a voucher beside what was ordered, and none for an order that has ended', async () => {
  const { change, reload, placed } = await openWithOrder(KAYAK);

  const [first, second] = [await change('voucher'), await change('voucher', { value: 25.5 })];
  const order = await reload();

  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(
    order.voucherOrders.map(({ voucher: [voucher] }) => voucher?.value),
    ['10.00', '25.50'],
  );
  const codes = order.voucherOrders.map(({ voucher: [voucher] }) => voucher?.code);
  assert.equal(new Set(codes).size, 2);
  assert.equal(order.total_invoice, placed.total_invoice);
  await change('cancel');
  assert.equal((await change('voucher')).status, 409);
});

test('a vendor checks in one participant, or all who are left', async () => {
  const sandbox = await openSandbox();
  const body = await orderFor(sandbox, 'Sourdough morning');
  const { body: order } = await sandbox.order(body);
  const arrivals = (order: WireOrder) =>
    order.tickets[0]?.participants.map((item) => (item as { checked_in?: string }).checked_in);
  const [first, second] = order.tickets[0]?.participants ?? [];

  const one = await changeOrder(sandbox, order.id, 'check-in', { participant_id: second?.id });
  assert.deepEqual(arrivals(one.body), ['', '2026-11-21T09:00:00Z']);

  sandbox.clock.now += 60_000;
  const all = await changeOrder(sandbox, order.id, 'check-in');
  assert.deepEqual(arrivals(all.body), ['2026-11-21T09:01:00Z', '2026-11-21T09:00:00Z']);
  assert.notEqual(first?.id, undefined);
  const nobody = await changeOrder(sandbox, order.id, 'check-in', { participant_id: 'nobody' });
  assert.equal(nobody.status, 404);
});

test('a changed price holds for new orders, and leaves the old ones alone', async () => {
  const { sandbox, placed, reload } = await openWithOrder(KAYAK);
  const event = await sandbox.event(KAYAK);
  const price = `/sandbox/events/${event.id}/prices/${event.prices[0]?.id ?? ''}`;

  assert.equal((await sandbox.post(price, { value: 41.5 })).status, 200);
  const { body: next } = await sandbox.order(await orderFor(sandbox, KAYAK));

  assert.equal((await sandbox.event(KAYAK)).prices[0]?.value, 41.5);
  assert.deepEqual(
    [next.total_invoice, (await reload()).total_invoice],
    ['41.50', placed.total_invoice],
  );
  assert.equal((await sandbox.post(price, { value: 41.555 })).status, 400);
  assert.equal((await sandbox.post(`${price}0`, { value: 41 })).status, 404);
});

test('a moved date is found at its new time, and its orders go with it', async () => {
  const { sandbox, placed, get, post } = await openWithOrder(KAYAK);
  const { date_id = '' } = placed.tickets[0] ?? {};

  await post(`/sandbox/dates/${date_id}/move`, { date: '2027-01-04T07:00:00Z' });

  const [moved] = await sandbox.datesOf(KAYAK, { start_date: '2027-01-04T00:00:00Z' });
  assert.deepEqual([moved?.id, moved?.date], [date_id, '2027-01-04T07:00:00Z']);
  const found = await sandbox.orders({ start_event_date: '2027-01-04T07:00:00Z' });
  assert.deepEqual(
    found.map(({ id }) => id),
    [placed.id],
  );
  assert.equal((await get('/sandbox/dates/never')).status, 404);
});

test('States: a deactivated event is in no list, and comes back when it is active again', async () => {
  const sandbox = await openSandbox();
  const { id } = await sandbox.event(KAYAK);
  const isListed = async () => (await sandbox.events()).some((event) => event.id === id);

  await sandbox.post(`/sandbox/events/${id}`, { active: 0 });
  assert.equal(await isListed(), false);

  await sandbox.post(`/sandbox/events/${id}`, { active: 1 });
  assert.equal(await isListed(), true);
});

import assert from 'node:assert/strict';
import type { OpenSandbox } from '../support.ts';
import { orderFor } from '../support.ts';
import type { WireOrder } from '../wire.ts';
import { rule, sandboxRule } from './platform.ts';

/** Three orders in the books: an accepted one, a request, and a reserved one of another day. */
async function placeThree(sandbox: OpenSandbox) {
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
  return { ids, accepted, pending, reserved };
}

sandboxRule('List orders: lists accepted orders by default', async (sandbox) => {
  const { ids, accepted } = await placeThree(sandbox);

  assert.deepEqual(await ids({}), [accepted.id]);
});

sandboxRule('Order list: lists one status, or with ALL every one', async (sandbox) => {
  const { ids, accepted, pending, reserved } = await placeThree(sandbox);

  assert.deepEqual(await ids({ status: 'PENDING' }), [pending.id]);
  assert.deepEqual(await ids({ status: 'OPEN' }), []);
  assert.deepEqual(await ids({ status: 'ALL' }), [accepted.id, pending.id, reserved.id]);
});

sandboxRule('Order list: finds an order by id, reference, code and date', async (sandbox) => {
  const { ids, pending } = await placeThree(sandbox);
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

sandboxRule(
  'Order list: start_date and end_date are about the order, not about the event',
  async (sandbox) => {
    const { ids, reserved, accepted, pending } = await placeThree(sandbox);
    const day = { start_date: '2026-11-20T00:00:00Z', end_date: '2026-11-20T23:59:59Z' };

    assert.deepEqual(await ids({ ...day, status: 'ALL' }), [reserved.id]);
    assert.deepEqual(await ids({ start_date: '2026-11-21T09:00:00Z', status: 'ALL' }), [
      accepted.id,
      pending.id,
    ]);
  },
);

sandboxRule('Order list: match searches name and e-mail', async (sandbox) => {
  const { ids, reserved, accepted } = await placeThree(sandbox);

  assert.deepEqual(await ids({ match: 'LIND.example', status: 'ALL' }), [reserved.id]);
  assert.deepEqual(await ids({ match: 'zoe', status: 'ALL' }), [accepted.id]);
});

sandboxRule(
  'Order list: orders by name, and returns only the fields that are requested',
  async (sandbox) => {
    await placeThree(sandbox);

    assert.deepEqual(
      await sandbox.orders({ status: 'ALL', order: '-name', fields: 'name' }),
      [{ name: 'Zoe Adler' }, { name: 'Bo Lind' }, { name: 'Ada Moreau' }].toSorted((a, b) =>
        b.name.localeCompare(a.name),
      ),
    );
  },
);

sandboxRule(
  'Order list: start_event_date and end_event_date are about the dates of its tickets',
  async (sandbox) => {
    const { ids, accepted, pending, reserved } = await placeThree(sandbox);
    const dates = await sandbox.dates({ available: 'false', ignore_latest_booking_time: '1' });
    const startOf = (order: WireOrder) =>
      dates.find(({ id }) => id === order.tickets[0]?.date_id)?.date ?? '';
    const all = [accepted, pending, reserved];

    for (const { id } of all) {
      const order = all.find((each) => each.id === id) as WireOrder;
      const at = startOf(order);
      const same = all.filter((each) => startOf(each) === at).map((each) => each.id);
      assert.deepEqual(
        await ids({ start_event_date: at, end_event_date: at, status: 'ALL' }),
        same,
      );
    }
    assert.deepEqual(await ids({ start_event_date: '2030-01-01T00:00:00Z', status: 'ALL' }), []);
    assert.deepEqual(await ids({ end_event_date: '2026-01-01T00:00:00Z', status: 'ALL' }), []);
  },
);

sandboxRule('Order list: order sorts by name, date and vendor_id', async (sandbox) => {
  await placeThree(sandbox);

  for (const attribute of ['name', 'date', 'vendor_id'] as const) {
    const sorted = await sandbox.orders({ status: 'ALL', order: attribute });
    const values = sorted.map((order) => order[attribute]);
    assert.deepEqual(values, values.toSorted());
    const reversed = await sandbox.orders({ status: 'ALL', order: `-${attribute}` });
    assert.deepEqual(
      reversed.map((order) => order[attribute]),
      values.toReversed(),
    );
  }
});

sandboxRule('Order list: delta_since finds the orders that were written since', async (sandbox) => {
  const { ids } = await placeThree(sandbox);
  sandbox.clock.now += 60_000;
  const since = { delta_since: '2026-11-21T09:01:00Z', status: 'ALL' };
  assert.deepEqual(await ids(since), []);

  const later = await sandbox.order(await orderFor(sandbox, 'Lantern night walk'));

  assert.deepEqual(await ids(since), [later.body.id]);
});

sandboxRule(
  'List orders of a vendor: lists those of the vendor that the path names',
  async (sandbox) => {
    const { accepted, pending, reserved } = await placeThree(sandbox);
    const ofVendor = (id: string, parameters: Record<string, string> = {}) =>
      sandbox.list<WireOrder>(`/v3/vendors/${id}/orders`, parameters);

    assert.deepEqual(
      (await ofVendor(accepted.vendor_id)).map(({ id }) => id),
      [accepted.id],
    );
    assert.deepEqual(await ofVendor(pending.vendor_id), [], 'accepted ones by default');
    assert.deepEqual(
      (await ofVendor(pending.vendor_id, { status: 'ALL' })).map(({ id }) => id),
      [pending.id, reserved.id],
    );
  },
);

rule(
  'List orders: lists nothing but accepted orders unless a status is asked for',
  async ({ orders }) => {
    for (const { status } of await orders({ limit: '50', fields: 'status' })) {
      assert.equal(status, 'ACCEPTED');
    }
  },
);

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import type { Client } from '../../../demo/sandbox/clients.ts';
import { refuses } from '../refuses.ts';
import { createEvent, dateFor } from '../request-bodies.ts';
import type { OpenSandbox } from '../support.ts';
import { openSandbox, orderFor } from '../support.ts';
import type { WireDate, WireEvent } from '../wire.ts';

const KAYAK = 'Kayak on the Spree';
const asVendor = { client: 'vendor' } as const;

const calendarWriter: Client = {
  id: 'calendar-writer',
  secret: 'secret',
  name: 'Calendar Writer',
  kind: 'reseller',
  scopes: ['calendar_read', 'calendar_write'],
};

async function createsDate(sandbox: OpenSandbox, pathFor: (event: WireEvent) => string) {
  const event = await createEvent(sandbox);

  const { status, body } = await sandbox.post<WireDate>(pathFor(event), dateFor(event));

  const { id, ...fields } = body;
  assert.equal(status, 201);
  assert.deepEqual(fields, { active: 1, ...dateFor(event) });
  assert.deepEqual(await sandbox.list(`/v3/events/${event.id}/dates`), [body]);
  assert.deepEqual(await sandbox.dates({ accept: id }), [body]);
}

const all = () => '/v3/dates';
const ofVendor = ({ vendor_id }: WireEvent) => `/v3/vendors/${vendor_id}/dates`;
const ofEvent = ({ id }: WireEvent) => `/v3/events/${id}/dates`;

test('Create date: responds with 201 and the date, and lists show it', async () => {
  const sandbox = await openSandbox(asVendor);
  await createsDate(sandbox, all);
});

test('Create date for a vendor: responds with 201 and the date, and lists show it', async () => {
  const sandbox = await openSandbox(asVendor);
  await createsDate(sandbox, ofVendor);
});

test('Create date for an event: responds with 201 and the date, and lists show it', async () => {
  const sandbox = await openSandbox(asVendor);
  await createsDate(sandbox, ofEvent);
});

for (const [place, pathFor] of Object.entries({ all, ofVendor, ofEvent })) {
  for (const name of Object.keys(dateFor({ id: '' }))) {
    test(`Date: ${name} is required on create (${place})`, async () => {
      const sandbox = await openSandbox(asVendor);
      const event = await createEvent(sandbox);

      await refuses(sandbox.post(pathFor(event), dateFor(event, { [name]: undefined })), name);
    });
  }

  test(`Date: an unknown event is refused on create (${place})`, async () => {
    const sandbox = await openSandbox(asVendor);
    const event = await createEvent(sandbox);

    await refuses(sandbox.post(pathFor(event), dateFor({ id: 'none' })), 'event_id');
  });
}

test('Create date for a vendor: an event of another vendor is refused', async () => {
  const sandbox = await openSandbox({ client: calendarWriter });
  const [own] = await sandbox.events();
  const other = (await sandbox.events()).find(({ vendor_id }) => vendor_id !== own?.vendor_id);

  await refuses(
    sandbox.post(`/v3/vendors/${own?.vendor_id}/dates`, dateFor(other ?? { id: '' })),
    'event_id',
  );
});

const invalid: [name: string, what: string, value: unknown][] = [
  ['date', 'is a day', '2027-03-01'],
  ['date', 'is a day that is not', '2027-02-30T09:00:00Z'],
  ['available_slots', 'is negative', -1],
  ['available_slots', 'is a string', '8'],
  ['available_slots', 'is more than total_slots', 11],
  ['total_slots', 'is negative', -1],
  ['total_slots', 'is not whole', 9.5],
  ['active', 'is written by the platform', 1],
  ['colour', 'is not a field', 'blue'],
];

for (const [name, what, value] of invalid) {
  test(`Date: is refused when ${name} ${what}`, async () => {
    const sandbox = await openSandbox(asVendor);
    const event = await createEvent(sandbox);

    await refuses(sandbox.post('/v3/dates', dateFor(event, { [name]: value })), name);
  });
}

test('Date: may have more places than its event says, and none at all', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await createEvent(sandbox);
  const create = (slots: number) =>
    sandbox.post('/v3/dates', dateFor(event, { available_slots: slots, total_slots: slots }));

  assert.equal((await create(event.max_participants + 1)).status, 201);
  assert.equal((await create(0)).status, 201);
});

test('Create date: a new date stands in its place among the others, and can be booked', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await sandbox.event('Lantern night walk');
  const at = '2026-11-21T12:00:00Z';

  const { body } = await sandbox.post<WireDate>('/v3/dates', dateFor(event, { date: at }));

  const starts = (await sandbox.datesOf(event.title)).map(({ date }) => date);
  assert.deepEqual(starts, starts.toSorted());
  assert.equal(starts[0], at);
  const order = await orderFor(sandbox, event.title);
  assert.equal((await sandbox.order(order)).status, 201);
  const [after] = await sandbox.dates({ accept: body.id });
  assert.equal(after?.available_slots, 7);
});

test('Update date: responds with 200, and changes any of event_id, date and total_slots', async () => {
  const sandbox = await openSandbox(asVendor);
  const [date] = await sandbox.datesOf(KAYAK);
  const other = await sandbox.event('Kayak on the Spree, long round');
  const taken = (date?.total_slots ?? 0) - (date?.available_slots ?? 0);
  const changes = { event_id: other.id, date: '2026-12-24T10:00:00Z', total_slots: 30 };

  const { status, body } = await sandbox.patch<WireDate>(`/v3/dates/${date?.id}`, changes);

  assert.equal(status, 200);
  assert.deepEqual(body, { ...date, ...changes, available_slots: 30 - taken });
  assert.ok(!(await sandbox.datesOf(KAYAK)).some(({ id }) => id === date?.id));
  const moved = await sandbox.datesOf(other.title);
  assert.deepEqual(
    moved.find(({ id }) => id === date?.id),
    body,
  );
  assert.deepEqual(
    moved.map((each) => each.date),
    moved.map((each) => each.date).toSorted(),
  );
});

test('Update date: what is left out stays as it is, and delta_since sees the rest', async () => {
  const sandbox = await openSandbox(asVendor);
  const [date] = await sandbox.datesOf(KAYAK);
  sandbox.clock.now += MINUTE;

  const { body } = await sandbox.patch<WireDate>(`/v3/dates/${date?.id}`, {
    date: '2026-12-24T10:00:00Z',
  });

  assert.deepEqual(body, { ...date, date: '2026-12-24T10:00:00Z' });
  assert.deepEqual(await sandbox.dates({ delta_since: '2026-11-21T09:01:00Z' }), [body]);
});

test('Update date: total_slots cannot be fewer than are taken', async () => {
  const sandbox = await openSandbox(asVendor);
  const [date] = await sandbox.datesOf(KAYAK);
  await sandbox.take(date?.id ?? '', 1);
  const taken = (date?.total_slots ?? 0) - (date?.available_slots ?? 0) + 1;
  const path = `/v3/dates/${date?.id}`;

  await refuses(sandbox.patch(path, { total_slots: taken - 1 }), 'total_slots');
  const { body } = await sandbox.patch<WireDate>(path, { total_slots: taken });
  assert.equal(body.available_slots, 0);
});

for (const [name, value] of [
  ['available_slots', 3],
  ['date', 'soon'],
  ['total_slots', -1],
  ['event_id', 'none'],
] as const) {
  test(`Update date: is refused when ${name} is ${value}`, async () => {
    const sandbox = await openSandbox(asVendor);
    const [date] = await sandbox.datesOf(KAYAK);

    await refuses(sandbox.patch(`/v3/dates/${date?.id}`, { [name]: value }), name);
  });
}

test('Update date: needs the Extended Availability Management module of the vendor', async () => {
  const sandbox = await openSandbox(asVendor);
  const [date] = await sandbox.datesOf(KAYAK);
  const { vendor_id } = await sandbox.event(KAYAK);
  const update = () => sandbox.patch(`/v3/dates/${date?.id}`, { total_slots: 40 });
  const set = (active: boolean) =>
    sandbox.patch(`/sandbox/vendors/${vendor_id}`, { extended_availability_management: active });

  await set(false);
  assert.equal((await update()).status, 403);
  const batch = await sandbox.patch('/v3/datesBatch', [{ date_id: date?.id, total_slots: 40 }]);
  assert.equal(batch.status, 403);
  await set(true);
  assert.equal((await update()).status, 200);
});

test('Create date for an event: the body may not name another event', async () => {
  const sandbox = await openSandbox(asVendor);
  const [kayak, lantern] = [await sandbox.event(KAYAK), await sandbox.event('Lantern night walk')];

  await refuses(sandbox.post(`/v3/events/${kayak.id}/dates`, dateFor(lantern)), 'event_id');
});

test('Update date: the orders that have a ticket for it change with its start, not with its places', async () => {
  const sandbox = await openSandbox(asVendor);
  const { body: order } = await sandbox.order(await orderFor(sandbox, KAYAK));
  const path = `/v3/dates/${order.tickets[0]?.date_id}`;
  const since = { delta_since: '2026-11-21T09:01:00Z' };
  sandbox.clock.now += MINUTE;

  await sandbox.patch(path, { total_slots: 40 });
  assert.deepEqual(await sandbox.orders(since), []);
  await sandbox.patch(path, { date: '2026-12-24T10:00:00Z' });
  assert.deepEqual(await sandbox.orders(since), [order]);
});

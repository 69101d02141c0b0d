import assert from 'node:assert/strict';
import { test } from 'vitest';
import { refuses } from '../refuses.ts';
import { createEvent, dateFor } from '../request-bodies.ts';
import { openSandbox } from '../support.ts';
import type { WireBatch, WireDate } from '../wire.ts';

const KAYAK = 'Kayak on the Spree';
const asVendor = { client: 'vendor' } as const;

test('Create dates in batch: responds with 201, SUCCESS and how many there were', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await createEvent(sandbox);
  const starts = ['2027-03-02T09:00:00Z', '2027-03-01T09:00:00Z', '2027-03-03T09:00:00Z'];

  const { status, body } = await sandbox.post<WireBatch>(
    '/v3/datesBatch',
    starts.map((date) => dateFor(event, { date })),
  );

  assert.deepEqual([status, body], [201, { status: 'SUCCESS', processed_items: 3 }]);
  const listed = await sandbox.list<WireDate>(`/v3/events/${event.id}/dates`);
  assert.deepEqual(
    listed.map(({ date }) => date),
    starts.toSorted(),
  );
});

test('Create dates in batch: is accepted as a whole or not at all', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await createEvent(sandbox);
  const batch = [dateFor(event), dateFor(event, { available_slots: 11 })];

  await refuses(sandbox.post('/v3/datesBatch', batch), '1.available_slots');
  await refuses(sandbox.post('/v3/datesBatch', [dateFor(event), {}]), '1.event_id');
  await refuses(sandbox.post('/v3/datesBatch', dateFor(event)), '');
  assert.deepEqual(await sandbox.list(`/v3/events/${event.id}/dates`), []);
});

test('Update dates in batch: responds with 200, SUCCESS and how many there were', async () => {
  const sandbox = await openSandbox(asVendor);
  const [first, second] = await sandbox.datesOf(KAYAK);
  const batch = [
    { date_id: first?.id, total_slots: 40 },
    { date_id: second?.id, date: '2026-12-24T10:00:00Z' },
  ];

  const { status, body } = await sandbox.patch<WireBatch>('/v3/datesBatch', batch);

  assert.deepEqual([status, body], [200, { status: 'SUCCESS', processed_items: 2 }]);
  const after = await sandbox.dates({ accept: [first?.id, second?.id].join() });
  assert.deepEqual(
    after.map(({ total_slots, date }) => [total_slots, date]),
    [
      [40, first?.date],
      [second?.total_slots, '2026-12-24T10:00:00Z'],
    ],
  );
});

test('Update dates in batch: is accepted as a whole or not at all, and date_id is required', async () => {
  const sandbox = await openSandbox(asVendor);
  const before = await sandbox.datesOf(KAYAK);
  const good = { date_id: before[0]?.id, total_slots: 40 };

  await refuses(sandbox.patch('/v3/datesBatch', [good, { date_id: 'none' }]), '1.date_id');
  await refuses(sandbox.patch('/v3/datesBatch', [good, { total_slots: 5 }]), '1.date_id');
  const tooFew = { date_id: before[1]?.id, total_slots: 0 };
  await sandbox.take(tooFew.date_id ?? '', 1);
  await refuses(sandbox.patch('/v3/datesBatch', [good, tooFew]), '1.total_slots');
  assert.deepEqual((await sandbox.datesOf(KAYAK))[0], before[0]);
});

test('Update dates in batch: a vendor API client changes no dates of another vendor', async () => {
  const sandbox = await openSandbox(asVendor);
  const [fado] = await sandbox.as('reseller').datesOf('Fado evening by candlelight');

  const batch = [{ date_id: fado?.id, total_slots: 40 }];

  await refuses(sandbox.patch('/v3/datesBatch', batch), '0.date_id');
});

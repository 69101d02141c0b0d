import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Client } from '../../../demo/sandbox/clients.ts';
import { refuses } from '../refuses.ts';
import { eventFor, ownVendor, unchanged } from '../request-bodies.ts';
import { find, openSandbox } from '../support.ts';
import type { WireEvent } from '../wire.ts';

const KAYAK = 'Kayak on the Spree';
const asVendor = { client: 'vendor' } as const;

test('Create event: responds with 201 and the event without images, and lists show it', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);

  const { status, body } = await sandbox.post<WireEvent>('/v3/events', eventFor(vendor));

  assert.equal(status, 201);
  assert.ok(!('images' in body));
  assert.equal(body.active, '1');
  assert.deepEqual(
    [body.vendor_id, body.vendor_name, body.type, body.root_event_id],
    [vendor.id, vendor.name, 'BOOKING', ''],
  );
  assert.deepEqual(await sandbox.events({ accept: body.id }), [body]);
});

test('Create event: fields that are left out have their plain values', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);

  const { body } = await sandbox.post<WireEvent>('/v3/events', eventFor(vendor));

  const { min_participants, latest_booking_time, commission, highlights } = body;
  assert.deepEqual([min_participants, latest_booking_time, commission], [0, 0, 0]);
  assert.deepEqual(highlights, []);
});

test('Create event: every field of the spec is accepted and returned', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);
  const fields = {
    type: 'REQUEST',
    pre_time: 15,
    timezone: 'Europe/Berlin',
    location_place_id: 'place-1',
    meeting_location_place_id: 'place-2',
    bring: 'Shoes',
    advice: 'Long',
    hint: 'Be early',
    participant_hint: 'Your height?',
    youtubeVideoId: 'dQw4w9WgXcQ',
    voucher_checkout_url: 'https://vouchers.example/1',
    highlights: ['One', 'Two'],
    tags: [{ title: 'Language', values: ['en', 'de'] }],
    min_participants: 2,
    latest_booking_time: -60,
  };

  const { body } = await sandbox.post<WireEvent>('/v3/events', eventFor(vendor, fields));

  const returned = Object.fromEntries(Object.entries(body).filter(([name]) => name in fields));
  assert.deepEqual(returned, fields);
});

test('Create event: prices get integer ids, and public, category and VAT when left out', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);
  const { currency } = vendor;
  const prices = [
    { title: 'Adult', value: 10, currency, entry_units: [{ type: 'ADULT' }] },
    { title: 'Partner', value: 8, currency, public: 0, category: 'Other', vat: 7 },
  ];

  const { body } = await sandbox.post<WireEvent>('/v3/events', eventFor(vendor, { prices }));

  assert.ok(body.prices.every(({ id }) => Number.isInteger(id)));
  assert.deepEqual(
    body.prices.map(({ id: _id, ...price }) => price),
    [
      { ...prices[0], public: 1, category: '', vat: 0 },
      { ...prices[1], entry_units: [] },
    ],
  );
});

test('Create event: an inactive event is returned, but not listed', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);

  const { body } = await sandbox.post<WireEvent>('/v3/events', eventFor(vendor, { active: 0 }));

  assert.equal(body.active, '0');
  assert.deepEqual(await sandbox.events({ accept: body.id, type: 'ALL' }), []);
  assert.equal((await sandbox.get(`/v3/events/${body.id}/dates`)).status, 404);
});

test('Create event for a vendor: responds with 201, and vendor_id has to be that of the path', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);
  const path = `/v3/vendors/${vendor.id}/events`;

  const { status, body } = await sandbox.post<WireEvent>(path, eventFor(vendor));
  const other = await sandbox.post(path, eventFor(vendor, { vendor_id: 'another' }));

  assert.deepEqual([status, body.vendor_id], [201, vendor.id]);
  assert.equal(other.status, 400);
});

test('Update event: responds with 200, changes what is sent and leaves the rest', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);
  const { body: event } = await sandbox.post<WireEvent>(
    '/v3/events',
    eventFor(vendor, { hint: 'Be early' }),
  );

  const { status, body } = await sandbox.patch<WireEvent>(
    `/v3/events/${event.id}`,
    unchanged(event, { title: 'Another walk' }),
  );

  assert.equal(status, 200);
  assert.deepEqual(body, { ...event, title: 'Another walk' });
  assert.deepEqual(await sandbox.events({ accept: event.id }), [body]);
});

test('Update event: delta_since finds the changed event', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await sandbox.event(KAYAK);
  const since = { delta_since: '2026-11-21T09:00:00Z' };
  assert.deepEqual(await sandbox.events(since), []);

  await sandbox.patch(`/v3/events/${event.id}`, unchanged(event, { hint: 'Bring a towel' }));

  assert.deepEqual(
    (await sandbox.events(since)).map(({ id }) => id),
    [event.id],
  );
});

test('Update event: a deactivated event leaves all lists, with its dates', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await sandbox.event(KAYAK);
  const [date] = await sandbox.datesOf(KAYAK);
  const path = `/v3/events/${event.id}`;

  const { body } = await sandbox.patch<WireEvent>(path, unchanged(event, { active: 0 }));

  assert.equal(body.active, '0');
  assert.ok(!(await sandbox.events({ type: 'ALL' })).some(({ id }) => id === event.id));
  assert.deepEqual(await sandbox.dates({ accept_events: event.id }), []);
  assert.equal((await sandbox.get(`/v3/dates/${date?.id}`)).status, 404);
  assert.equal((await sandbox.get(`/v3/merged_events/${event.id}`)).status, 404);

  await sandbox.patch(path, unchanged(event, { active: 1 }));
  assert.ok((await sandbox.dates({ accept_events: event.id })).length > 0, 'and can come back');
});

test('Update event: a price that is named keeps its id, another gets a new one', async () => {
  const sandbox = await openSandbox(asVendor);
  const event = await sandbox.event(KAYAK);
  const [adult] = event.prices;
  const senior = { title: 'Senior', value: 30, currency: 'EUR' };

  const { body } = await sandbox.patch<WireEvent>(
    `/v3/events/${event.id}`,
    unchanged(event, { prices: [{ ...adult, value: 41 }, senior] }),
  );

  assert.deepEqual(body.prices[0], { ...adult, value: 41 });
  assert.equal(body.prices[1]?.title, 'Senior');
  assert.ok(!event.prices.some(({ id }) => id === body.prices[1]?.id));
});

test('Event: a pricelist names an event of its vendor that is no pricelist itself', async () => {
  const sandbox = await openSandbox(asVendor);
  const vendor = await ownVendor(sandbox);
  const weekend = await sandbox.event('Kayak on the Spree, weekend');
  const long = await sandbox.event('Kayak on the Spree, long round');
  const create = (root_event_id: string) =>
    sandbox.post<WireEvent>('/v3/events', eventFor(vendor, { root_event_id }));

  assert.equal((await create(weekend.id)).status, 400);
  const { status, body } = await create(long.id);

  assert.equal(status, 201);
  const merged = await sandbox.get<{ price_groups: unknown[] }>(`/v3/merged_events/${long.id}`);
  assert.equal(merged.body.price_groups.length, 3);
  const main = await sandbox.events({ only_main_duration: 'true' });
  assert.ok(
    !main.some(({ id }) => id === body.id),
    'it is of a further duration, as its parent is',
  );

  const parent = await sandbox.patch(
    `/v3/events/${long.id}`,
    unchanged(long, { root_event_id: (await sandbox.event(KAYAK)).id }),
  );
  assert.equal(parent.status, 400, 'an event with pricelists cannot become one');
});

const channelManager: Client = {
  id: 'channel-manager',
  secret: 'secret',
  name: 'Channel Manager',
  kind: 'reseller',
  scopes: ['calendar_read', 'inventory_write', 'inventory_write_prices'],
};

test('Event: commission above 0 is accepted from reseller API clients, and shown to them', async () => {
  const sandbox = await openSandbox({ client: channelManager });
  const vendor = await ownVendor(sandbox);

  const { status, body } = await sandbox.post<WireEvent>(
    '/v3/events',
    eventFor(vendor, { commission: 20 }),
  );

  assert.deepEqual([status, body.commission], [201, 20]);
  const [seen] = await sandbox.as('vendor').events({ accept: body.id });
  assert.equal(seen?.commission, 0);
});

test('Event: an event cannot be given to another vendor', async () => {
  const sandbox = await openSandbox({ client: channelManager });
  const event = await sandbox.event(KAYAK);
  const other = find(await sandbox.vendors(), ({ id }) => id !== event.vendor_id);

  await refuses(
    sandbox.patch(`/v3/events/${event.id}`, unchanged(event, { vendor_id: other.id })),
    'vendor_id',
  );
});

test('Event: a price of another event is refused', async () => {
  const sandbox = await openSandbox(asVendor);
  const kayak = await sandbox.event(KAYAK);
  const { prices } = await sandbox.event('The Wall by bike');

  await refuses(sandbox.patch(`/v3/events/${kayak.id}`, unchanged(kayak, { prices })), 'prices.0');
});

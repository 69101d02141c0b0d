import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { isApiError, type Operation, operations } from '../../../proxy/platform/index.ts';
import { createApiWorld, NOW } from './api-world.ts';

const newEvent = (vendor_id: string) => ({
  vendor_id,
  title: 'Pottery for two',
  description: '<p>By the wheel.</p>',
  duration: 90,
  max_participants: 8,
  location: 'Am Markt 3, Leipzig',
  location_lng: 12.37,
  location_lat: 51.34,
  meeting_location: 'In the yard',
  meeting_location_lng: 12.37,
  meeting_location_lat: 51.34,
  images: ['iVBORw0KGgo='],
  categories: [{ id: 1, title: 'Tours' }],
  prices: [{ title: 'Adult', value: 39.5, currency: 'EUR', vat: 19 }],
});
const newDate = (event_id: string) => ({
  event_id,
  date: new Date(NOW + DAY),
  available_slots: 5,
  total_slots: 8,
});

/** A vendor's client, and an event that it has created. */
async function createEvent() {
  const world = createApiWorld();
  const [vendor] = await world.vendor.listVendors();
  assert.ok(vendor);
  const event = await world.vendor.createEvent({ body: newEvent(vendor.id) });
  return { ...world, vendor_id: vendor.id, event };
}

test('the platform knows each operation of the table by its method and path', async () => {
  const { apiOf, sandbox } = createApiWorld();
  const tokens: (string | null)[] = [];
  await apiOf(sandboxClients.vendor, (platform) => (request) => {
    tokens.push(request.headers.get('Authorization'));
    return platform(request);
  }).listVendors();
  const Authorization = tokens.at(-1) ?? '';

  for (const [name, { method, path }] of Object.entries<Operation>(operations)) {
    const url = `https://platform.example${path.replace(/\{\w+\}/g, 'some-id')}`;
    const response = await sandbox(new Request(url, { method, headers: { Authorization } }));

    assert.doesNotMatch(await response.text(), /there is nothing at/, name);
  }
});

test('an event is created, changed and listed, and keeps the price that its change names', async () => {
  const { vendor, vendor_id, event } = await createEvent();
  const { vendor_id: _, prices, ...required } = newEvent(vendor_id);
  const [price] = event.prices;

  const other = await vendor.createEventForVendor({ vendor_id, body: newEvent(vendor_id) });
  const changed = await vendor.updateEvent({
    id: event.id,
    body: {
      ...required,
      title: 'Pottery for three',
      prices: prices.map((given) => ({ ...given, id: price?.id })),
    },
  });
  const listed = await vendor.listEventsOfVendor({ vendor_id, accept: [event.id, other.id] });
  const merged = await vendor.retrieveMergedEvent({ id: event.id });

  assert.equal(changed.title, 'Pottery for three');
  assert.deepEqual(changed.prices, event.prices);
  assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set([event.id, other.id]));
  assert.deepEqual(merged.price_groups[0]?.prices, event.prices);
  assert.ok((await vendor.listMergedEvents()).some(({ id }) => id === event.id));
});

test('dates are created and changed one by one and in batches, and found by every list', async () => {
  const { vendor, vendor_id, event } = await createEvent();
  const { id } = event;
  const body = newDate(id);

  const date = await vendor.createDate({ body });
  await vendor.createDateForEvent({ id, body });
  await vendor.createDateForVendor({ id: vendor_id, body });
  const batch = await vendor.createDates({ body: [body, body] });
  const changed = await vendor.updateDate({ id: date.id, body: { total_slots: 9 } });
  await vendor.updateDates({ body: [{ date_id: date.id, total_slots: 10 }] });

  assert.deepEqual(batch, { status: 'SUCCESS', processed_items: 2 });
  assert.equal(changed.total_slots, 9);
  assert.equal((await vendor.retrieveDate({ id: date.id })).total_slots, 10);
  assert.equal((await vendor.retrieveMergedDate({ id: date.id })).event_id, id);
  const only = { accept_events: [id] };
  assert.equal((await vendor.listDates(only)).length, 5);
  assert.equal((await vendor.listDatesOfEvent({ event_id: id })).length, 5);
  assert.equal((await vendor.listDatesOfVendor({ id: vendor_id, ...only })).length, 5);
  assert.equal((await vendor.listMergedDates(only)).length, 5);
  assert.equal(await vendor.count.listDates(only), 5);
});

test('a summary has the events and dates of all pages', async () => {
  const { reseller, vendor, vendor_id } = await createEvent();

  const all = await reseller.listEventsAndDates();
  const own = await vendor.listEventsAndDatesOfVendor({ id: vendor_id });

  const length = (summaries: typeof all) => summaries.flatMap(({ dates }) => dates).length;
  assert.equal(length(all), await reseller.count.listDates());
  assert.equal(length(own), await reseller.count.listDates({ accept_vendors: [vendor_id] }));
});

test('a batch with one wrong row is refused with the number of the row', async () => {
  const { vendor, event } = await createEvent();
  const body = [newDate(event.id), newDate('no-event')];

  const error = await vendor.createDates({ body }).catch((error: unknown) => error);

  assert.ok(isApiError(error) && error.name === 'PlatformRefused');
  assert.match(error.said.message, /^1\.event_id: /);
});

test('a product is created by its vendor, and keeps what its change leaves out', async () => {
  const { vendor, vendor_id, reseller } = await createEvent();
  const body = {
    vendor_id,
    name: 'Apron',
    description: 'Washable.',
    total: 10,
    available: 10,
    price: 12,
    currency: 'EUR',
    shipping_address: 0 as const,
    dependencies: [],
  };

  const product = await vendor.createProduct({ body });
  const changed = await vendor.updateProduct({ id: product.id, body: { price: 14.5 } });
  const listed = await vendor.listProducts({ accept: [product.id] });
  const error = await reseller.createProduct({ body }).catch((error: unknown) => error);

  assert.deepEqual(changed, { ...product, price: 14.5 });
  assert.deepEqual(listed, [changed]);
  assert.ok(isApiError(error) && error.name === 'PlatformRefused' && error.status === 403);
});

test('an order is created, by either path, and found by its reference', async () => {
  const { vendor, reseller, vendor_id, event } = await createEvent();
  const date = await vendor.createDate({ body: newDate(event.id) });
  const body = {
    date: new Date(NOW),
    status: 'ACCEPTED' as const,
    lang: 'de',
    currency: 'EUR',
    email: 'ida@example.com',
    name: 'Ida Meyer',
    vendor_id,
    external_reference: 'mine-1',
    tickets: [{ date_id: date.id, participants: [{ price_id: event.prices[0]?.id }] }],
  };

  const order = await reseller.createOrder({ body });
  const other = await vendor.createOrderForVendor({
    id: vendor_id,
    body: { ...body, external_reference: 'mine-2' },
  });
  const found = await reseller.listOrders({ accept_external_reference: ['mine-1'], status: 'ALL' });
  const ofVendor = await vendor.listOrdersOfVendor({ id: vendor_id });

  assert.equal(order.total_invoice, '39.50');
  assert.deepEqual(found, [order]);
  assert.deepEqual(new Set(ofVendor.map(({ id }) => id)), new Set([order.id, other.id]));
});

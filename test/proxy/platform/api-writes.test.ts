import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY, MINUTE } from '#contract/milliseconds';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { isApiError, type Operation, operations } from '../../../proxy/platform/index.ts';
import { apiWorlds, createApiWorld, NOW } from './api-world.ts';

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

const newProduct = (vendor_id: string) => ({
  vendor_id,
  name: 'Apron',
  description: 'Washable.',
  total: 10,
  available: 10,
  price: 12,
  currency: 'EUR',
  shipping_address: 0 as const,
  dependencies: [],
});

/** A vendor's client, and an event that it has created. */
async function createEvent<World extends Pick<ReturnType<typeof createApiWorld>, 'vendor'>>(
  world: World,
) {
  const [vendor] = await world.vendor.listVendors();
  assert.ok(vendor);
  const event = await world.vendor.createEvent({ body: newEvent(vendor.id) });
  return { ...world, vendor_id: vendor.id, event };
}

for (const [platform, createWorld] of apiWorlds) {
  test(`on ${platform}, lists have all items, and each item is what its own path has`, async () => {
    const { reseller } = createWorld();

    const vendors = await reseller.listVendors();
    const events = await reseller.listEvents({ type: 'ALL' });
    const dates = await reseller.listDates({ available: false });

    const ids = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id));
    const [vendor, event, date] = [vendors[0], events[0], dates[0]];
    assert.ok(vendor && event && date);
    assert.equal(ids(dates).size, dates.length);
    assert.deepEqual(await reseller.retrieveVendor({ id: vendor.id }), vendor);
    assert.deepEqual(await reseller.retrieveDate({ id: date.id }), date);
    const ofEach = await Promise.all(
      events.map(({ id }) => reseller.listDatesOfEvent({ event_id: id, available: false })),
    );
    assert.deepEqual(ids(ofEach.flat()), ids(dates));
    for (const { id } of vendors) {
      const accept_vendors = [id];
      assert.deepEqual(
        ids(await reseller.listEventsOfVendor({ vendor_id: id, type: 'ALL' })),
        ids(events.filter(({ vendor_id }) => vendor_id === id)),
      );
      assert.deepEqual(
        ids(await reseller.listDatesOfVendor({ id })),
        ids(await reseller.listDates({ accept_vendors })),
      );
    }
    assert.ok((await reseller.listProducts({ requires_shipping: 1 })).length > 0);
  });

  test(`on ${platform}, an event is created, changed and listed, and keeps the price that its change names`, async () => {
    const { vendor, vendor_id, event } = await createEvent(createWorld());
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
    const accept = [event.id, other.id];
    const listed = await vendor.listEventsOfVendor({ vendor_id, accept });

    assert.equal(changed.title, 'Pottery for three');
    assert.deepEqual(changed.prices, event.prices);
    assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(accept));
    assert.deepEqual(
      listed.find(({ id }) => id === event.id),
      changed,
    );
  });

  test(`on ${platform}, an event that its vendor deactivates is in no list`, async () => {
    const { vendor, vendor_id, event } = await createEvent(createWorld());
    const { vendor_id: _, ...required } = newEvent(vendor_id);

    await vendor.updateEvent({ id: event.id, body: { ...required, active: 0 } });

    assert.deepEqual(await vendor.listEvents({ accept: [event.id], type: 'ALL' }), []);
  });

  test(`on ${platform}, dates are created and changed one by one and in batches, and every list finds them`, async () => {
    const { vendor, vendor_id, event, time } = await createEvent(createWorld());
    const { id } = event;
    const body = newDate(id);

    const date = await vendor.createDate({ body });
    await vendor.createDateForEvent({ id, body });
    await vendor.createDateForVendor({ id: vendor_id, body });
    const batch = await vendor.createDates({ body: [body, body] });
    time.now += MINUTE;
    const delta_since = new Date(time.now);
    const changed = await vendor.updateDate({ id: date.id, body: { total_slots: 9 } });
    await vendor.updateDates({ body: [{ date_id: date.id, total_slots: 10 }] });

    assert.deepEqual(batch, { status: 'SUCCESS', processed_items: 2 });
    // Three were taken before.
    assert.deepEqual([changed.total_slots, changed.available_slots], [9, 6]);
    assert.equal((await vendor.retrieveDate({ id: date.id })).total_slots, 10);
    const only = { accept_events: [id] };
    assert.equal((await vendor.listDates(only)).length, 5);
    assert.equal((await vendor.listDatesOfEvent({ event_id: id })).length, 5);
    assert.equal((await vendor.listDatesOfVendor({ id: vendor_id, ...only })).length, 5);
    assert.deepEqual(
      (await vendor.listDates({ ...only, delta_since })).map((changed) => changed.id),
      [date.id],
    );
  });

  test(`on ${platform}, a batch with one wrong row is refused, and creates nothing`, async () => {
    const { vendor, event } = await createEvent(createWorld());
    const body = [newDate(event.id), newDate('no-event')];

    const error = await vendor.createDates({ body }).catch((error: unknown) => error);

    assert.ok(isApiError(error) && error.name === 'PlatformRefused', String(error));
    assert.deepEqual(await vendor.listDatesOfEvent({ event_id: event.id }), []);
  });

  test(`on ${platform}, a product is created, and keeps what its change leaves out`, async () => {
    const { vendor, vendor_id } = await createEvent(createWorld());

    const product = await vendor.createProduct({ body: newProduct(vendor_id) });
    const changed = await vendor.updateProduct({ id: product.id, body: { price: 14.5 } });

    assert.deepEqual(changed, { ...product, price: 14.5 });
    assert.deepEqual(await vendor.listProducts({ accept: [product.id] }), [changed]);
  });

  test(`on ${platform}, an order is created, by either path, takes its places, and is found by its reference`, async () => {
    const { vendor, reseller, vendor_id, event } = await createEvent(createWorld());
    const date = await vendor.createDate({ body: newDate(event.id) });
    const product = await vendor.createProduct({ body: newProduct(vendor_id) });
    const body = {
      date: new Date(NOW),
      status: 'ACCEPTED' as const,
      lang: 'de',
      currency: 'EUR',
      email: 'ida@example.com',
      name: 'Ida Meyer',
      vendor_id,
      external_reference: 'mine-1',
      tickets: [
        {
          date_id: date.id,
          event_id: event.id,
          participants: [{ price_id: event.prices[0]?.id }],
        },
      ],
      products: [{ product_id: product.id, amount: 2 }],
    };

    const order = await reseller.createOrder({ body });
    const other = await vendor.createOrderForVendor({
      id: vendor_id,
      body: { ...body, external_reference: 'mine-2' },
    });

    assert.equal(order.total_invoice, '63.50');
    const reference = { accept_external_reference: ['mine-1'], status: 'ALL' as const };
    assert.deepEqual(await reseller.listOrders(reference), [order]);
    const ofVendor = await vendor.listOrdersOfVendor({ id: vendor_id });
    assert.deepEqual(new Set(ofVendor.map(({ id }) => id)), new Set([order.id, other.id]));
    assert.equal(
      (await vendor.retrieveDate({ id: date.id })).available_slots,
      date.available_slots - 2,
    );
  });
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

test('an event and a date are found among the merged ones', async () => {
  const { vendor, event } = await createEvent(createApiWorld());
  const date = await vendor.createDate({ body: newDate(event.id) });

  const merged = await vendor.retrieveMergedEvent({ id: event.id });

  assert.deepEqual(merged.price_groups[0]?.prices, event.prices);
  assert.ok((await vendor.listMergedEvents()).some(({ id }) => id === event.id));
  assert.equal((await vendor.retrieveMergedDate({ id: date.id })).event_id, event.id);
  assert.deepEqual(await vendor.listMergedDates({ accept_events: [event.id] }), [date]);
  assert.equal(await vendor.count.listDates({ accept_events: [event.id] }), 1);
});

test('a summary has the events and dates of all pages', async () => {
  const { reseller, vendor, vendor_id } = await createEvent(createApiWorld());

  const all = await reseller.listEventsAndDates();
  const own = await vendor.listEventsAndDatesOfVendor({ id: vendor_id });

  const length = (summaries: typeof all) => summaries.flatMap(({ dates }) => dates).length;
  assert.equal(length(all), await reseller.count.listDates());
  assert.equal(length(own), await reseller.count.listDates({ accept_vendors: [vendor_id] }));
});

test('a refused batch names the number of its wrong row', async () => {
  const { vendor, event } = await createEvent(createApiWorld());
  const body = [newDate(event.id), newDate('no-event')];

  const error = await vendor.createDates({ body }).catch((error: unknown) => error);

  assert.ok(isApiError(error) && error.name === 'PlatformRefused');
  assert.match(error.said.message, /^1\.event_id: /);
});

test('a product is created by vendor clients alone', async () => {
  const { reseller, vendor_id } = await createEvent(createApiWorld());

  const error = await reseller
    .createProduct({ body: newProduct(vendor_id) })
    .catch((error: unknown) => error);

  assert.ok(isApiError(error) && error.name === 'PlatformRefused' && error.status === 403);
});

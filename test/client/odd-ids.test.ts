import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { MergedEvent } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import { toInstant } from '../../proxy/clock.ts';
import { createWorld, newKey, requestFor, type World } from '../support/world.ts';
import { createProxiedClient } from './proxied-client.ts';

// Ids are opaque (spec, General encoding rules), so any characters have to pass from the sandbox
// through the proxy to the widget's client.

const world: World = createWorld({ scenario: 'odd-ids' });
const { client } = createProxiedClient({ world });
/** Every id that was listed and found. */
const seen = new Set<string>();
const listed = await client.events({ limit: 100 });

test('all events are listed, with any characters in their ids', async () => {
  const usual = await createProxiedClient().client.events({ limit: 100 });

  assert.equal(listed.length, usual.length);
  assert.ok(listed.some(({ id }) => id === '..') && listed.some(({ id }) => id === '.'));
});

async function dateOf(event: MergedEvent) {
  const start = world.clock();
  const dates = await client.dates(event.id, toInstant(start), toInstant(start + 60 * DAY));
  return dates.find(
    ({ available_slots, bookable_until }) =>
      available_slots >= 4 && Date.parse(bookable_until) > start + DAY,
  );
}

for (const { id, title } of listed) {
  test(`event ${JSON.stringify(id)} is found, with its dates, vendor and products, and ordered`, async () => {
    const event = await client.mergedEvent(id);
    assert.deepEqual([event.id, event.title], [id, title]);
    assert.equal((await client.vendor(event.vendor_id)).id, event.vendor_id);
    const products = await client.products(event.vendor_id);
    for (const { vendor_id } of products) assert.equal(vendor_id, event.vendor_id);
    const date = await dateOf(event);
    if (!date) return;

    const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
    const [price] = group?.prices ?? [];
    assert.ok(price);
    const [product] = products.filter(({ dependencies }) => dependencies.length === 0);
    const amount = Math.max(1, group?.min_participants ?? 1);
    const line = { event_id: id, date_id: date.id, prices: [{ price_id: price.id, amount }] };
    const { orders } = await client.quote({
      lines: [line],
      products: product ? [{ product_id: product.id, amount: 1 }] : [],
    });
    const [quoted] = orders;
    assert.ok(quoted);
    const key = newKey();
    const address = {
      name: 'Ida Meyer',
      street: 'Weg',
      streetnr: '1',
      zip: '10115',
      city: 'Berlin',
      country: 'DE',
    };
    const placed = await client.order(
      requestFor(quoted, quoted.shipping_address ? { shipping: address } : {}),
      key,
    );

    assert.equal(placed.state, 'placed');
    assert.deepEqual(await client.intent({ key }), placed);
    for (const used of [id, event.vendor_id, date.id, placed.order?.id ?? '']) seen.add(used);
    const books = await world.books();
    assert.ok(books.some((order) => order.id === placed.order?.id));
    assert.equal(
      placed.order?.selfservice_url,
      `https://my.example/viewOrder/${encodeURIComponent(placed.order?.id ?? '')}`,
    );
  });
}

test('some of the events could be ordered, and no id was skipped', () => {
  assert.ok(!world.lines.some((line) => line.includes('item-skipped')));
  assert.ok(world.orderCalls() >= 6, `${world.orderCalls()} orders`);
  for (const kind of [/^\.\.$/, /^o0:.*=$/, /\/b$/, /^ü/, /^%2f/, /^.{200}$/, /^~.* &\?#/, /^'"></])
    assert.ok(
      [...seen].some((id) => kind.test(id)),
      String(kind),
    );
});

test('an order with an odd id whose response was lost is found', async () => {
  const lossy = createWorld({
    scenario: 'odd-ids',
    between: (platform) => async (request) => {
      const response = await platform(request);
      const isCreate = request.method === 'POST' && request.url.endsWith('/v3/orders');
      return isCreate ? new Response('gone', { status: 504 }) : response;
    },
  });
  const choice = await lossy.choose();
  const { event, group, date } = choice;
  const [price] = group.prices;
  assert.ok(price);
  const line = {
    event_id: event.id,
    date_id: date.id,
    prices: [{ price_id: price.id, amount: 2 }],
  };
  const quoted = await lossy.quoteOne({ lines: [line], products: [] });
  const key = newKey();
  assert.equal((await lossy.place(requestFor(quoted), key)).status, 202);

  lossy.advance(60_000);
  const { body } = await lossy.find(key);

  assert.equal(body.state, 'placed');
  assert.equal(body.order?.id, (await lossy.books())[0]?.id);
});

test('an event whose id contains a comma cannot be requested, so it is left out and logged', async () => {
  const comma = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!request.url.includes('/v3/events?type')) return response;
      const [first, ...others] = (await response.json()) as { id: string }[];
      return Response.json([{ ...first, id: 'a,b' }, ...others]);
    },
  });
  const { body } = await comma.get<{ id: string }[]>('/v3/events');

  assert.ok(body.length > 0 && body.every(({ id }) => id !== 'a,b'));
  assert.ok(comma.lines.some((line) => /item-skipped.*event/.test(line)));
});

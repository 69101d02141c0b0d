import assert from 'node:assert/strict';
import { test } from 'vitest';
import { eventDates } from '#contract/date.schema';
import { listedEvents, mergedEvent } from '#contract/event.schema';
import { monthRange } from '#contract/month-range';
import { intentResponse } from '#contract/order.schema';
import { IDEMPOTENCY_KEY } from '#contract/paths';
import { type Problem, problem } from '#contract/problem.schema';
import { products } from '#contract/product.schema';
import { type QuotedOrder, quoteResponse } from '#contract/quote.schema';
import { site } from '#contract/site.schema';
import { vendor } from '#contract/vendor.schema';
import { createBookingClient } from '../../src/client/booking-client.ts';
import { RequestError } from '../../src/client/request-error.ts';
import { limitFor } from '../../src/client/urls.ts';
import { startsOf } from '../../src/domain/availability.ts';
import type { CartLine } from '../../src/domain/cart.ts';
import { quoteRequestOf } from '../../src/domain/cart-rules.ts';
import { emptyChoice } from '../../src/domain/choice.ts';
import { checkoutForm } from '../../src/visit/form/checkout-form.ts';
import { checkFields } from '../../src/visit/form/field-problems.ts';
import { orderRequestOf } from '../../src/visit/form/order-request.ts';
import { newKey } from '../../src/visit/key.ts';
import { createWorld } from '../support/world.ts';
import { createProxiedClient, type ProxiedClient } from './proxied-client.ts';

/** Two participants at the first price of the first date that has room for them. */
async function choose({ client, world }: ProxiedClient): Promise<CartLine> {
  const { event, group, date } = await world.choose();
  const dates = await client.dates(event.id, ...monthRange(date.date.slice(0, 7)));
  const start = startsOf(event, dates, client.now()).find((each) => each.date.id === date.id);
  assert.ok(start);
  assert.equal(start.state, 'free');
  const [price] = group.prices;
  assert.ok(price);
  return { ...emptyChoice(event.id), start, amounts: new Map([[price.id, 2]]) };
}

async function quoteOne({ client }: ProxiedClient, line: CartLine) {
  const { orders } = await client.quote(quoteRequestOf([line]));
  assert.ok(orders[0]);
  return orders[0];
}

const details = new Map([
  ['name', 'Ida Meyer'],
  ['email', 'ida@example.com'],
]);

const requestOf = (order: QuotedOrder) =>
  orderRequestOf(order, checkoutForm({ orders: [order], questions: [] }), details, { lang: 'en' });

async function refusal(asked: Promise<unknown>): Promise<Problem> {
  const error = await asked.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestError && error.failure.kind === 'problem', String(error));
  return problem.parse(error.failure.problem);
}

test('every response matches the contract', async () => {
  const { client } = createProxiedClient();

  const events = await client.events({ limit: limitFor(1) });
  listedEvents.parse(events);
  assert.ok(events.length >= 12);
  site.parse(await client.site());
  for (const { id, vendor_id } of events) {
    mergedEvent.parse(await client.mergedEvent(id));
    eventDates.parse(await client.dates(id, ...monthRange('2026-12')));
    products.parse(await client.products(vendor_id));
    vendor.parse(await client.vendor(vendor_id));
  }
});

test('the list is narrowed by vendor, category, text and length', async () => {
  const { client } = createProxiedClient();
  const all = await client.events({ limit: 100 });
  const [first] = all;
  assert.ok(first);
  const { vendor_id, categories, title } = first;
  const category = String(categories[0]?.id);

  const ofVendor = await client.events({ vendor: vendor_id, limit: 100 });
  assert.ok(ofVendor.length > 0 && ofVendor.length < all.length);
  assert.ok(ofVendor.every((event) => event.vendor_id === vendor_id));
  const ofCategory = await client.events({ category, limit: 100 });
  assert.ok(
    ofCategory.every((event) => event.categories.some(({ id }) => String(id) === category)),
  );
  assert.ok((await client.events({ match: title, limit: 100 })).some(({ id }) => id === first.id));
  assert.equal((await client.events({ limit: 2 })).length, 2);
});

test('GET requests are CORS-simple: no header of ours', async () => {
  const { client, requests } = createProxiedClient();
  await Promise.all([client.site(), client.events({ limit: 2 })]);

  for (const { method, headers } of requests) {
    assert.equal(method, 'GET');
    assert.deepEqual([...headers.keys()], ['origin']);
  }
});

test('dates are revalidated, whatever the browser has cached of them', async () => {
  const { client, requests } = createProxiedClient();
  const [event] = await client.events({ limit: 2 });
  await client.dates(event?.id ?? '', ...monthRange('2026-12'));

  assert.deepEqual(
    requests.map(({ cache }) => cache),
    ['default', 'no-cache'],
  );
});

test('the messages of a language come from the proxy', async () => {
  const world = createWorld({ assets: { 'messages/de.json': '{"search":"Suchen"}' } });
  const { client } = createProxiedClient({ world });

  assert.deepEqual(await client.messages('de'), { search: 'Suchen' });
});

test('a cart is priced, ordered and found again under its key', async () => {
  const proxied = createProxiedClient();
  const { client, world } = proxied;
  const line = await choose(proxied);

  const cart = quoteRequestOf([line]);
  const quoted = quoteResponse.parse(await client.quote(cart));
  const [order] = quoted.orders;
  assert.ok(order);
  const fields = checkoutForm({ orders: [order], questions: [] });
  const second = fields.find(({ id }) => id === 'lines.0.participants.1.name');
  assert.ok(second);
  const typed = new Map([...details, [second.key, 'Jonas']]);
  assert.equal(checkFields(fields, typed).size, 0);
  const key = newKey();
  const placed = intentResponse.parse(
    await client.order(
      orderRequestOf(order, fields, typed, { lang: 'de', affiliate: 'partner' }),
      key,
    ),
  );

  assert.deepEqual([placed.state, placed.order?.total], ['placed', order.total]);
  assert.deepEqual(intentResponse.parse(await client.intent({ key })), placed);
  const [booked, ...more] = await world.books();
  assert.equal(more.length, 0);
  assert.equal(booked?.code, placed.order?.code);
  assert.deepEqual(
    booked?.tickets[0]?.participants.map(({ name }) => name),
    ['', 'Jonas'],
  );
});

test('an order that is sent again with its key is placed once', async () => {
  const proxied = createProxiedClient();
  const order = await quoteOne(proxied, await choose(proxied));
  const request = requestOf(order);
  const key = newKey();

  const first = await proxied.client.order(request, key);
  const second = await proxied.client.order(request, key);

  assert.deepEqual(second, first);
  assert.equal((await proxied.world.books()).length, 1);
});

test('the key of an order is in a header and in no URL', async () => {
  const proxied = createProxiedClient();
  const order = await quoteOne(proxied, await choose(proxied));
  const key = newKey();
  await proxied.client.order(requestOf(order), key);
  await proxied.client.intent({ key });

  const named = proxied.requests.filter(({ headers }) => headers.get(IDEMPOTENCY_KEY) === key);
  assert.deepEqual(
    named.map(({ method }) => method),
    ['POST', 'GET'],
  );
  assert.ok(proxied.requests.every(({ url }) => !url.includes(key)));
});

test('a refusal names the problem and the line', async () => {
  const proxied = createProxiedClient();
  const { client, world } = proxied;
  const line = await choose(proxied);
  const order = await quoteOne(proxied, line);
  const { body } = await world.get<{ id: string; available_slots: number }[]>(
    `/v3/events/${line.eventId}/dates?start_date=2026-11-21T00:00:00Z&end_date=2026-12-31T00:00:00Z`,
  );
  const left = body.find(({ id }) => id === line.start.date.id)?.available_slots ?? 0;
  await world.take(line.start.date.id, left - 1);

  const refused = await refusal(client.order(requestOf(order), newKey()));

  assert.equal(refused.code, 'sold-out');
  assert.equal(refused.errors[0]?.date_id, line.start.date.id);
  assert.equal(refused.errors[0]?.left, 1);
  assert.equal((await world.books()).length, 0);
});

test('a 404 is a refusal too', async () => {
  const { client } = createProxiedClient();

  assert.equal((await refusal(client.mergedEvent('nothing'))).code, 'not-found');
  assert.equal((await refusal(client.vendor('nothing'))).code, 'not-found');
  assert.equal((await refusal(client.intent({ key: newKey() }))).code, 'not-found');
  assert.equal((await refusal(client.intent({ key: 'short' }))).code, 'invalid-request');
});

test('an order for another line than was quoted is refused, and nothing is booked', async () => {
  const proxied = createProxiedClient();
  const order = await quoteOne(proxied, await choose(proxied));
  const request = requestOf(order);
  const forged = { ...request, lines: [{ ...request.lines[0]!, date_id: 'another' }] };

  const refused = await refusal(proxied.client.order(forged, newKey()));

  assert.equal(refused.code, 'participants-mismatch');
  assert.equal((await proxied.world.books()).length, 0);
});

for (const stale of [true, false]) {
  test(`a response ${stale ? 'with' : 'without'} Booking-Stale is ${stale ? '' : 'not '}stale`, async () => {
    const headers = stale ? { 'Booking-Stale': 'true' } : {};
    const client = createBookingClient({
      proxy: 'https://book.example',
      fetch: () => Promise.resolve(Response.json([], { headers })),
      clock: () => 0,
    });

    const events = await client.events({ limit: 1 });

    assert.equal(client.isStale(events), stale);
    assert.equal(client.isStale(undefined), false);
  });
}

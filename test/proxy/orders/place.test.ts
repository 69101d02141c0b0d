import assert from 'node:assert/strict';
import { test } from 'vitest';
import { intentResponse } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import { toInstant } from '../../../proxy/clock.ts';
import type { World } from '../../support/world.ts';
import {
  cartOf,
  createWorld,
  fieldsOf,
  hasTwoPrices,
  newKey,
  quoteTwoPrices,
  requestFor,
} from '../../support/world.ts';
import { createFaulty, placeOne } from './faulty.ts';

async function productFor(
  world: World,
  vendor: string,
  shipped: boolean,
): Promise<Product | undefined> {
  const { body } = await world.get<Product[]>('/v3/products');
  return body.find(
    (product) =>
      product.vendor_id === vendor &&
      product.dependencies.length === 0 &&
      product.shipping_address === shipped &&
      (product.available ?? 9) > 1,
  );
}

test('an order with two prices and a product reaches the platform unchanged', async () => {
  const world = createWorld();
  const choice = await world.choose(hasTwoPrices);
  const product = await productFor(world, choice.event.vendor_id, false);
  assert.ok(product);
  const order = await world.quoteOne(
    cartOf(choice, [1, 1], [{ product_id: product.id, amount: 1 }]),
  );
  const request = requestFor(order, { email_newsletter_opt_in: true, comment: 'By the window' });

  const { status, body } = await world.place(request, newKey());

  assert.equal(status, 201);
  const { state, order: placed } = intentResponse.parse(body);
  assert.equal(state, 'placed');
  const [booked, ...others] = await world.books();
  assert.equal(others.length, 0);
  assert.ok(placed);
  const { tickets, products, ...summary } = placed;
  assert.deepEqual(summary, {
    id: booked?.id,
    code: booked?.code,
    status: 'ACCEPTED',
    total: order.total,
    currency: order.currency,
    selfservice_url: `https://my.example/viewOrder/${booked?.id}`,
    ordered_at: toInstant(world.clock()),
    quoted_total: order.total,
    quoted_currency: order.currency,
    cancellation_date: null,
    expire_date: null,
    payment_date: null,
    vat: 1163,
  });
  assert.deepEqual([tickets?.length, products?.length], [1, 1]);
  assert.match(booked?.external_reference ?? '', /^[0-9A-F]{26}$/);
  assert.match(booked?.total_invoice ?? '', /^\d+\.\d\d$/);
  assert.equal(booked?.email_newsletter_opt_in, '1');
  assert.deepEqual(
    booked.tickets.map(({ date_id, event_id, participants }) => ({
      date_id,
      event_id,
      participants: participants.map(({ price_id, name }) => ({ price_id, name })),
    })),
    [
      {
        date_id: choice.date.id,
        event_id: choice.group.event_id,
        participants: request.lines[0]?.participants,
      },
    ],
  );
  assert.deepEqual(
    booked.products.map(({ product_id, amount }) => ({ product_id, amount })),
    [{ product_id: product.id, amount: 1 }],
  );
});

test('a quote of synchronised dates costs no platform call, and an order four', async () => {
  const world = createWorld();
  const { order } = await quoteTwoPrices(world);
  world.calls.splice(0);

  await world.quoteOne(cartOf(await world.choose(hasTwoPrices), [1, 1]));
  assert.deepEqual(world.calls, []);
  await world.place(requestFor(order), newKey());

  assert.deepEqual(world.calls.toSorted(), [
    'GET /v3/dates',
    'GET /v3/events',
    'GET /v3/orders',
    'POST /v3/orders',
  ]);
});

test('a quote of dates that are older than 90 seconds uses a live read', async () => {
  const world = createWorld();
  const { choice } = await quoteTwoPrices(world);
  const cart = cartOf(choice, [1, 1]);
  const { available_slots } = choice.date;
  await world.take(choice.date.id, available_slots);

  world.advance(89_000);
  assert.equal((await world.quote(cart)).status, 200);
  world.advance(1_000);
  assert.equal((await world.quote(cart)).status, 409);
});

test('a platform whose lists have no Link is called no more often for an order', async () => {
  const world = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      response.headers.delete('Link');
      return response;
    },
  });
  const { order } = await quoteTwoPrices(world);
  world.calls.splice(0);

  await world.place(requestFor(order), newKey());

  assert.equal(world.calls.length, 4, world.calls.join());
});

test('a request is placed as pending', async () => {
  const world = createWorld();
  const order = await world.quoteOne(
    cartOf(await world.choose(({ event }) => event.type === 'REQUEST'), [2]),
  );

  const { body } = await world.place(requestFor(order), newKey());

  assert.equal(body.order?.status, 'PENDING');
  assert.equal((await world.books())[0]?.status, 'PENDING');
});

test('yen have no minor units', async () => {
  const world = createWorld();
  const choice = await world.choose(
    ({ event, group }) => event.type === 'BOOKING' && group.prices[0]?.currency === 'JPY',
  );
  const order = await world.quoteOne(cartOf(choice, [1]));

  const { body } = await world.place(requestFor(order), newKey());

  assert.equal(body.order?.total, choice.group.prices[0]?.value);
  assert.equal((await world.books())[0]?.total_invoice, String(choice.group.prices[0]?.value));
});

test('a product sent by post needs an address, which is sent along', async () => {
  const world = createWorld();
  const shipped = (await world.get<Product[]>('/v3/products')).body.find(
    (product) =>
      product.shipping_address && product.dependencies.length === 0 && (product.available ?? 9) > 1,
  );
  assert.ok(shipped);
  const choice = await world.choose(
    ({ event }) => event.type === 'BOOKING' && event.vendor_id === shipped.vendor_id,
  );
  const order = await world.quoteOne(cartOf(choice, [2], [{ product_id: shipped.id, amount: 1 }]));
  assert.equal(order.shipping_address, true);

  const key = newKey();

  const without = await world.place<Problem>(requestFor(order), key);
  assert.deepEqual(
    [without.status, without.body.code, fieldsOf(without)],
    [422, 'shipping-address-missing', ['shipping']],
  );
  assert.equal(world.orderCalls(), 0);

  const shipping = {
    name: 'Ida Meyer',
    street: 'Weg',
    streetnr: '5',
    zip: '12345',
    city: 'Ulm',
    country: 'DE',
  };
  const { status } = await world.place(requestFor(order, { shipping }), key);
  assert.equal(status, 201);
  assert.equal((await world.books())[0]?.shipping_city, 'Ulm');
});

test('the same key and the same order get the same response again, and one order', async () => {
  const world = createWorld();
  const { order } = await quoteTwoPrices(world);
  const key = newKey();
  const first = await world.place(requestFor(order), key);

  world.advance(7_200_000);
  world.restart();
  const again = await world.place(requestFor(order), key);
  const found = await world.find(key);

  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.deepEqual([found.status, found.body], [200, first.body]);
  assert.equal((await world.books()).length, 1);
});

test('the same key with another order is refused', async () => {
  const world = createWorld();
  const { order } = await quoteTwoPrices(world);
  const key = newKey();
  await world.place(requestFor(order), key);

  const { status, body } = await world.place<Problem>(requestFor(order, { comment: 'other' }), key);

  assert.deepEqual([status, body.code], [422, 'idempotency-key-reused']);
  assert.equal(world.orderCalls(), 1);
});

test('until something was sent, the input can be corrected under the same key', async () => {
  let busy = true;
  const world = createFaulty(async (request, platform) =>
    busy ? Response.json({ code: '42901' }, { status: 429 }) : platform(request),
  );
  const { request, key, response } = await placeOne(world);
  assert.equal(response.status, 503);
  busy = false;

  const corrected = { ...request, contact: { ...request.contact, name: 'Ida Meyer-Lund' } };
  const { status } = await world.place(corrected, key);
  const late = await world.place<Problem>(request, key);

  assert.equal(status, 201);
  assert.deepEqual([late.status, late.body.code], [422, 'idempotency-key-reused']);
  assert.deepEqual(
    (await world.books()).map(({ name }) => name),
    ['Ida Meyer-Lund'],
  );
});

test('requests that race with one key place one order', async () => {
  let respond = () => {};
  const othersResponded = new Promise<void>((resolve) => (respond = resolve));
  const world = createFaulty(async (request, platform) => {
    await othersResponded;
    return platform(request);
  });
  const { order } = await quoteTwoPrices(world);
  const key = newKey();

  let racing = 3;
  const responses = await Promise.all(
    [1, 2, 3].map(async () => {
      const placed = await world.place(requestFor(order), key);
      racing -= 1;
      if (racing === 1) respond();
      return placed;
    }),
  );

  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 202, 202]);
  assert.equal(world.orderCalls(), 1);
  assert.equal((await world.find(key)).body.state, 'placed');
});

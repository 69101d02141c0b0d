import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import type { OrderRequest } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import { problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import { toInstant } from '../../../proxy/clock.ts';
import {
  cartOf,
  createWorld,
  hasTwoPrices,
  newKey,
  quoteTwoPrices,
  requestFor,
} from '../../support/world.ts';

test('places that somebody else took in between are named, and nothing is sent', async () => {
  const world = createWorld();
  const { choice, order } = await quoteTwoPrices(world);
  await world.take(choice.date.id, choice.date.available_slots - 1);
  const key = newKey();

  const { status, body } = await world.place<Problem>(requestFor(order), key);

  assert.deepEqual([status, body.code], [409, 'sold-out']);
  assert.deepEqual(problem.parse(body).errors, [
    { code: 'sold-out', date_id: choice.date.id, left: 1 },
  ]);
  assert.equal(world.orderCalls(), 0);
  const found = await world.find(key);
  assert.deepEqual([found.body.state, found.body.problem], ['refused', body]);
});

test('after a lost line all visitors see the current number of places', async () => {
  const world = createWorld();
  const { choice, order } = await quoteTwoPrices(world);
  const left = async () =>
    (await world.datesOf(choice.event.id)).find(({ id }) => id === choice.date.id)?.available_slots;
  await world.take(choice.date.id, choice.date.available_slots);
  // Visitors still see the cached places.
  assert.equal(await left(), choice.date.available_slots);

  await world.place<Problem>(requestFor(order), newKey());

  assert.equal(await left(), 0);
});

test('after an order all visitors see the places that it took', async () => {
  const world = createWorld();
  const { choice, order } = await quoteTwoPrices(world);

  await world.place(requestFor(order), newKey());

  const dates = await world.datesOf(choice.event.id);
  const { available_slots } = dates.find(({ id }) => id === choice.date.id) ?? {};
  assert.equal(available_slots, choice.date.available_slots - 2);
});

test('a date that passed its booking time in between is named, and nothing is sent', async () => {
  const world = createWorld();
  const choice = await world.choose(hasTwoPrices);
  world.advance(Date.parse(choice.date.bookable_until) - world.clock() - 60_000);
  const order = await world.quoteOne(cartOf(choice, [1, 1]));
  world.advance(60_001);

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'date-passed']);
  assert.equal(body.errors[0]?.date_id, choice.date.id);
  assert.equal(world.orderCalls(), 0);
});

interface ChangingEvent {
  id: string;
  type: string;
  vendor_id: string;
  root_event_id: string;
  timezone: string;
  prices?: { value: number; currency: string }[];
}

/** A platform that can change its events. */
function createChangingWorld() {
  const state = { change: (_event: ChangingEvent): void => undefined };
  const world = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (new URL(request.url).pathname !== '/v3/events') return response;
      const events = (await response.json()) as ChangingEvent[];
      for (const event of events) state.change(event);
      return Response.json(events);
    },
  });
  return { world, state };
}

/** Changes each price by its value and its position. */
const eachPrice =
  (change: (value: number, index: number) => number) =>
  ({ prices = [] }: ChangingEvent): void => {
    for (const [index, price] of prices.entries()) price.value = change(price.value, index);
  };

test('prices that changed up and down by the same amount are detected too', async () => {
  const { world, state } = createChangingWorld();
  const { choice, order } = await quoteTwoPrices(world);
  state.change = eachPrice((value, index) => value + (index === 0 ? 1 : -1));

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'price-changed']);
  assert.deepEqual(body.errors, [{ code: 'price-changed', date_id: choice.date.id }]);
  assert.equal(world.orderCalls(), 0);
  const renewed = await world.quoteOne(cartOf(choice, [1, 1]));
  assert.equal(renewed.total, order.total);
  assert.equal((await world.place<Problem>(requestFor(renewed), newKey())).body.code, undefined);
});

/** A platform that can move the start of every date. */
function createMovingWorld() {
  const state = { minutes: 0 };
  const world = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!new URL(request.url).pathname.endsWith('/dates')) return response;
      const dates = (await response.json()) as { date: string }[];
      const move = (date: string) => toInstant(Date.parse(date) + state.minutes * 60_000);
      return Response.json(dates.map((date) => ({ ...date, date: move(date.date) })));
    },
  });
  return { world, state };
}

test('a date whose start has moved since the quote is named, and nothing is sent', async () => {
  const { world, state } = createMovingWorld();
  const { choice, order } = await quoteTwoPrices(world);
  state.minutes = 30;

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'date-gone']);
  assert.deepEqual(body.errors, [{ code: 'date-gone', date_id: choice.date.id }]);
  assert.equal(world.orderCalls(), 0);
  // A new quote has the current start, and can be ordered.
  const renewed = await world.quoteOne(cartOf(choice, [1, 1]));
  const moved = toInstant(Date.parse(choice.date.date) + 30 * 60_000);
  assert.equal(renewed.lines[0]?.date, moved);
  assert.equal((await world.place(requestFor(renewed), newKey())).status, 201);
});

test('a date whose time zone has changed since the quote is named, and nothing is sent', async () => {
  const { world, state } = createChangingWorld();
  const { choice, order } = await quoteTwoPrices(world);
  state.change = (event) => (event.timezone = 'Asia/Tokyo');

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'date-gone']);
  assert.deepEqual(body.errors, [{ code: 'date-gone', date_id: choice.date.id }]);
  assert.equal(world.orderCalls(), 0);
  const renewed = await world.quoteOne(cartOf(choice, [1, 1]));
  assert.equal(renewed.lines[0]?.timezone, 'Asia/Tokyo');
  assert.equal((await world.place(requestFor(renewed), newKey())).status, 201);
});

/** Makes children have the time zone of their root, which is given where it changes. */
function zoneOfRoot(timezone?: string) {
  return (event: ChangingEvent): void => {
    event.timezone = event.root_event_id ? '' : (timezone ?? event.timezone);
  };
}

test('a date of a child that has its time zone from its root can be ordered', async () => {
  const { world, state } = createChangingWorld();
  state.change = zoneOfRoot();
  const child = await world.choose(({ event, group }) => group.event_id !== event.id);
  const order = await world.quoteOne(cartOf(child, [2]));
  assert.equal(order.lines[0]?.timezone, child.event.timezone);

  assert.equal((await world.place(requestFor(order), newKey())).status, 201);
});

test('a date of a child whose root has moved to another time zone is named, and nothing is sent', async () => {
  const { world, state } = createChangingWorld();
  state.change = zoneOfRoot();
  const child = await world.choose(({ event, group }) => group.event_id !== event.id);
  const order = await world.quoteOne(cartOf(child, [2]));
  state.change = zoneOfRoot('Asia/Tokyo');

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'date-gone']);
  assert.deepEqual(body.errors, [{ code: 'date-gone', date_id: child.date.id }]);
  assert.equal(world.orderCalls(), 0);
  const renewed = await world.quoteOne(cartOf(child, [2]));
  assert.equal(renewed.lines[0]?.timezone, 'Asia/Tokyo');
  assert.equal((await world.place(requestFor(renewed), newKey())).status, 201);
});

test('a date of a child that has moved to a root in another time zone is named, and nothing is sent', async () => {
  const { world, state } = createChangingWorld();
  state.change = zoneOfRoot();
  const child = await world.choose(({ event, group }) => group.event_id !== event.id);
  const order = await world.quoteOne(cartOf(child, [2]));
  const { body: listed } = await world.get<ListedEvent[]>('/v3/events');
  const otherRoot = listed.find(({ id }) => id !== child.event.id);
  assert.ok(otherRoot);
  state.change = (event) => {
    zoneOfRoot(event.id === otherRoot.id ? 'Asia/Tokyo' : undefined)(event);
    if (event.id === child.date.event_id) event.root_event_id = otherRoot.id;
  };

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'date-gone']);
  assert.deepEqual(body.errors, [{ code: 'date-gone', date_id: child.date.id }]);
  assert.equal(world.orderCalls(), 0);
  const moved = { ...child, event: { ...child.event, id: otherRoot.id } };
  const renewed = await world.quoteOne(cartOf(moved, [2]));
  assert.equal(renewed.lines[0]?.timezone, 'Asia/Tokyo');
  assert.equal((await world.place(requestFor(renewed), newKey())).status, 201);
});

const changedProducts: [what: string, change: object | undefined, code: string][] = [
  ['dearer', { price: 999 }, 'price-changed'],
  ['sent by post', { shipping_address: 1 }, 'price-changed'],
  ['sold out', { total: 5, available: 0 }, 'product-sold-out'],
  ['off sale', undefined, 'product-gone'],
];
for (const [what, change, code] of changedProducts) {
  test(`a product that is ${what} since the quote is named, and nothing is sent`, async () => {
    const state = { hasChanged: false };
    const world = createWorld({
      between: (platform) => async (request) => {
        const response = await platform(request);
        if (new URL(request.url).pathname !== '/v3/products' || !state.hasChanged) return response;
        const products = (await response.json()) as object[];
        return Response.json(change ? products.map((product) => ({ ...product, ...change })) : []);
      },
    });
    const choice = await world.choose();
    const { body: products } = await world.get<Product[]>('/v3/products');
    const product = products.find(
      ({ vendor_id, dependencies, shipping_address, available }) =>
        vendor_id === choice.event.vendor_id &&
        dependencies.length === 0 &&
        !shipping_address &&
        (available ?? 1) > 0,
    );
    assert.ok(product);
    const order = await world.quoteOne(
      cartOf(choice, [2], [{ product_id: product.id, amount: 1 }]),
    );
    state.hasChanged = true;

    const { status, body } = await world.place<Problem>(requestFor(order), newKey());

    assert.deepEqual([status, body.code], [409, code]);
    assert.equal(problem.parse(body).errors[0]?.product_id, product.id);
    assert.equal(world.orderCalls(), 0);
  });
}

const otherTerms: [what: string, change: (event: ChangingEvent) => void][] = [
  ['is on request now', (event) => (event.type = 'REQUEST')],
  ['is sold by another vendor now', (event) => (event.vendor_id = `${event.vendor_id}x`)],
  [
    'is sold in another currency now',
    ({ prices = [] }) => prices.forEach((price) => (price.currency = 'CHF')),
  ],
];
for (const [what, change] of otherTerms) {
  test(`an event that ${what} is not ordered on the terms of its quote`, async () => {
    const { world, state } = createChangingWorld();
    const { order } = await quoteTwoPrices(world);
    state.change = change;

    const { status, body } = await world.place<Problem>(requestFor(order), newKey());

    assert.deepEqual([status, body.code], [409, 'price-changed']);
    assert.equal(world.orderCalls(), 0);
  });
}

test('a price that changed since the quote is named, and nothing is sent', async () => {
  const { world, state } = createChangingWorld();
  const { choice, order } = await quoteTwoPrices(world);
  state.change = eachPrice((value) => 2 * value);

  const { status, body } = await world.place<Problem>(requestFor(order), newKey());

  assert.deepEqual([status, body.code], [409, 'price-changed']);
  assert.deepEqual(body.errors, [{ code: 'price-changed', date_id: choice.date.id }]);
  assert.equal(world.orderCalls(), 0);
  // A new quote has the current price, and can be ordered.
  const renewed = await world.quoteOne(cartOf(choice, [1, 1]));
  assert.equal(renewed.total, 2 * order.total);
  assert.equal((await world.place<Problem>(requestFor(renewed), newKey())).body.code, undefined);
});

test('orders with a quote from before a change have everything listed again once', async () => {
  const { world, state } = createChangingWorld();
  const { choice, order } = await quoteTwoPrices(world);
  const twin = await world.quoteOne(cartOf(choice, [1, 1]));
  state.change = eachPrice((value) => 2 * value);
  const listings = async () => {
    const before = world.calls.length;
    await world.get('/v3/events');
    await world.get('/v3/products');
    return world.calls.slice(before).length;
  };
  const refuse = async (request: OrderRequest) => {
    world.advance(1_000);
    const { body } = await world.place<Problem>(request, newKey());
    assert.equal(body.code, 'price-changed');
    return listings();
  };

  assert.ok((await refuse(requestFor(order))) > 0);
  assert.equal(await refuse(requestFor(twin)), 0);

  // What is quoted now shows whether the new listing is outdated too.
  const renewed = await world.quoteOne(cartOf(choice, [1, 1]));
  state.change = eachPrice((value) => 3 * value);
  assert.ok((await refuse(requestFor(renewed))) > 0);
});

test('after the clock was set back, a new quote that is outdated has everything listed again', async () => {
  const { world, state } = createChangingWorld();
  const { choice, order } = await quoteTwoPrices(world);
  state.change = eachPrice((value) => 2 * value);
  await world.place(requestFor(order), newKey());
  world.jump('wall', -3_600_000);
  const renewed = await world.quoteOne(cartOf(choice, [1, 1]));
  state.change = eachPrice((value) => 3 * value);

  const { body } = await world.place<Problem>(requestFor(renewed), newKey());

  assert.equal(body.code, 'price-changed');
  assert.equal((await world.quoteOne(cartOf(choice, [1, 1]))).total, 3 * order.total);
});

test('a total that differs from the quote is reported as the platform’s, and raises an alarm', async () => {
  const world = createWorld({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (request.method !== 'POST' || !request.url.endsWith('/orders')) return response;
      return Response.json(
        { ...((await response.json()) as object), total_invoice: '1.00' },
        { status: 201 },
      );
    },
  });
  const { order } = await quoteTwoPrices(world);

  const { body } = await world.place(requestFor(order), newKey());

  assert.deepEqual([body.order?.total, body.order?.quoted_total], [100, order.total]);
  assert.notEqual(order.total, 100);
  assert.ok(world.lines.some((line) => line.includes('"reason":"order-differs"')));
});

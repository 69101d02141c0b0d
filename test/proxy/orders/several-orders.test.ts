import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import type { QuotedOrder, QuoteRequest } from '#contract/quote.schema';
import {
  aShippingAddress,
  cartOf,
  type Choice,
  createWorld,
  newKey,
  requestFor,
  type World,
} from '../../support/world.ts';

/** One line for each choice, of two participants, and one of each product. */
function cartFor(choices: readonly Choice[], products: readonly Product[] = []): QuoteRequest {
  return {
    lines: choices.flatMap((choice) => cartOf(choice, [2]).lines),
    products: products.map(({ id }) => ({ product_id: id, amount: 1 })),
  };
}

async function quoteAll(world: World, cart: QuoteRequest): Promise<readonly QuotedOrder[]> {
  const { status, body } = await world.quote(cart);
  assert.equal(status, 200, JSON.stringify(body));
  return body.orders;
}

const isBooking = ({ event }: Choice) => event.type === 'BOOKING';
const currencyOf = ({ group }: Choice) => group.prices[0]?.currency;

/** Bookings of two vendors. */
async function twoVendors(world: World): Promise<readonly [Choice, Choice]> {
  const one = await world.choose(isBooking);
  const other = await world.choose(
    (choice) => isBooking(choice) && choice.event.vendor_id !== one.event.vendor_id,
  );
  return [one, other];
}

/** The quoted orders of two, and a key for each. */
async function quoteTwo(world: World) {
  const choices = await twoVendors(world);
  const [first, second, ...others] = await quoteAll(world, cartFor(choices));
  assert.ok(first && second && others.length === 0);
  return { choices, first, second, keys: [newKey(), newKey()] as const };
}

test('a cart of two vendors is two orders, each placed once however often it is sent', async () => {
  const world = createWorld();
  const { first, second, keys } = await quoteTwo(world);

  for (const round of [201, 200]) {
    const placed = [
      await world.place(requestFor(first), keys[0]),
      await world.place(requestFor(second), keys[1]),
    ];
    assert.deepEqual(
      placed.map(({ status }) => status),
      [round, round],
    );
  }

  const books = await world.books();
  assert.equal(books.length, 2);
  assert.equal(new Set(books.map(({ external_reference }) => external_reference)).size, 2);
  const codes = await Promise.all(
    keys.map(async (key) => (await world.find(key)).body.order?.code),
  );
  assert.deepEqual(new Set(codes), new Set(books.map(({ code }) => code)));
});

test('both orders of a cart may be sent at once', async () => {
  const world = createWorld();
  const { first, second, keys } = await quoteTwo(world);

  const placed = await Promise.all([
    world.place(requestFor(first), keys[0]),
    world.place(requestFor(second), keys[1]),
  ]);

  assert.deepEqual(
    placed.map(({ status }) => status),
    [201, 201],
  );
  assert.equal((await world.books()).length, 2);
});

test('a second order that sold out in between is refused, the first stays, and another date takes its place', async () => {
  const world = createWorld();
  const { choices, first, second, keys } = await quoteTwo(world);
  const { event, date } = choices[1];
  assert.equal((await world.place(requestFor(first), keys[0])).status, 201);
  await world.take(date.id, date.available_slots);

  const refused = await world.place<Problem>(requestFor(second), keys[1]);

  assert.deepEqual([refused.status, refused.body.code], [409, 'sold-out']);
  const states = await Promise.all(keys.map(async (key) => (await world.find(key)).body.state));
  assert.deepEqual(states, ['placed', 'refused']);

  const instead = await world.choose(
    (choice) => choice.event.id === event.id && choice.date.id !== date.id,
  );
  const [renewed] = await quoteAll(world, cartFor([instead]));
  assert.ok(renewed);
  assert.equal((await world.place(requestFor(renewed), newKey())).status, 201);
  assert.equal((await world.books()).length, 2);
});

test('the key of one order does not place another one of the same cart', async () => {
  const world = createWorld();
  const { first, second, keys } = await quoteTwo(world);
  await world.place(requestFor(first), keys[0]);

  const reused = await world.place<Problem>(requestFor(second), keys[0]);

  assert.equal(reused.body.code, 'idempotency-key-reused');
  assert.equal((await world.books()).length, 1);
});

test('the quote of one order does not place the lines of another one', async () => {
  const world = createWorld();
  const { first, second, keys } = await quoteTwo(world);

  const { body } = await world.place<Problem>(
    { ...requestFor(second), quote: first.quote },
    keys[0],
  );

  assert.equal(body.code, 'participants-mismatch');
  assert.equal(world.orderCalls(), 0);
});

test('a booking and a request of one vendor are ordered apart, and only the booking is accepted', async () => {
  const world = createWorld();
  const request = await world.choose(({ event }) => event.type === 'REQUEST');
  const booking = await world.choose(
    (choice) => isBooking(choice) && choice.event.vendor_id === request.event.vendor_id,
  );
  const orders = await quoteAll(world, cartFor([request, booking]));

  for (const order of orders) {
    assert.equal((await world.place(requestFor(order), newKey())).status, 201);
  }

  assert.deepEqual(
    orders.map(({ kind }) => kind),
    ['REQUEST', 'BOOKING'],
  );
  assert.deepEqual(
    (await world.books()).map(({ status }) => status),
    ['PENDING', 'ACCEPTED'],
  );
});

test('orders in two currencies have each their own total', async () => {
  const world = createWorld();
  const euros = await world.choose((choice) => isBooking(choice) && currencyOf(choice) === 'EUR');
  const yen = await world.choose((choice) => isBooking(choice) && currencyOf(choice) === 'JPY');
  const orders = await quoteAll(world, cartFor([euros, yen]));

  const placed = [];
  for (const order of orders) placed.push((await world.place(requestFor(order), newKey())).body);

  const moneyOf = ({ currency, total }: { currency: string; total: number }) => [currency, total];
  assert.deepEqual(
    placed.map(({ order }) => order && moneyOf(order)),
    orders.map(moneyOf),
  );
  assert.deepEqual(
    orders.map(({ currency }) => currency),
    ['EUR', 'JPY'],
  );
});

test('a product goes with the order of its own vendor, and nowhere else', async () => {
  const world = createWorld();
  const choices = await twoVendors(world);
  const products: Product[] = [];
  for (const choice of choices) {
    const path = `/v3/products?accept_vendors=${choice.event.vendor_id}`;
    const { body } = await world.get<Product[]>(path);
    const product = body.find(
      ({ dependencies, available, currency }) =>
        dependencies.length === 0 && available !== 0 && currency === currencyOf(choice),
    );
    if (product) products.push(product);
  }
  assert.ok(products.length > 0);
  // In reverse order, so that products cannot be matched by position.
  const orders = await quoteAll(world, cartFor(choices, products.toReversed()));

  for (const order of orders) {
    const request = requestFor(order, order.shipping_address ? { shipping: aShippingAddress } : {});
    assert.equal((await world.place(request, newKey())).status, 201);
  }

  const books = await world.books();
  for (const [index, { event }] of choices.entries()) {
    const expected = products.filter(({ vendor_id }) => vendor_id === event.vendor_id);
    assert.deepEqual(
      books[index]?.products.map(({ product_id }) => product_id),
      expected.map(({ id }) => id),
    );
  }
});

test('a cart whose second line is gone is not quoted in part, and the problem names the line', async () => {
  const world = createWorld();
  const [one, other] = await twoVendors(world);
  await world.take(other.date.id, other.date.available_slots);
  world.advance(91_000);

  const { status, body } = await world.post<Problem>('/checkout/quotes', cartFor([one, other]));

  assert.equal(status, 409);
  assert.deepEqual(
    body.errors.map(({ code, date_id }) => [code, date_id]),
    [['sold-out', other.date.id]],
  );
});

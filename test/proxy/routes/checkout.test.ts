import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { problem } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import type { QuoteResponse } from '#contract/quote.schema';
import { quoteResponse } from '#contract/quote.schema';
import { toInstant } from '../../../proxy/clock.ts';
import { cartOf, createWorld, fieldsOf, hasTwoPrices, START } from '../../support/world.ts';

const world = createWorld();
const choice = await world.choose(hasTwoPrices);
const { body: products } = await world.get<Product[]>('/v3/products');
const product = products.find(
  ({ vendor_id, dependencies, available }) =>
    vendor_id === choice.event.vendor_id && dependencies.length === 0 && available === null,
);
assert.ok(product);
const validCart = cartOf(choice, [1, 1], [{ product_id: product.id, amount: 2 }]);

test('a cart gets its total, and a signed quote to order it with', async () => {
  const { status, body, headers } = await world.quote(validCart);

  assert.equal(status, 200);
  assert.equal(headers.get('Cache-Control'), 'no-store');
  const { expires_at, orders } = quoteResponse.parse(body);
  assert.equal(expires_at, toInstant(START + 30 * 60_000));
  const [order, ...others] = orders;
  assert.equal(others.length, 0);
  const [a, b] = choice.group.prices;
  assert.equal(order?.total, (a?.value ?? NaN) + (b?.value ?? NaN) + 2 * product.price);
  assert.equal(order.lines[0]?.date, choice.date.date);
  assert.equal(order.vendor_name, choice.event.vendor_name);
});

test('quotes of the same dates within a second cause one platform call', async () => {
  const fresh = createWorld();
  const choice = await fresh.choose(({ group }) => group.prices.length > 1);
  const cartOfOne = cartOf(choice, [1]);
  // Dates that are older than a quote may be.
  fresh.advance(90_000);
  fresh.calls.splice(0);

  const carts = [cartOfOne, cartOf(choice, [2]), cartOf(choice, [1, 1])];
  const [a, b, c] = await Promise.all(carts.map((cart) => fresh.quoteOne(cart)));
  assert.equal(b?.total, 2 * (a?.total ?? NaN));
  assert.notEqual(c?.total, b?.total);
  fresh.advance(999);
  await fresh.quoteOne(cartOfOne);
  assert.deepEqual(fresh.calls, ['GET /v3/dates']);

  fresh.advance(1);
  await fresh.quoteOne(cartOfOne);
  assert.deepEqual(fresh.calls, ['GET /v3/dates', 'GET /v3/dates']);
});

test('refused quotes of the same date cause one platform call as well', async () => {
  const fresh = createWorld();
  const choice = await fresh.choose();
  const unknownDate = cartOf({ ...choice, date: { ...choice.date, id: 'none' } }, [2]);
  fresh.calls.splice(0);

  for (let attempt = 0; attempt < 5; attempt += 1)
    assert.equal((await fresh.quote(unknownDate)).status, 409);

  assert.deepEqual(fresh.calls, ['GET /v3/dates']);
});

test('a quote counts places that were taken 90 seconds ago', async () => {
  const fresh = createWorld();
  const chosen = await fresh.choose();
  await fresh.take(chosen.date.id, chosen.date.available_slots - 1);
  fresh.advance(90_000);

  const { status, body } = await fresh.post<Problem>('/checkout/quotes', cartOf(chosen, [2]));

  assert.deepEqual([status, body.code], [409, 'sold-out']);
  assert.deepEqual(problem.parse(body).errors, [
    { code: 'sold-out', field: 'lines[0]', date_id: chosen.date.id, left: 1 },
  ]);
});

test('a line can be quoted by its root event and by its own event', async () => {
  const child = await world.choose(({ event, group }) => group.event_id !== event.id);
  const byRoot = cartOf(child, [1]);
  const [line] = byRoot.lines;
  assert.ok(line);

  const carts = [byRoot, { ...byRoot, lines: [{ ...line, event_id: child.group.event_id }] }];
  for (const cart of carts) {
    const { body } = await world.quote(cart);
    assert.equal(body.orders[0]?.lines[0]?.event_id, child.group.event_id);
    assert.equal(body.orders[0].total, child.group.prices[0]?.value);
  }
});

test('a quoted line says where its event is, as the event itself does', async () => {
  const { location_lat: latitude, location_lng: longitude } = choice.event;
  assert.notEqual(latitude, 0);

  const { lines } = await world.quoteOne(validCart);

  assert.deepEqual(lines[0]?.location, { latitude, longitude });
});

test('each vendor, and each kind of event, is quoted as an order of its own', async () => {
  const request = await world.choose(({ event }) => event.type === 'REQUEST');
  const elsewhere = await world.choose(
    ({ event }) => event.type === 'BOOKING' && event.vendor_id !== choice.event.vendor_id,
  );
  const lines = [choice, request, elsewhere].flatMap((selected) => cartOf(selected, [2]).lines);

  const { body } = await world.post<QuoteResponse>('/checkout/quotes', { lines, products: [] });

  assert.equal(quoteResponse.parse(body).orders.length, 3);
  assert.deepEqual(
    body.orders.map(({ kind }) => kind),
    ['BOOKING', 'REQUEST', 'BOOKING'],
  );
  assert.equal(new Set(body.orders.map(({ quote }) => quote)).size, 3);
});

const [line] = validCart.lines;
assert.ok(line);
const withLine = (change: object) => ({ ...validCart, lines: [{ ...line, ...change }] });
const withPrice = (change: object) => withLine({ prices: [{ ...line.prices[0], ...change }] });

const invalidCarts: [what: string, cart: unknown, code: string, field: string][] = [
  ['nothing', undefined, 'invalid-request', 'body'],
  ['null', null, 'invalid-request', 'body'],
  ['a list', [], 'invalid-request', 'body'],
  ['no lines', { products: [] }, 'invalid-request', 'lines'],
  ['an empty cart', { lines: [], products: [] }, 'invalid-request', 'lines'],
  ['an unknown field', { ...validCart, discount: 5 }, 'invalid-request', 'discount'],
  ['an unknown field of a line', withLine({ total: 1 }), 'invalid-request', 'lines[0].total'],
  ['a price with a value', withPrice({ value: 1 }), 'invalid-request', 'lines[0].prices[0].value'],
  ['a number as date', withLine({ date_id: 5 }), 'invalid-request', 'lines[0].date_id'],
  ['a line break in a date', withLine({ date_id: 'a\n' }), 'invalid-request', 'lines[0].date_id'],
  [
    'too long a date',
    withLine({ date_id: 'a'.repeat(256) }),
    'invalid-request',
    'lines[0].date_id',
  ],
  ['no prices', withLine({ prices: [] }), 'invalid-request', 'lines[0].prices'],
  ['zero participants', withPrice({ amount: 0 }), 'invalid-request', 'lines[0].prices[0].amount'],
  ['a negative amount', withPrice({ amount: -1 }), 'invalid-request', 'lines[0].prices[0].amount'],
  [
    'half a participant',
    withPrice({ amount: 0.5 }),
    'invalid-request',
    'lines[0].prices[0].amount',
  ],
  ['amounts as text', withPrice({ amount: '2' }), 'invalid-request', 'lines[0].prices[0].amount'],
  [
    'a hundred participants',
    withPrice({ amount: 100 }),
    'invalid-request',
    'lines[0].prices[0].amount',
  ],
  [
    'a price twice',
    withLine({ prices: [line.prices[0], line.prices[0]] }),
    'invalid-request',
    'lines[0].prices',
  ],
  ['a date twice', { ...validCart, lines: [line, line] }, 'invalid-request', 'lines'],
  [
    'a negative product amount',
    { ...validCart, products: [{ product_id: product.id, amount: -1 }] },
    'invalid-request',
    'products[0].amount',
  ],
  ['an unknown event', withLine({ event_id: 'none' }), 'event-gone', 'lines[0].event_id'],
  ['an unknown date', withLine({ date_id: 'none' }), 'date-gone', 'lines[0].date_id'],
  ['an unknown price', withPrice({ price_id: 1 }), 'price-gone', 'lines[0].prices[0].price_id'],
  [
    'an unknown product',
    { ...validCart, products: [{ product_id: 'none', amount: 1 }] },
    'product-gone',
    'products[0].product_id',
  ],
];
for (const [what, cart, code, field] of invalidCarts) {
  test(`refuses ${what}: ${code} at ${field}`, async () => {
    const response = await world.post<Problem>('/checkout/quotes', cart);

    problem.parse(response.body);
    assert.equal(response.status, code === 'invalid-request' ? 400 : 409);
    assert.equal(response.body.code, code);
    assert.ok(fieldsOf(response).includes(field), JSON.stringify(response.body.errors));
    assert.equal(world.orderCalls(), 0);
  });
}

test('a problem names every unknown field, up to twenty', async () => {
  const few = await world.post<Problem>('/checkout/quotes', { ...validCart, a: 1, b: 2 });
  assert.deepEqual(fieldsOf(few), ['a', 'b']);

  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, 1]));
  const response = await world.post<Problem>('/checkout/quotes', { ...validCart, ...many });
  assert.equal(response.body.errors.length, 20);
});

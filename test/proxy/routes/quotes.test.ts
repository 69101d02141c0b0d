import test from 'node:test';
import assert from 'node:assert/strict';
import type { Problem } from '../../../src/contract/problem.schema.ts';
import { problem } from '../../../src/contract/problem.schema.ts';
import type { QuoteResponse } from '../../../src/contract/quote.schema.ts';
import { quoteResponse } from '../../../src/contract/quote.schema.ts';
import type { Product } from '../../../src/contract/product.schema.ts';
import { cartOf, createWorld, fieldsOf, instant, START } from '../world.ts';

const world = createWorld();
const choice = await world.choose(
  ({ event, group }) => event.type === 'BOOKING' && group.prices.length > 1,
);
const { body: offered } = await world.get<Product[]>('/v3/products');
const free = offered.find(
  (product) =>
    product.vendor_id === choice.event.vendor_id &&
    product.dependencies.length === 0 &&
    product.available === null,
);
assert.ok(free);
const good = cartOf(choice, [1, 1], [{ product_id: free.id, amount: 2 }]);

test('a cart is answered with what it costs, and a quote to order it with', async () => {
  const { status, body, headers } = await world.quote(good);

  assert.equal(status, 200);
  assert.equal(headers.get('Cache-Control'), 'no-store');
  const { expires_at, orders } = quoteResponse.parse(body);
  assert.equal(expires_at, instant(START + 30 * 60_000));
  const [order, ...others] = orders;
  assert.equal(others.length, 0);
  const [a, b] = choice.group.prices;
  assert.equal(order?.total, (a?.value ?? NaN) + (b?.value ?? NaN) + 2 * free.price);
  assert.equal(order.lines[0]?.date, choice.date.date);
  assert.equal(order.vendor_name, choice.event.vendor_name);
});

test('a quote costs one platform call when the catalogue is known', async () => {
  world.advance(1_000);
  world.calls.splice(0);
  await world.quote(good);
  assert.deepEqual(world.calls, ['GET /v3/dates']);
});

test('however many quote the same dates within a second, the platform is asked once', async () => {
  const fresh = createWorld();
  const choice = await fresh.choose(({ group }) => group.prices.length > 1);
  const one = cartOf(choice, [1]);
  await fresh.quoteOne(one);
  fresh.advance(1_000);
  fresh.calls.splice(0);

  const carts = [one, cartOf(choice, [2]), cartOf(choice, [1, 1])];
  const [a, b, c] = await Promise.all(carts.map((cart) => fresh.quoteOne(cart)));
  assert.equal(b?.total, 2 * (a?.total ?? NaN));
  assert.notEqual(c?.total, b?.total);
  fresh.advance(999);
  await fresh.quoteOne(one);
  assert.deepEqual(fresh.calls, ['GET /v3/dates']);

  fresh.advance(1);
  await fresh.quoteOne(one);
  assert.deepEqual(fresh.calls, ['GET /v3/dates', 'GET /v3/dates']);
});

test('refused quotes are no way to ask the platform more often', async () => {
  const fresh = createWorld();
  const choice = await fresh.choose();
  const none = cartOf({ ...choice, date: { ...choice.date, id: 'none' } }, [2]);
  fresh.calls.splice(0);

  for (let times = 0; times < 5; times += 1) assert.equal((await fresh.quote(none)).status, 409);

  assert.deepEqual(fresh.calls, ['GET /v3/dates']);
});

test('a quote sees places that were taken a moment ago', async () => {
  const fresh = createWorld();
  const chosen = await fresh.choose();
  await fresh.take(chosen.date.id, chosen.date.available_slots - 1);

  const { status, body } = await fresh.post<Problem>('/checkout/quotes', cartOf(chosen, [2]));

  assert.deepEqual([status, body.code], [409, 'sold-out']);
  assert.deepEqual(problem.parse(body).errors, [
    { code: 'sold-out', field: 'lines[0]', date_id: chosen.date.id, left: 1 },
  ]);
});

test('the same line can be quoted under its root and under its own event', async () => {
  const child = await world.choose(({ event, group }) => group.event_id !== event.id);
  const underRoot = cartOf(child, [1]);
  const [line] = underRoot.lines;
  assert.ok(line);

  const answers = [
    underRoot,
    { ...underRoot, lines: [{ ...line, event_id: child.group.event_id }] },
  ];
  for (const cart of answers) {
    const { body } = await world.quote(cart);
    assert.equal(body.orders[0]?.lines[0]?.event_id, child.group.event_id);
    assert.equal(body.orders[0].total, child.group.prices[0]?.value);
  }
});

test('vendors, and requests, are quoted as orders of their own', async () => {
  const request = await world.choose(({ event }) => event.type === 'REQUEST');
  const elsewhere = await world.choose(
    ({ event }) => event.type === 'BOOKING' && event.vendor_id !== choice.event.vendor_id,
  );
  const lines = [choice, request, elsewhere].flatMap((one) => cartOf(one, [2]).lines);

  const { body } = await world.post<QuoteResponse>('/checkout/quotes', { lines, products: [] });

  assert.equal(quoteResponse.parse(body).orders.length, 3);
  assert.deepEqual(
    body.orders.map(({ kind }) => kind),
    ['BOOKING', 'REQUEST', 'BOOKING'],
  );
  assert.equal(new Set(body.orders.map(({ quote }) => quote)).size, 3);
});

const [line] = good.lines;
assert.ok(line);
const withLine = (change: object) => ({ ...good, lines: [{ ...line, ...change }] });
const withPrice = (change: object) => withLine({ prices: [{ ...line.prices[0], ...change }] });

const bad: [what: string, cart: unknown, code: string, field: string][] = [
  ['nothing', undefined, 'invalid-request', 'body'],
  ['null', null, 'invalid-request', 'body'],
  ['a list', [], 'invalid-request', 'body'],
  ['no lines', { products: [] }, 'invalid-request', 'lines'],
  ['an empty cart', { lines: [], products: [] }, 'invalid-request', 'lines'],
  ['an unknown field', { ...good, discount: 5 }, 'invalid-request', 'discount'],
  ['an unknown field of a line', withLine({ total: 1 }), 'invalid-request', 'lines[0].total'],
  ['a price with a value', withPrice({ value: 1 }), 'invalid-request', 'lines[0].prices[0].value'],
  ['a number as date', withLine({ date_id: 5 }), 'invalid-request', 'lines[0].date_id'],
  ['a path as date', withLine({ date_id: '../orders' }), 'invalid-request', 'lines[0].date_id'],
  ['two ids in one', withLine({ date_id: 'a,b' }), 'invalid-request', 'lines[0].date_id'],
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
  ['a date twice', { ...good, lines: [line, line] }, 'invalid-request', 'lines'],
  [
    'a negative product amount',
    { ...good, products: [{ product_id: free.id, amount: -1 }] },
    'invalid-request',
    'products[0].amount',
  ],
  ['an unknown event', withLine({ event_id: 'none' }), 'event-gone', 'lines[0].event_id'],
  ['an unknown date', withLine({ date_id: 'none' }), 'date-gone', 'lines[0].date_id'],
  ['an unknown price', withPrice({ price_id: 1 }), 'price-gone', 'lines[0].prices[0].price_id'],
  [
    'an unknown product',
    { ...good, products: [{ product_id: 'none', amount: 1 }] },
    'product-gone',
    'products[0].product_id',
  ],
];
for (const [what, cart, code, field] of bad) {
  test(`refuses ${what}: ${code} at ${field}`, async () => {
    const answer = await world.post<Problem>('/checkout/quotes', cart);

    problem.parse(answer.body);
    assert.equal(answer.status, code === 'invalid-request' ? 400 : 409);
    assert.equal(answer.body.code, code);
    assert.ok(fieldsOf(answer).includes(field), JSON.stringify(answer.body.errors));
    assert.equal(world.orderCalls(), 0);
  });
}

test('names every unknown field, but not thousands of them', async () => {
  const few = await world.post<Problem>('/checkout/quotes', { ...good, a: 1, b: 2 });
  assert.deepEqual(fieldsOf(few), ['a', 'b']);

  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, 1]));
  const answer = await world.post<Problem>('/checkout/quotes', { ...good, ...many });
  assert.equal(answer.body.errors.length, 20);
});

test('refuses a body of 1 MB', async () => {
  const { status, body } = await world.post<Problem>('/checkout/quotes', {
    ...good,
    x: 'x'.repeat(1_000_000),
  });
  assert.deepEqual([status, body.code], [413, 'body-too-large']);
});

test('refuses a body that is not JSON by its type', async () => {
  const { status, body } = await world.post<Problem>('/checkout/quotes', good, {
    'Content-Type': 'text/plain',
  });
  assert.deepEqual([status, body.code], [415, 'unsupported-media-type']);
});

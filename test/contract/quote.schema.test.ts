import assert from 'node:assert/strict';
import { test } from 'vitest';
import { quoteRequest, quoteResponse } from '#contract/quote.schema';
import { aQuotedOrder } from '../support/builders.ts';

const price = { price_id: 1, amount: 2 };
const line = { event_id: 'kayak', date_id: 'tuesday', prices: [price] };
const cart = { lines: [line], products: [{ product_id: 'towel', amount: 1 }] };

/** The path of the first fault; undefined if the value is valid. */
function fault(value: unknown): string | undefined {
  const result = quoteRequest.safeParse(value);
  return result.error?.issues[0]?.path.join('.');
}
const withPrices = (...prices: object[]) => ({ ...cart, lines: [{ ...line, prices }] });
const withProducts = (...products: object[]) => ({ ...cart, products });

test('a cart has lines with prices, and optional products', () => {
  assert.equal(fault(cart), undefined);
  assert.equal(fault({ ...cart, products: [] }), undefined);
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...line, date_id: `date-${index}` }));

for (const [title, value, field] of [
  ['nothing', null, ''],
  ['no lines', { ...cart, lines: [] }, 'lines'],
  ['a products-only order', { lines: [], products: cart.products }, 'lines'],
  ['a field of its own', { ...cart, total: 1 }, ''],
  ['a price of its own', withPrices({ ...price, value: 1 }), 'lines.0.prices.0'],
  ['a line without participants', withPrices(), 'lines.0.prices'],
  ['zero participants', withPrices({ ...price, amount: 0 }), 'lines.0.prices.0.amount'],
  ['a negative amount', withPrices({ ...price, amount: -1 }), 'lines.0.prices.0.amount'],
  ['half a participant', withPrices({ ...price, amount: 1.5 }), 'lines.0.prices.0.amount'],
  ['an amount as text', withPrices({ ...price, amount: '2' }), 'lines.0.prices.0.amount'],
  ['a hundred participants', withPrices({ ...price, amount: 100 }), 'lines.0.prices.0.amount'],
  ['a price id as text', withPrices({ ...price, price_id: '1' }), 'lines.0.prices.0.price_id'],
  ['a price named twice', withPrices(price, { ...price, amount: 1 }), 'lines.0.prices'],
  ['a date named twice', { ...cart, lines: [line, line] }, 'lines'],
  [
    'a date id with a line break',
    { ...cart, lines: [{ ...line, date_id: 'x\n' }] },
    'lines.0.date_id',
  ],
  ['more lines than twenty', { ...cart, lines: lines(21) }, 'lines'],
  [
    'a product named twice',
    withProducts({ product_id: 'towel', amount: 1 }, { product_id: 'towel', amount: 2 }),
    'products',
  ],
  ['none of a product', withProducts({ product_id: 'towel', amount: 0 }), 'products.0.amount'],
] as const) {
  test(`a cart with ${title} is refused at "${field}"`, () => {
    assert.equal(fault(value), field);
  });
}

test('a quote has at least one order, and each order a line', () => {
  const answer = { expires_at: '2026-11-21T09:30:00Z', orders: [aQuotedOrder()] };

  assert.deepEqual(quoteResponse.parse(answer), answer);
  assert.equal(quoteResponse.safeParse({ ...answer, orders: [] }).success, false);
  assert.equal(
    quoteResponse.safeParse({ ...answer, orders: [aQuotedOrder({ lines: [] })] }).success,
    false,
  );
});

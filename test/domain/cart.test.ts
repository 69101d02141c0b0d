import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Product } from '../../src/contract/product.schema.ts';
import { quoteRequest } from '../../src/contract/quote.schema.ts';
import { offeredProducts, participantsProblem, quoteRequestOf } from '../../src/domain/cart.ts';
import { aProduct } from '../support/builders.ts';

const amount = fc.integer({ min: 1, max: 99 });
const amounts = fc
  .dictionary(fc.integer({ min: 1, max: 60 }).map(String), amount)
  .map((entries) => new Map(Object.entries(entries).map(([id, each]) => [Number(id), each])));

for (const [count, minimum, places, problem] of [
  [0, 0, 8, 'none'],
  [0, 2, 0, 'none'],
  [1, 0, 8, undefined],
  [1, 1, 8, undefined],
  [1, 2, 8, 'too-few'],
  [2, 2, 8, undefined],
  [8, 2, 8, undefined],
  [9, 2, 8, 'too-many'],
  [1, 0, 0, 'too-many'],
  // Too few is what the customer can mend, so it is said first.
  [1, 2, 0, 'too-few'],
] as const) {
  const verdict = problem ?? 'fine';
  test(`${count} participants of at least ${minimum} on ${places} places are ${verdict}`, () => {
    assert.equal(participantsProblem(count, minimum, places), problem);
  });
}

test('a quote request has ids and amounts alone', () => {
  const cart = {
    lines: [{ eventId: 'kayak', dateId: 'tuesday', amounts: new Map([[1, 2]]) }],
    products: new Map([['towel', 1]]),
  };

  assert.deepEqual(quoteRequestOf(cart), {
    lines: [{ event_id: 'kayak', date_id: 'tuesday', prices: [{ price_id: 1, amount: 2 }] }],
    products: [{ product_id: 'towel', amount: 1 }],
  });
});

test('the proxy accepts every cart that has participants', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  const chosen = amounts.filter(({ size }) => size > 0 && size <= 50);
  const line = fc.record({ eventId: id, dateId: id, amounts: chosen });
  const cart = fc.record({
    lines: fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: (each) => each.dateId }),
    products: fc
      .uniqueArray(fc.tuple(id, amount), { maxLength: 20, selector: ([each]) => each })
      .map((entries) => new Map(entries)),
  });

  fc.assert(
    fc.property(cart, (each) => {
      const request = quoteRequestOf(each);

      assert.deepEqual(quoteRequest.parse(request), request);
    }),
  );
});

/** Two adults (1) on a weekday date of the kayak tour. */
const line = { eventId: 'kayak', dateId: 'tuesday', amounts: new Map([[1, 2]]) };

const needs = (event_id: string, price_ids: number[] | null = null) => ({ event_id, price_ids });

const cases: [title: string, change: Partial<Product>, offered: boolean][] = [
  ['without dependencies', {}, true],
  ['in stock', { available: 1 }, true],
  ['of which none is left', { available: 0 }, false],
  ['in another currency', { currency: 'JPY' }, false],
  ['for the event of the date', { dependencies: [needs('kayak')] }, true],
  ['for another event', { dependencies: [needs('fado')] }, false],
  ['for another event or this one', { dependencies: [needs('fado'), needs('kayak')] }, true],
  ['for a chosen price', { dependencies: [needs('kayak', [2, 1])] }, true],
  ['for prices that are not chosen', { dependencies: [needs('kayak', [2])] }, false],
  ['for a chosen price of another event', { dependencies: [needs('fado', [1])] }, false],
  ['for no price at all', { dependencies: [needs('kayak', [])] }, false],
];
for (const [title, change, offered] of cases) {
  test(`a product ${title} is ${offered ? '' : 'not '}offered`, () => {
    const product = aProduct(change);

    assert.deepEqual(offeredProducts([product], line, 'EUR'), offered ? [product] : []);
  });
}

test('products keep their order', () => {
  const products = ['c', 'a', 'b'].map((id) => aProduct({ id, available: id === 'a' ? 0 : 3 }));

  assert.deepEqual(
    offeredProducts(products, line, 'EUR').map(({ id }) => id),
    ['c', 'b'],
  );
});

test('on a weekend date, a product for the weekday event alone is not offered', () => {
  const weekend = { eventId: 'kayak-weekend', dateId: 'saturday', amounts: new Map([[11, 2]]) };
  const weekdays = aProduct({ id: 'weekdays', dependencies: [needs('kayak')] });
  const both = aProduct({ id: 'both', dependencies: [needs('kayak'), needs('kayak-weekend')] });

  assert.deepEqual(offeredProducts([weekdays, both], weekend, 'EUR'), [both]);
});

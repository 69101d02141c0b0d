import assert from 'node:assert/strict';
import test from 'node:test';
import type { Product } from '../../src/contract/product.schema.ts';
import { offeredProducts } from '../../src/domain/cart.ts';
import { aProduct } from '../support/builders.ts';

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

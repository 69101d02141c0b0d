import assert from 'node:assert/strict';
import test from 'node:test';
import { detailOf, itemOf } from '../../src/domain/analytics.ts';
import { aListedEvent, aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';

test('an event is an item with its vendor and first category', () => {
  assert.deepEqual(itemOf(aListedEvent()), {
    item_id: 'kayak',
    item_name: 'Kayak on the Spree',
    item_brand: 'Spree Adventures',
    item_category: 'Outdoors',
  });
  assert.ok(!('item_category' in itemOf(aListedEvent({ categories: [] }))));
});

test('an order has an item for each price and each product, in the currency’s own unit', () => {
  const lines = [aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })] })];
  const products = [{ product_id: 'towel', name: 'Towel', amount: 1, price: 900, total: 900 }];

  assert.deepEqual(detailOf(aQuotedOrder({ lines, products })), {
    currency: 'EUR',
    value: 87,
    items: [
      {
        item_id: 'kayak',
        item_name: 'Kayak on the Spree',
        item_brand: 'Spree Adventures',
        item_variant: 'Adult',
        price: 39,
        quantity: 2,
      },
      {
        item_id: 'towel',
        item_name: 'Towel',
        item_brand: 'Spree Adventures',
        price: 9,
        quantity: 1,
      },
    ],
  });
});

test('a currency without minor units is told as it is', () => {
  assert.equal(detailOf(aQuotedOrder({ currency: 'JPY' })).value, 3900);
});

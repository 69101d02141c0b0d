import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  detailOf,
  detailOfChosen,
  detailOfEvent,
  detailOfLine,
  detailOfList,
  detailOfPlaced,
} from '../../src/domain/analytics.ts';
import {
  aGroup,
  aListedEvent,
  anEvent,
  aPlacedIntent,
  aPrice,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aWeekendGroup,
} from '../support/builders.ts';

const kayak = {
  item_id: 'kayak',
  item_name: 'Kayak on the Spree',
  item_brand: 'Spree Adventures',
};
const towel = {
  product_id: 'towel',
  name: 'Towel',
  amount: 3,
  price: 900,
  total: 2700,
  shipping_address: false,
};

test('a list reports its name, and for each event the vendor, first category, position and price', () => {
  const events = [aListedEvent(), aListedEvent({ id: 'bees', categories: [], from_price: null })];

  assert.deepEqual(detailOfList(events, 'tours'), {
    currency: 'EUR',
    item_list_id: 'tours',
    item_list_name: 'tours',
    items: [
      { ...kayak, item_category: 'Outdoors', index: 0, price: 24 },
      { ...kayak, item_id: 'bees', index: 1 },
    ],
  });
});

test('a selected event reports its position in the list, and no price', () => {
  assert.deepEqual(detailOfChosen(aListedEvent(), 3, 'tours'), {
    item_list_id: 'tours',
    item_list_name: 'tours',
    items: [{ ...kayak, item_category: 'Outdoors', index: 3 }],
  });
});

test('a price in another currency than the list’s first is left out', () => {
  const yen = { value: 5500, currency: 'JPY', title: 'Adult', adult: true };

  const { currency, items } = detailOfList(
    [aListedEvent(), aListedEvent({ from_price: yen })],
    'tours',
  );

  assert.equal(currency, 'EUR');
  assert.deepEqual(
    items?.map(({ price }) => price),
    [24, undefined],
  );
});

test('an event’s value is its lowest entry price', () => {
  const { currency, value, items } = detailOfEvent(
    anEvent({ price_groups: [aWeekendGroup(), aGroup()] }),
  );

  assert.deepEqual([currency, value, items?.[0]?.price], ['EUR', 39, 39]);
});

test('a free event has the value 0, and an event without a price has no value', () => {
  const free = aGroup({ prices: [aPrice({ value: 0 })] });

  assert.equal(detailOfEvent(anEvent({ price_groups: [free] })).value, 0);
  const { items, ...money } = detailOfEvent(anEvent({ price_groups: [] }));
  assert.deepEqual([money, items?.length], [{}, 1]);
});

test('an order has an item for each price and each product, in the currency’s own unit', () => {
  const lines = [aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })] })];
  const products = [{ ...towel, amount: 1, total: 900 }];

  assert.deepEqual(detailOf(aQuotedOrder({ lines, products })), {
    currency: 'EUR',
    value: 87,
    items: [
      { ...kayak, item_variant: 'Adult', price: 39, quantity: 2 },
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

test('a line reports its root event, not the pricelist that its prices are from', () => {
  const line = aQuotedLine({ event_id: 'kayak-weekend', root_event_id: 'kayak' });

  assert.equal(detailOf(aQuotedOrder({ lines: [line] })).items?.[0]?.item_id, 'kayak');
});

test('a line of a cart reports its own share of the order’s products', () => {
  const quoted = aQuotedLine();
  const order = aQuotedOrder({ lines: [quoted], products: [towel] });

  const { value, items } = detailOfLine({ order, quoted }, new Map([['towel', 2]]));

  assert.equal(value, 39 + 18);
  assert.deepEqual(
    items?.map(({ item_id, quantity }) => [item_id, quantity]),
    [
      ['kayak', 1],
      ['towel', 2],
    ],
  );
  assert.equal(detailOfLine({ order, quoted }, new Map()).items?.length, 1);
});

test('a placed order reports its code and its VAT', () => {
  const { order: placed } = aPlacedIntent();
  const { transaction_id, tax } = detailOfPlaced(aQuotedOrder({ vat: 623 }), placed!);

  assert.deepEqual([transaction_id, tax], ['SPREE-7', 6.23]);
});

test('a placed order reports the platform’s VAT, and none where a part of the total names no rate', () => {
  const order = aQuotedOrder({ vat: 623, products: [towel] });
  const taxOf = (change: Parameters<typeof aPlacedIntent>[0]) =>
    detailOfPlaced(order, aPlacedIntent(change).order!).tax;

  assert.equal(taxOf({ vat: 910 }), 9.1);
  assert.equal(taxOf({}), undefined);
});

test('a placed order reports what has become of its payment', () => {
  const { order: placed } = aPlacedIntent();
  const payment = { state: 'held', amount: 3900, currency: 'EUR', reference: 'R' } as const;

  assert.equal(detailOfPlaced(aQuotedOrder(), placed!, payment).payment, 'held');
  assert.equal('payment' in detailOfPlaced(aQuotedOrder(), placed!), false);
});

test('an amount in a currency without minor units is reported unchanged', () => {
  assert.equal(detailOf(aQuotedOrder({ currency: 'JPY' })).value, 3900);
});

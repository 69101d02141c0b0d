import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AnalyticsDetail, Ga4Event } from '../../src/domain/analytics.ts';
import { ga4Faults } from '../support/ga4.ts';

const item = { item_id: 'kayak', item_name: 'Kayak', price: 39, quantity: 2 };
const good: Ga4Event = {
  event: 'purchase',
  ecommerce: { transaction_id: 'SPREE-7', currency: 'EUR', value: 78, tax: 12.45, items: [item] },
};
const changed = (change: object): Ga4Event => ({
  ...good,
  ecommerce: { ...good.ecommerce, ...change } as AnalyticsDetail,
});

test('the check by GA4’s table accepts valid events, and names each fault', () => {
  const { transaction_id: _, ...withoutId } = good.ecommerce;
  const wrong: [Ga4Event, RegExp][] = [
    [{ ...good, event: 'buy' as 'purchase' }, /no buy/],
    [{ ...good, ecommerce: withoutId }, /no transaction_id/],
    [{ ...good, event: 'view_cart' }, /tax is not allowed/],
    [changed({ value: 79 }), /79 is not 78/],
    [changed({ value: '78' }), /value is "78"/],
    [changed({ currency: 'euro' }), /without a currency/],
    [changed({ items: [] }), /0 items/],
    [changed({ items: [{ ...item, email: 'a@b.c' }] }), /email of an item/],
    [changed({ items: [{ ...item, item_brand: '' }] }), /item_brand is ""/],
  ];

  assert.deepEqual(ga4Faults(good), []);
  for (const [event, fault] of wrong) assert.match(ga4Faults(event).join('\n'), fault);
});

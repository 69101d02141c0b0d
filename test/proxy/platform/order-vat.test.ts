import assert from 'node:assert/strict';
import { test } from 'vitest';
import { orderDetails } from '../../../proxy/platform/translate.ts';

const adult = { price_id: 1, price_title: 'Adult', status: 'ACCEPTED' };
const ticketOf = (...participants: object[]) => ({ date_id: 'd', event_id: 'e', participants });
const kayak = ticketOf(
  { ...adult, price_value: '39.00', vat: '19.00' },
  { ...adult, price_value: '39.00', vat: '19.00' },
);
const book = { product_id: 'b', title: 'Book', price: '12.00', amount: 2, vat: '7.00' };

function vatOf(change: object): number | undefined {
  const order = { id: 'o', status: 'ACCEPTED', currency: 'EUR', total_invoice: '102.00' };
  return orderDetails.parse({ ...order, tickets: [kayak], products: [book], ...change }).vat;
}

test('the VAT of an order is that of all its tickets and products, by the platform’s own rates', () => {
  // 78.00 contain 12.45 at 19 %, and 24.00 contain 1.57 at 7 %.
  assert.equal(vatOf({}), 1402);
  assert.equal(vatOf({ products: [], total_invoice: '78.00' }), 1245);
  assert.equal(vatOf({ products: [{ ...book, vat: 0 }] }), 1245);
});

test('a cancelled part is not in the sum', () => {
  const canceled = { ...book, status: 'CANCELED' };

  assert.equal(vatOf({ products: [canceled], total_invoice: '78.00' }), 1245);
});

const uncovered: [what: string, change: object][] = [
  ['a product names no rate', { products: [{ ...book, vat: '' }] }],
  ['a participant has no price', { tickets: [ticketOf({ ...adult, vat: '19.00' })] }],
  ['a rate is none', { products: [{ ...book, vat: '700.00' }] }],
  ['the total has a discount', { total_invoice: '97.00' }],
  ['the total is not known', { total_invoice: '' }],
  ['the currency is not known', { currency: '' }],
];
for (const [what, change] of uncovered) {
  test(`the VAT of an order is unknown where ${what}`, () => {
    assert.equal(vatOf(change), undefined);
  });
}

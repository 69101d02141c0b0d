import assert from 'node:assert/strict';
import test from 'node:test';
import { createAddresses, PAGE, pageLimit } from '../../src/client/addresses.ts';

const at = createAddresses('https://book.example/');

for (const [title, address, expected] of [
  ['the site', at.site(), '/site'],
  ['the list', at.events({ limit: 25 }), '/v3/events?limit=25'],
  [
    'a narrowed list',
    at.events({ vendor: 'a,b', category: '2', match: 'kayak & more', limit: 25 }),
    '/v3/events?accept_vendors=a%2Cb&categories=2&match=kayak+%26+more&limit=25',
  ],
  ['an event', at.mergedEvent('a b/c'), '/v3/merged_events/a%20b%2Fc'],
  [
    'dates',
    at.dates('kayak', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'),
    '/v3/events/kayak/dates?start_date=2026-11-01T00%3A00%3A00Z&end_date=2026-12-01T00%3A00%3A00Z',
  ],
  ['products', at.products('spree'), '/v3/products?accept_vendors=spree'],
  ['a vendor', at.vendor('spree'), '/v3/vendors/spree'],
  ['quotes', at.quotes(), '/checkout/quotes'],
  ['orders', at.orders(), '/checkout/orders'],
  ['an intent', at.intent(), '/checkout/intent'],
  ['words', at.messages('de'), '/messages/de.json'],
] as const) {
  test(`the address of ${title} is ${expected}`, () => {
    assert.equal(address, `https://book.example${expected}`);
  });
}

test('what is not asked for is not in the address', () => {
  assert.equal(
    at.events({ vendor: '', category: undefined, match: '', limit: 2 }),
    'https://book.example/v3/events?limit=2',
  );
});

test('every address names the site where a proxy has several', () => {
  const of = createAddresses('https://book.example', 'shop');

  assert.equal(of.site(), 'https://book.example/site?site=shop');
  assert.equal(of.events({ limit: 2 }), 'https://book.example/v3/events?limit=2&site=shop');
  assert.equal(of.orders(), 'https://book.example/checkout/orders?site=shop');
});

test('asks for one event more than the pages show, to know whether there are more', () => {
  assert.equal(pageLimit(1), PAGE + 1);
  assert.equal(pageLimit(3), 3 * PAGE + 1);
});

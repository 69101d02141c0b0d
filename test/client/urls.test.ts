import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createUrls, limitFor, PAGE_SIZE } from '../../src/client/urls.ts';

const urls = createUrls('https://book.example/');

for (const [title, url, expected] of [
  ['the site', urls.site(), '/site'],
  ['the list', urls.events({ limit: 25 }), '/v3/events?limit=25'],
  [
    'a narrowed list',
    urls.events({ vendor: 'a,b', category: '2', match: 'kayak & more', limit: 25 }),
    '/v3/events?accept_vendors=a%2Cb&categories=2&match=kayak+%26+more&limit=25',
  ],
  [
    'a list whose ids have spaces around them',
    urls.events({ vendor: 'a, b', category: ' ', accept: ' e1 ,e2, ' }),
    '/v3/events?accept_vendors=a%2Cb&accept=e1%2Ce2',
  ],
  [
    'what there is instead of nothing',
    urls.nearest({ vendor: 'a', match: 'kajak', order: 'price', limit: 25 }),
    '/nearest?accept_vendors=a&match=kajak',
  ],
  ['an event', urls.mergedEvent('a b/c'), '/v3/merged_events/a%20b%2Fc'],
  [
    'dates',
    urls.dates('kayak', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'),
    '/v3/events/kayak/dates?start_date=2026-11-01T00%3A00%3A00Z&end_date=2026-12-01T00%3A00%3A00Z',
  ],
  ['products', urls.products('spree'), '/v3/products?accept_vendors=spree'],
  ['a vendor', urls.vendor('spree'), '/v3/vendors/spree'],
  ['quotes', urls.quotes(), '/checkout/quotes'],
  ['orders', urls.orders(), '/checkout/orders'],
  ['an intent', urls.intent(), '/checkout/intent'],
  ['words', urls.messages('de'), '/messages/de.json'],
] as const) {
  test(`the URL of ${title} is ${expected}`, () => {
    assert.equal(url, `https://book.example${expected}`);
  });
}

test('an empty parameter is left out of the URL', () => {
  assert.equal(
    urls.events({ vendor: '', category: undefined, match: '', limit: 2 }),
    'https://book.example/v3/events?limit=2',
  );
});

test('every URL names the site if the proxy has several', () => {
  const shop = createUrls('https://book.example', 'shop');

  assert.equal(shop.site(), 'https://book.example/site?site=shop');
  assert.equal(shop.events({ limit: 2 }), 'https://book.example/v3/events?limit=2&site=shop');
  assert.equal(shop.orders(), 'https://book.example/checkout/orders?site=shop');
});

test('requests one event more than the page shows, to know whether there are more', () => {
  assert.equal(limitFor(1), PAGE_SIZE + 1);
  assert.equal(limitFor(3), 3 * PAGE_SIZE + 1);
});

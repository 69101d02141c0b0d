import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { Product } from '#contract/product.schema';
import type { QuoteRequest } from '#contract/quote.schema';
import { priceCart } from '../../../proxy/orders/price-cart.ts';
import type { PlatformEvent } from '../../../proxy/platform/translate.ts';
import { aDate, anEvent, aPrice, aProduct } from '../builders.ts';

const now = Date.parse('2026-11-21T09:00:00Z');
const lineOf = (
  event_id: string,
  date_id: string,
  ...prices: [price_id: number, amount: number][]
) => ({
  event_id,
  date_id,
  prices: prices.map(([price_id, amount]) => ({ price_id, amount })),
});

interface World {
  events?: PlatformEvent[];
  dates?: EventDate[];
  products?: Product[];
}
const kayak = anEvent('kayak', { prices: [aPrice(1, 3900), aPrice(2, 2400)] });

function price(cart: Partial<QuoteRequest>, world: World = {}) {
  const events = new Map((world.events ?? [kayak]).map((event) => [event.id, event]));
  return priceCart(
    { lines: [lineOf('kayak', 'd1', [1, 1])], products: [], ...cart },
    { events, dates: world.dates ?? [aDate('d1', 'kayak')], products: world.products ?? [], now },
  );
}

test('adds up prices and products, and says what VAT the tickets contain', () => {
  const { orders, problems } = price(
    { lines: [lineOf('kayak', 'd1', [1, 2], [2, 1])], products: [{ product_id: 'p', amount: 3 }] },
    { products: [aProduct('p', { price: 450 })] },
  );

  assert.deepEqual(problems, []);
  const [order] = orders;
  assert.deepEqual(
    order?.lines[0]?.prices.map(({ value, total }) => [value, total]),
    [
      [3900, 7800],
      [2400, 2400],
    ],
  );
  assert.equal(order.lines[0]?.total, 10_200);
  assert.equal(order.total, 10_200 + 1_350);
  assert.equal(order.vat, 1245 + 383);
});

test('totals are the sum of their parts for any cart', () => {
  const amount = fc.integer({ min: 1, max: 99 });
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), amount, amount, amount, (value, extra, a, b, pieces) => {
      const event = anEvent('kayak', { prices: [aPrice(1, value), aPrice(2, extra)] });
      const { orders } = price(
        {
          lines: [lineOf('kayak', 'd1', [1, a], [2, b])],
          products: [{ product_id: 'p', amount: pieces }],
        },
        {
          events: [event],
          dates: [aDate('d1', 'kayak', { available_slots: 200, total_slots: 200 })],
          products: [aProduct('p', { price: extra })],
        },
      );

      const expected = BigInt(value) * BigInt(a) + BigInt(extra) * BigInt(b + pieces);
      assert.equal(orders[0]?.total, Number(expected));
    }),
  );
});

test('a date takes its prices from its own event, found under the root or under itself', () => {
  const weekend = anEvent('weekend', { root_event_id: 'kayak', prices: [aPrice(3, 4500)] });
  const world = { events: [kayak, weekend], dates: [aDate('d2', 'weekend')] };

  for (const named of ['kayak', 'weekend']) {
    const { orders, problems } = price({ lines: [lineOf(named, 'd2', [3, 1])] }, world);
    assert.deepEqual(problems, []);
    assert.deepEqual([orders[0]?.lines[0]?.event_id, orders[0]?.total], ['weekend', 4500]);
  }
  const { problems } = price({ lines: [lineOf('kayak', 'd2', [1, 1])] }, world);
  assert.deepEqual(problems, [
    { code: 'price-gone', field: 'lines[0].prices[0].price_id', date_id: 'd2' },
  ]);
});

test('a line has the ticket’s information: admission, arrival and what to bring', () => {
  const lines = (event: PlatformEvent) => price({}, { events: [event] }).orders[0]?.lines[0];
  const { price_group } = kayak;

  const line = lines({
    ...kayak,
    meeting_location: 'Pier 4',
    meeting_location_lat: 52.5,
    meeting_location_lng: 13.4,
    pre_time: 15,
    bring: 'A towel.',
    price_group: { ...price_group, latest_booking_time: 60 },
  });
  assert.equal(line?.meeting_location, 'Pier 4');
  assert.deepEqual(line.meeting_position, { latitude: 52.5, longitude: 13.4 });
  assert.equal(line.pre_time, 15);
  assert.equal(line.bring, 'A towel.');
  assert.equal(line.opening_hours, false);

  const bath = lines({
    ...kayak,
    location: 'Harbour',
    meeting_location: '',
    meeting_location_lat: 0,
    meeting_location_lng: 0,
    price_group: { ...price_group, latest_booking_time: -420 },
  });
  assert.equal(bath?.meeting_location, 'Harbour');
  assert.equal(bath.meeting_position, null);
  assert.equal(bath.opening_hours, true);
});

test('a line of a child without a time zone is in that of its root', () => {
  const root = anEvent('kayak', { timezone: 'Asia/Tokyo' });
  const weekend = anEvent('weekend', { root_event_id: 'kayak', timezone: '' });

  const { orders } = price({}, { events: [root, weekend], dates: [aDate('d1', 'weekend')] });

  assert.equal(orders[0]?.lines[0]?.timezone, 'Asia/Tokyo');
});

test('a line names the root event and its first category', () => {
  const categories = [{ id: 2, title: 'Outdoors' }];
  const weekend = anEvent('weekend', { root_event_id: 'kayak', prices: [aPrice(3, 4500)] });
  const rootsOf = (root: PlatformEvent) =>
    price(
      { lines: [lineOf('kayak', 'd1', [1, 1]), lineOf('kayak', 'd2', [3, 1])] },
      { events: [root, weekend], dates: [aDate('d1', 'kayak'), aDate('d2', 'weekend')] },
    ).orders[0]?.lines.map(({ root_event_id, category }) => [root_event_id, category]);

  assert.deepEqual(rootsOf({ ...kayak, categories }), [
    ['kayak', 'Outdoors'],
    ['kayak', 'Outdoors'],
  ]);
  assert.deepEqual(rootsOf({ ...kayak, categories: [] })?.[0], ['kayak', undefined]);
});

for (const [title, [location_lat, location_lng], location] of [
  ['of its own event, not of the root', [52.5, 13.4], { latitude: 52.5, longitude: 13.4 }],
  ['on the equator', [0, 36.9], { latitude: 0, longitude: 36.9 }],
  ['on the meridian of Greenwich', [51.5, 0], { latitude: 51.5, longitude: 0 }],
  ['of an event without coordinates, which is none', [0, 0], null],
] as const) {
  test(`a line has the location ${title}`, () => {
    const root = anEvent('kayak', { location_lat: 38.7, location_lng: -9.1 });
    const weekend = anEvent('weekend', { root_event_id: 'kayak', location_lat, location_lng });
    const { orders } = price({}, { events: [root, weekend], dates: [aDate('d1', 'weekend')] });

    assert.deepEqual(orders[0]?.lines[0]?.location, location);
  });
}

test('makes one order per vendor, currency and kind', () => {
  const events = [
    kayak,
    anEvent('walk', {}),
    anEvent('sail', { type: 'REQUEST' }),
    anEvent('tea', { prices: [aPrice(1, 5500, { currency: 'JPY' })] }),
    anEvent('fado', { vendor_id: 'lisbon' }),
  ];
  const { orders } = price(
    { lines: events.map(({ id }) => lineOf(id, `d-${id}`, [1, 1])) },
    { events, dates: events.map(({ id }) => aDate(`d-${id}`, id)) },
  );

  assert.deepEqual(
    orders.map(({ vendor_id, currency, kind, lines }) => [vendor_id, currency, kind, lines.length]),
    [
      ['vendor', 'EUR', 'BOOKING', 2],
      ['vendor', 'EUR', 'REQUEST', 1],
      ['vendor', 'JPY', 'BOOKING', 1],
      ['lisbon', 'EUR', 'BOOKING', 1],
    ],
  );
});

test('a product goes with its vendor’s booking, or with the request when there is no booking', () => {
  const sail = anEvent('sail', { type: 'REQUEST' });
  const products = [aProduct('p', { shipping_address: true })];
  const dates = [aDate('d1', 'kayak'), aDate('d2', 'sail')];
  const buy = (...lines: QuoteRequest['lines']) =>
    price(
      { lines, products: [{ product_id: 'p', amount: 1 }] },
      { events: [kayak, sail], dates, products },
    ).orders.map((order) => [order.kind, order.products.length, order.shipping_address]);

  assert.deepEqual(buy(lineOf('sail', 'd2', [1, 1]), lineOf('kayak', 'd1', [1, 1])), [
    ['REQUEST', 0, false],
    ['BOOKING', 1, true],
  ]);
  assert.deepEqual(buy(lineOf('sail', 'd2', [1, 1])), [['REQUEST', 1, true]]);
});

test('each product says whether it is sent by post', () => {
  const { orders } = price(
    {
      lines: [lineOf('kayak', 'd1', [1, 1])],
      products: [
        { product_id: 'p', amount: 1 },
        { product_id: 'q', amount: 1 },
      ],
    },
    { products: [aProduct('p', { shipping_address: true }), aProduct('q')] },
  );

  const sent = orders[0]?.products.map(({ product_id, shipping_address }) => [
    product_id,
    shipping_address,
  ]);
  assert.deepEqual(sent, [
    ['p', true],
    ['q', false],
  ]);
});

const date = { field: 'lines[0]', date_id: 'd1' };
const wrong: [what: string, cart: Partial<QuoteRequest>, world: World, problem: object][] = [
  [
    'an event that is not offered',
    { lines: [lineOf('gone', 'd1', [1, 1])] },
    {},
    { code: 'event-gone', field: 'lines[0].event_id', date_id: 'd1' },
  ],
  [
    'a date that is not offered',
    { lines: [lineOf('kayak', 'd9', [1, 1])] },
    {},
    { code: 'date-gone', field: 'lines[0].date_id', date_id: 'd9' },
  ],
  [
    'a date of another event',
    { lines: [lineOf('kayak', 'd2', [1, 1])] },
    { events: [kayak, anEvent('walk', {})], dates: [aDate('d2', 'walk')] },
    { code: 'date-gone', field: 'lines[0].date_id', date_id: 'd2' },
  ],
  [
    'a price of another event',
    { lines: [lineOf('kayak', 'd1', [9, 1])] },
    {},
    { code: 'price-gone', field: 'lines[0].prices[0].price_id', date_id: 'd1' },
  ],
  [
    'a date past its booking time',
    {},
    { dates: [aDate('d1', 'kayak', { bookable_until: '2026-11-21T08:59:59Z' })] },
    { code: 'date-passed', ...date },
  ],
  [
    'more participants than places',
    { lines: [lineOf('kayak', 'd1', [1, 9])] },
    {},
    { code: 'sold-out', ...date, left: 8 },
  ],
  [
    'a full date',
    {},
    { dates: [aDate('d1', 'kayak', { available_slots: 0 })] },
    { code: 'sold-out', ...date, left: 0 },
  ],
  [
    'more participants than it ever takes',
    { lines: [lineOf('kayak', 'd1', [1, 11])] },
    {},
    { code: 'too-many-participants', ...date, left: 8 },
  ],
  [
    'too few participants',
    {},
    { events: [anEvent('kayak', { min_participants: 2 })] },
    { code: 'too-few-participants', ...date },
  ],
];
for (const [what, cart, world, problem] of wrong) {
  test(`refuses ${what}`, () => assert.deepEqual(price(cart, world).problems, [problem]));
}

test('accepts a cart until the very moment that its booking time ends', () => {
  const dates = [aDate('d1', 'kayak', { bookable_until: '2026-11-21T09:00:00Z' })];

  assert.deepEqual(price({}, { dates }).problems, []);
});

const product = { field: 'products[0].product_id', product_id: 'p' };
const offered: [what: string, change: Partial<Product>, problems: object[]][] = [
  ['sold with anything', {}, []],
  ['sold with this event', { dependencies: [{ event_id: 'kayak', price_ids: null }] }, []],
  ['sold with this price', { dependencies: [{ event_id: 'kayak', price_ids: [1] }] }, []],
  [
    'sold with another price',
    { dependencies: [{ event_id: 'kayak', price_ids: [2] }] },
    [{ code: 'product-gone', ...product }],
  ],
  [
    'sold with another event',
    { dependencies: [{ event_id: 'walk', price_ids: null }] },
    [{ code: 'product-gone', ...product }],
  ],
  ['of another vendor', { vendor_id: 'lisbon' }, [{ code: 'product-gone', ...product }]],
  ['in another currency', { currency: 'JPY' }, [{ code: 'product-gone', ...product }]],
  ['of which just enough is left', { available: 2 }, []],
  [
    'of which too little is left',
    { available: 1 },
    [{ code: 'product-sold-out', ...product, left: 1 }],
  ],
];
for (const [what, change, problems] of offered) {
  test(`${problems.length === 0 ? 'sells' : 'does not sell'} a product ${what}`, () => {
    const cart = { products: [{ product_id: 'p', amount: 2 }] };
    assert.deepEqual(price(cart, { products: [aProduct('p', change)] }).problems, problems);
  });
}

test('reports all problems at once', () => {
  const { problems } = price(
    {
      lines: [lineOf('kayak', 'd1', [1, 9], [7, 1]), lineOf('gone', 'd3', [1, 1])],
      products: [
        { product_id: 'p', amount: 2 },
        { product_id: 'gone', amount: 1 },
      ],
    },
    { products: [aProduct('p', { available: 1 })] },
  );

  assert.deepEqual(
    problems.map(({ code, field }) => [code, field]),
    [
      ['sold-out', 'lines[0]'],
      ['price-gone', 'lines[0].prices[1].price_id'],
      ['event-gone', 'lines[1].event_id'],
      ['product-sold-out', 'products[0].product_id'],
      ['product-gone', 'products[1].product_id'],
    ],
  );
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { Product } from '#contract/product.schema';
import { type QuoteRequest, quoteRequest } from '#contract/quote.schema';
import { countOf } from '../../src/domain/amounts.ts';
import { type CartLine, dateIdOf } from '../../src/domain/cart.ts';
import {
  isTooLargeToQuote,
  offeredProducts,
  participantsProblem,
  pricedLine,
  quoteRequestAgain,
  quoteRequestOf,
  totalsOf,
  withLine,
  withOtherStart,
  withoutOrdered,
} from '../../src/domain/cart-rules.ts';
import {
  aCartLine,
  aDate,
  aProduct,
  aQuotedLine,
  aQuotedOrder,
  aStart,
} from '../support/builders.ts';

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
  // The customer can correct too few participants, so that is reported first.
  [1, 2, 0, 'too-few'],
] as const) {
  const verdict = problem ?? 'fine';
  test(`${count} participants of at least ${minimum} on ${places} places are ${verdict}`, () => {
    assert.equal(participantsProblem(count, minimum, places), problem);
  });
}

/** A line on a date of its own. */
const lineOn = (id: string, change: Partial<CartLine> = {}) =>
  aCartLine({ start: aStart({ date: aDate({ id }) }), ...change });

const manyLines = (count: number) =>
  Array.from({ length: count }, (_, index) => lineOn(String(index)));
for (const [what, lines, isTooLarge] of [
  ['99 of one price on one date', [lineOn('a', { amounts: new Map([[1, 99]]) })], false],
  ['100 of one price on one date', [lineOn('a', { amounts: new Map([[1, 100]]) })], true],
  [
    '60 of one price on each of two dates',
    [lineOn('a', { amounts: new Map([[1, 60]]) }), lineOn('b', { amounts: new Map([[1, 60]]) })],
    false,
  ],
  [
    '60 of one product with each of two dates',
    [
      lineOn('a', { products: new Map([['towel', 60]]) }),
      lineOn('b', { products: new Map([['towel', 60]]) }),
    ],
    true,
  ],
  ['20 dates', manyLines(20), false],
  ['21 dates', manyLines(21), true],
] as const) {
  test(`the proxy ${isTooLarge ? 'refuses' : 'prices'} ${what}`, () => {
    assert.equal(isTooLargeToQuote(lines), isTooLarge);
    assert.equal(quoteRequest.safeParse(quoteRequestOf(lines)).success, !isTooLarge);
  });
}

test('a quote request has ids and amounts alone, and products of all lines together', () => {
  const products = new Map([['towel', 1]]);
  const lines = [
    lineOn('tuesday', { products }),
    lineOn('friday', { amounts: new Map([[2, 1]]), products }),
  ];

  assert.deepEqual(quoteRequestOf(lines), {
    lines: [
      { event_id: 'kayak', date_id: 'tuesday', prices: [{ price_id: 1, amount: 2 }] },
      { event_id: 'kayak', date_id: 'friday', prices: [{ price_id: 2, amount: 1 }] },
    ],
    products: [{ product_id: 'towel', amount: 2 }],
  });
});

const ids = (lines: readonly CartLine[]) => lines.map(dateIdOf);

test('a line comes last; one that is changed stays in its place, on whatever date', () => {
  const lines = [lineOn('a'), lineOn('b'), lineOn('c')];

  assert.deepEqual(ids(withLine(lines, lineOn('d'), null)), ['a', 'b', 'c', 'd']);
  assert.deepEqual(ids(withLine(lines, lineOn('d'), 'b')), ['a', 'd', 'c']);
  assert.deepEqual(ids(withLine(lines, lineOn('b'), 'b')), ['a', 'b', 'c']);
});

test('choosing a date again adds the amounts, and changing its line replaces them', () => {
  const products = new Map([['towel', 1]]);
  const lines = [lineOn('a'), lineOn('b', { products })];
  const more = lineOn('b', {
    amounts: new Map([
      [1, 1],
      [2, 3],
    ]),
    products,
  });

  const [, both] = withLine(lines, more, null);
  assert.deepEqual(
    [both?.amounts, both?.products],
    [
      new Map([
        [1, 3],
        [2, 3],
      ]),
      new Map([['towel', 2]]),
    ],
  );

  const [, changed] = withLine(lines, more, 'b');
  assert.equal(changed, more);

  const moved = withLine(lines, more, 'a');
  assert.deepEqual(ids(moved), ['b']);
  assert.deepEqual(
    moved[0]?.amounts,
    new Map([
      [1, 3],
      [2, 3],
    ]),
  );
});

test('adding never duplicates a date, and never loses or invents a participant', () => {
  const line = fc
    .tuple(
      fc.constantFrom('a', 'b', 'c'),
      amounts.filter(({ size }) => size > 0),
    )
    .map(([id, chosen]) => lineOn(id, { amounts: chosen }));

  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (all) => {
      const lines = all.reduce<CartLine[]>((before, each) => withLine(before, each, null), []);

      assert.equal(new Set(ids(lines)).size, lines.length);
      const count = (list: readonly CartLine[]) =>
        list.reduce((sum, each) => sum + countOf(each.amounts), 0);
      assert.equal(count(lines), count(all));
    }),
  );
});

test('an ordered line leaves the cart, and no other line does', () => {
  const orderOf = (id: string) => aQuotedOrder({ lines: [aQuotedLine({ date_id: id })] });
  const orders = [orderOf('a'), orderOf('b')];
  const cart = { lines: [lineOn('a'), lineOn('b')], orders, expires: '' };

  assert.deepEqual(withoutOrdered(cart, [orderOf('a')]), {
    ...cart,
    lines: [cart.lines[1]],
    orders: [orders[1]],
  });
  assert.equal(withoutOrdered(cart, [orderOf('c')]), cart);
});

test('another start replaces that of the lost date, and the other lines keep theirs', () => {
  const lines = [lineOn('a'), lineOn('b')];
  const exchange = { lost: 'a', start: aStart({ date: aDate({ id: 'later' }) }) };
  const quoted = aQuotedOrder({
    lines: ['a', 'b'].map((date_id) => aQuotedLine({ date_id })),
  });
  const dates = (request: QuoteRequest) => request.lines.map(({ date_id }) => date_id);
  const cart = withOtherStart({ lines, orders: [quoted], expires: '' }, exchange);

  assert.deepEqual(ids(cart.lines), ['later', 'b']);
  assert.deepEqual(
    cart.orders.flatMap(({ lines }) => lines.map(({ date_id }) => date_id)),
    ['later', 'b'],
  );
  assert.deepEqual(dates(quoteRequestAgain([quoted], exchange)), ['later', 'b']);
  assert.deepEqual(dates(quoteRequestAgain([quoted])), ['a', 'b']);
});

test('a line is priced in the order that has its date', () => {
  const [first, second] = ['a', 'b'].map((date_id) =>
    aQuotedOrder({ lines: [aQuotedLine({ date_id })] }),
  );
  const cart = { lines: [], orders: [first!, second!], expires: '' };

  assert.deepEqual(pricedLine(cart, lineOn('b')), { order: second, quoted: second?.lines[0] });
  assert.equal(pricedLine(cart, lineOn('c')), undefined);
});

test('sums of several currencies are not added up', () => {
  const sums = [
    { total: 100, currency: 'EUR' },
    { total: 300, currency: 'CHF' },
    { total: 50, currency: 'EUR' },
  ];
  const orders = sums.map((sum) => ({ ...aQuotedOrder(), ...sum }));

  assert.deepEqual(
    totalsOf(orders),
    new Map([
      ['EUR', 150],
      ['CHF', 300],
    ]),
  );
});

test('the proxy accepts every cart that has participants', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  const chosen = amounts.filter(({ size }) => size > 0 && size <= 50);
  const products = fc
    .uniqueArray(fc.tuple(id, fc.integer({ min: 1, max: 19 })), {
      maxLength: 4,
      selector: ([each]) => each,
    })
    .map((entries) => new Map(entries));
  const line = fc
    .record({ id, amounts: chosen, products })
    .map(({ id: dateId, ...rest }) => lineOn(dateId, rest));
  const cart = fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: dateIdOf });

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

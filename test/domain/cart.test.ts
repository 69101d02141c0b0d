import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { quoteRequest } from '../../src/contract/quote.schema.ts';
import {
  carryAmounts,
  countOf,
  participantsProblem,
  quoteRequestOf,
  setAmount,
  totalOf,
  valuesOf,
} from '../../src/domain/cart.ts';
import { aGroup, aPrice, aWeekendGroup } from '../support/builders.ts';

const amount = fc.integer({ min: 1, max: 99 });
const amounts = fc
  .dictionary(fc.integer({ min: 1, max: 60 }).map(String), amount)
  .map((entries) => new Map(Object.entries(entries).map(([id, each]) => [Number(id), each])));

test('an amount is set, changed and taken off without a change to the amounts before', () => {
  const none = new Map<number, number>();
  const two = setAmount(none, 1, 2);

  assert.deepEqual([...two], [[1, 2]]);
  assert.deepEqual([...setAmount(two, 1, 3)], [[1, 3]]);
  assert.deepEqual([...setAmount(two, 1, 0)], []);
  assert.deepEqual([...setAmount(two, 2, -1)], [[1, 2]]);
  assert.deepEqual([...none], []);
  assert.deepEqual([...two], [[1, 2]]);
});

test('counts everything of all prices', () => {
  assert.equal(countOf(new Map()), 0);
  fc.assert(
    fc.property(amounts, (each) => {
      assert.equal(
        countOf(each),
        [...each.values()].reduce((sum, next) => sum + next, 0),
      );
    }),
  );
});

test('a total is exact to the last minor unit', () => {
  const value = fc.integer({ min: 0, max: 1_000_000_000_000 });

  fc.assert(
    fc.property(fc.array(fc.tuple(amount, value), { maxLength: 50, size: 'max' }), (prices) => {
      const chosen = new Map(prices.map(([each], id) => [id, each]));
      const values = new Map(prices.map(([, each], id) => [id, each]));
      const exact = prices.reduce((sum, [n, each]) => sum + BigInt(n) * BigInt(each), 0n);

      assert.equal(BigInt(totalOf(chosen, values)), exact);
    }),
  );
});

test('what has no value costs nothing', () => {
  assert.equal(totalOf(new Map([[1, 2]]), new Map()), 0);
  assert.deepEqual(
    [...valuesOf([aPrice(), aPrice({ id: 2, value: 0 })])],
    [
      [1, 3900],
      [2, 0],
    ],
  );
});

test('amounts stay with their titles when the prices are those of another group', () => {
  const weekday = new Map([
    [1, 2],
    [2, 1],
  ]);
  const weekend = carryAmounts(weekday, aGroup(), aWeekendGroup());

  assert.deepEqual(
    [...weekend],
    [
      [11, 2],
      [12, 1],
    ],
  );
  assert.deepEqual([...carryAmounts(weekend, aWeekendGroup(), aGroup())], [...weekday]);
});

test('amounts of a title that the other group does not have are left out', () => {
  const adultsOnly = aWeekendGroup({ prices: [aPrice({ id: 11 })] });
  const carried = carryAmounts(
    new Map([
      [1, 2],
      [2, 1],
    ]),
    aGroup(),
    adultsOnly,
  );

  assert.deepEqual([...carried], [[11, 2]]);
});

test('amounts stay as they are within their group, and have no way from no group', () => {
  const chosen = new Map([[1, 2]]);

  assert.equal(carryAmounts(chosen, aGroup(), aGroup()), chosen);
  assert.deepEqual([...carryAmounts(new Map(), undefined, aGroup())], []);
});

test('carried amounts name prices of the new group alone, and never grow', () => {
  const titles = ['Adult', 'Child', 'Student', 'Senior'];
  const group = (event_id: string, first: number) =>
    fc.subarray(titles).map((kept) =>
      aGroup({
        event_id,
        prices: kept.map((title) => aPrice({ id: first + titles.indexOf(title), title })),
      }),
    );

  fc.assert(
    fc.property(group('a', 1), group('b', 11), fc.array(amount), (from, to, each) => {
      const chosen = new Map(from.prices.map(({ id }, index) => [id, each[index] ?? 1]));
      const carried = carryAmounts(chosen, from, to);

      assert.ok([...carried.keys()].every((id) => to.prices.some((price) => price.id === id)));
      assert.ok(countOf(carried) <= countOf(chosen));
    }),
  );
});

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

test('says a cart with ids and amounts alone', () => {
  const cart = {
    lines: [{ eventId: 'kayak', dateId: 'tuesday', amounts: new Map([[1, 2]]) }],
    products: new Map([['towel', 1]]),
  };

  assert.deepEqual(quoteRequestOf(cart), {
    lines: [{ event_id: 'kayak', date_id: 'tuesday', prices: [{ price_id: 1, amount: 2 }] }],
    products: [{ product_id: 'towel', amount: 1 }],
  });
});

test('the proxy can read every cart that has participants', () => {
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

test('of two prices with one title the first goes to the first, the second to the second', () => {
  const from = aGroup({ prices: [aPrice({ id: 1 }), aPrice({ id: 2 })] });
  const to = aWeekendGroup({ prices: [aPrice({ id: 11 }), aPrice({ id: 12 })] });
  const amounts = new Map([
    [1, 2],
    [2, 1],
  ]);

  assert.deepEqual(
    [...carryAmounts(amounts, from, to)],
    [
      [11, 2],
      [12, 1],
    ],
  );
});

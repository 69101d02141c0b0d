import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { carryAmounts, countOf, setAmount, totalOf, valuesOf } from '../../src/domain/amounts.ts';
import { aGroup, aPrice, aWeekendGroup } from '../support/builders.ts';

const amount = fc.integer({ min: 1, max: 99 });
const amounts = fc
  .dictionary(fc.integer({ min: 1, max: 60 }).map(String), amount)
  .map((entries) => new Map(Object.entries(entries).map(([id, each]) => [Number(id), each])));

test('an amount is set, changed and removed without mutating the previous amounts', () => {
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

test('a price without a value costs nothing', () => {
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

test('a title that the other group words differently is found by its category', () => {
  const to = aWeekendGroup({
    prices: [
      aPrice({ id: 11, title: 'Child, weekend', category: 'Child' }),
      aPrice({ id: 12, title: 'Adult, weekend' }),
    ],
  });
  const amounts = new Map([
    [1, 2],
    [2, 1],
  ]);

  const carried = carryAmounts(amounts, aGroup(), to);

  assert.deepEqual(
    new Map(carried),
    new Map([
      [12, 2],
      [11, 1],
    ]),
  );
  assert.deepEqual(new Map(carryAmounts(carried, to, aGroup())), amounts);
});

for (const [from, to] of [
  [['Adult', 'Student'], ['Senior']],
  [['Student'], ['Adult', 'Senior']],
] as const) {
  test(`no amount is carried from ${from.join(', ')} to ${to.join(', ')} by a category they share`, () => {
    const ofTitles = (event_id: string, titles: readonly string[], first: number) =>
      aGroup({
        event_id,
        prices: titles.map((title, index) => aPrice({ id: first + index, title })),
      });

    const carried = carryAmounts(new Map([[1, 2]]), ofTitles('a', from, 1), ofTitles('b', to, 11));

    assert.deepEqual([...carried], []);
  });
}

test('amounts stay the same within their group, and cannot be carried from no group', () => {
  const chosen = new Map([[1, 2]]);

  assert.equal(carryAmounts(chosen, aGroup(), aGroup()), chosen);
  assert.deepEqual([...carryAmounts(new Map(), undefined, aGroup())], []);
});

test('prices with the same title are matched in their order', () => {
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

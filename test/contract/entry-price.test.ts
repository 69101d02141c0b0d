import assert from 'node:assert/strict';
import { test } from 'vitest';
import { entryPriceOf } from '#contract/entry-price';
import { aPrice } from '../proxy/builders.ts';

const units = (...types: string[]) => ({ entry_units: types.map((type) => ({ type })) });
const companion = aPrice(1, 0, { title: 'Companion' });
const child = aPrice(2, 900, { title: 'Child', ...units('CHILD') });
const family = aPrice(3, 5000, { title: 'Family', ...units('ADULT', 'ADULT', 'CHILD') });
const adult = aPrice(4, 2400, { title: 'Adult', ...units('ADULT') });
const senior = aPrice(5, 1900, { title: 'Senior', ...units('ADULT') });

const cases: [what: string, prices: (typeof adult)[], title: string | undefined][] = [
  ['the first adult’s, before cheaper ones', [companion, child, adult, senior], 'Adult'],
  ['an adult’s own before a family’s', [family, adult], 'Adult'],
  ['a family’s where no adult has one', [child, family], 'Family'],
  ['the first, where none names an adult', [aPrice(6, 500, { title: 'Entry' }), child], 'Entry'],
  ['a child’s, where there is no other', [child], 'Child'],
  ['none without any', [], undefined],
];
for (const [what, prices, title] of cases) {
  test(`the price that stands for an event is ${what}`, () => {
    assert.equal(entryPriceOf(prices)?.title, title);
  });
}

test('the entry price says whether it is an adult’s', () => {
  assert.deepEqual(
    [[adult], [family], [child], [companion]].map((prices) => entryPriceOf(prices)?.adult),
    [true, true, false, false],
  );
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { minorDigits } from '#contract/currency';

for (const [currency, digits] of [
  ['EUR', 2],
  ['USD', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['BHD', 3],
  // Engines disagree about these; ISO 4217 does not.
  ['HUF', 2],
  ['IDR', 2],
  ['COP', 2],
  ['IQD', 3],
  ['CLF', 4],
  ['eur', 2],
  ['jpy', 0],
] as const) {
  test(`${currency} has ${digits} digits after the point`, () => {
    assert.equal(minorDigits(currency), digits);
  });
}

test('a text that is not a currency code has no digits', () => {
  assert.throws(() => minorDigits('euro'), RangeError);
  assert.throws(() => minorDigits(''), RangeError);
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { moneyNumber, moneyString, vatString } from '../../../demo/sandbox/api/wire-values.ts';

const cases: [minor: number, currency: string, number: number, text: string][] = [
  [0, 'EUR', 0, '0.00'],
  [5, 'EUR', 0.05, '0.05'],
  [1850, 'EUR', 18.5, '18.50'],
  [123456, 'EUR', 1234.56, '1234.56'],
  [0, 'JPY', 0, '0'],
  [5500, 'JPY', 5500, '5500'],
];

for (const [minor, currency, number, text] of cases) {
  test(`${minor} minor units of ${currency} are ${text}`, () => {
    assert.equal(moneyNumber(minor, currency), number);
    assert.equal(moneyString(minor, currency), text);
  });
}

test('no cent is lost on the way out', () => {
  fc.assert(
    fc.property(fc.nat(1e9), (minor) => {
      assert.equal(BigInt(moneyString(minor, 'EUR').replace('.', '')), BigInt(minor));
      assert.equal(moneyNumber(minor, 'EUR').toFixed(2), moneyString(minor, 'EUR'));
    }),
  );
});

test('VAT is a decimal string', () => {
  assert.equal(vatString(19), '19.00');
  assert.equal(vatString(5.5), '5.50');
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { toMinorUnits } from '../../../proxy/platform/wire-values.ts';

const digits = { EUR: 2, JPY: 0, KWD: 3 } as const;
const currency = fc.constantFrom(...(Object.keys(digits) as (keyof typeof digits)[]));
const safe = fc.bigInt(-BigInt(Number.MAX_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER));

/** The oracle: a decimal string made of whole numbers alone. */
function decimalOf(minor: bigint, places: number): string {
  const sign = minor < 0n ? '-' : '';
  const magnitude = minor < 0n ? -minor : minor;
  if (places === 0) return `${sign}${magnitude}`;
  const unit = 10n ** BigInt(places);
  return `${sign}${magnitude / unit}.${String(magnitude % unit).padStart(places, '0')}`;
}

test('reads every amount with its currency’s own digits', () => {
  fc.assert(
    fc.property(safe, currency, (minor, code) => {
      assert.equal(toMinorUnits(decimalOf(minor, digits[code]), code), Number(minor));
    }),
  );
});

test('reads a JSON number as the decimal that it was written as', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), currency, (minor, code) => {
      const number = Number(decimalOf(BigInt(minor), digits[code]));
      assert.equal(toMinorUnits(number, code), minor);
    }),
  );
});

test('accepts further zeros, and refuses further digits', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), currency, fc.integer({ min: 1, max: 9 }), (minor, code, digit) => {
      const text = decimalOf(BigInt(minor), digits[code]);
      const point = digits[code] === 0 ? '.' : '';
      assert.equal(toMinorUnits(`${text}${point}00`, code), minor);
      assert.equal(toMinorUnits(`${text}${point}0${digit}`, code), undefined);
    }),
  );
});

test('adds up: the sum of amounts is the amount of the sum', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(10 ** 9), currency, (a, b, code) => {
      const read = (minor: number) =>
        toMinorUnits(decimalOf(BigInt(minor), digits[code]), code) ?? NaN;
      assert.equal(read(a) + read(b), read(a + b));
    }),
  );
});

const cases: [amount: string | number, currency: string, minor: number | undefined][] = [
  ['39.00', 'EUR', 3900],
  [39, 'EUR', 3900],
  [39.9, 'EUR', 3990],
  ['0.05', 'EUR', 5],
  ['-12.50', 'EUR', -1250],
  ['-0.00', 'EUR', 0],
  ['3900', 'JPY', 3900],
  ['3900.00', 'JPY', 3900],
  ['3900.50', 'JPY', undefined],
  ['3.9', 'KWD', 3900],
  ['3.901', 'KWD', 3901],
  [1.005, 'EUR', undefined],
  [38.99999999999999, 'EUR', 3900],
  [39.00000000000001, 'EUR', 3900],
  [-38.99999999999999, 'EUR', -3900],
  [0.1 + 0.2, 'EUR', 30],
  ['99.9999999999', 'EUR', 10000],
  [3899.9999999999995, 'JPY', 3900],
  ['38.9999', 'EUR', undefined],
  ['38.99999', 'EUR', undefined],
  [NaN, 'EUR', undefined],
  [Infinity, 'EUR', undefined],
  [1e21, 'EUR', undefined],
  [1e-7, 'EUR', undefined],
  ['90071992547409.92', 'EUR', undefined],
  ['', 'EUR', undefined],
  [' 39.00', 'EUR', undefined],
  ['39,00', 'EUR', undefined],
  ['1,039.00', 'EUR', undefined],
  ['39.', 'EUR', undefined],
  ['.5', 'EUR', undefined],
  ['+39', 'EUR', undefined],
  ['0x10', 'EUR', undefined],
  ['１２', 'EUR', undefined],
];
for (const [amount, code, minor] of cases) {
  test(`reads ${JSON.stringify(amount)} ${code} as ${minor}`, () => {
    assert.equal(toMinorUnits(amount, code), minor);
  });
}

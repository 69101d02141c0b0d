import '../support/all-english.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { minorDigits } from '#contract/currency';
import { english, Words } from '../../src/messages/words.ts';

const deutsch = new Words('de');
const minor = fc.integer({ min: 0, max: 1_000_000_000_000 });
/** Treats no-break spaces as spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ');

/** The oracle: whole units and the currency's own digits, counted without a fraction anywhere. */
function write(amount: number, digits: number, thousands: string, point: string): string {
  const unit = 10n ** BigInt(digits);
  const whole = String(BigInt(amount) / unit).replace(/\B(?=(\d{3})+$)/g, thousands);
  const rest = String(BigInt(amount) % unit).padStart(digits, '0');
  return digits > 0 ? whole + point + rest : whole;
}

for (const [currency, digits, sign, after] of [
  ['EUR', 2, '€', '€'],
  ['JPY', 0, '¥', '¥'],
  ['KWD', 3, 'KWD ', 'KWD'],
  // V8 would write it without digits.
  ['HUF', 2, 'HUF ', 'HUF'],
] as const) {
  test(`${currency} is written with ${digits} digits, exact to the last, in both languages`, () => {
    fc.assert(
      fc.property(minor, (amount) => {
        assert.equal(
          plain(english.money(amount, currency)),
          sign + write(amount, digits, ',', '.'),
        );
        assert.equal(
          plain(deutsch.money(amount, currency)),
          `${write(amount, digits, '.', ',')} ${after}`,
        );
      }),
    );
  });

  test(`a short price in ${currency} is as exact, and whole when it is whole`, () => {
    const unit = 10 ** digits;
    // Six characters.
    const short = fc.integer({ min: 0, max: 99 * unit });
    fc.assert(
      fc.property(short, fc.boolean(), (any, isWhole) => {
        const amount = isWhole ? Math.floor(any / unit) * unit : any;
        const written = write(amount, digits, ',', '.');
        const expected = amount % unit === 0 ? written.replace(/\.0+$/, '') : written;

        assert.equal(english.shortMoney(amount, currency), expected);
      }),
    );
  });
}

for (const [amount, currency, money, short] of [
  [0, 'EUR', '€0.00', '0'],
  [5, 'EUR', '€0.05', '0.05'],
  [3900, 'EUR', '€39.00', '39'],
  [3950, 'EUR', '€39.50', '39.50'],
  [3900, 'JPY', '¥3,900', '3,900'],
  [3900, 'KWD', 'KWD 3.900', '3.900'],
  [4000, 'KWD', 'KWD 4.000', '4'],
  [99999, 'EUR', '€999.99', '999.99'],
  [123456, 'EUR', '€1,234.56', '1.2K'],
  [123400, 'EUR', '€1,234.00', '1,234'],
  [123456789, 'EUR', '€1,234,567.89', '1.2M'],
] as const) {
  test(`${amount} minor units of ${currency} are ${money}, in short ${short}`, () => {
    assert.equal(plain(english.money(amount, currency)), money);
    assert.equal(english.shortMoney(amount, currency), short);
  });
}

test('from right to left, the letters of a currency stay in their order', () => {
  const arabic = new Words('ar');

  assert.equal(plain(arabic.money(5500, 'JPY')), '\u200f5,500 \u2068JP¥\u2069');
  assert.equal(plain(english.money(5500, 'JPY')), '¥5,500');
});

test('one format serves one currency', () => {
  assert.equal(plain(english.money(3900, 'EUR')), '€39.00');
  assert.equal(plain(english.money(3900, 'JPY')), '¥3,900');
  assert.equal(plain(english.money(3900, 'EUR')), '€39.00');
});

test('the widget and the contract count the same digits for every currency there is', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const [, rest = ''] = plain(deutsch.money(1, currency)).match(/,(\d+)/) ?? [];

    assert.equal(rest.length, minorDigits(currency), currency);
  }
});

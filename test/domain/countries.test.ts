import assert from 'node:assert/strict';
import { test } from 'vitest';
import { countryCode } from '#contract/values.schema';
import { countriesIn, nameOfCountry } from '../../src/domain/countries.ts';

/** Codes of ISO 3166-1 that an address form may leave out. */
const left = ['AQ', 'BV', 'GS', 'HM', 'TF', 'UM'];
/**
 * Codes that Unicode names, but ISO 3166-1 only reserves or does not have: regions, unions and
 * placeholders.
 */
const reserved = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' ');

/** The codes that the runtime names, without withdrawn codes, which it maps to current ones. */
function namedCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code);
}

test('has every country of ISO 3166-1 with postal addresses, once', () => {
  const codes = countriesIn('en').map(({ code }) => code);

  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) countryCode.parse(code);
  assert.deepEqual(
    namedCodes().filter((code) => ![...codes, ...left, ...reserved].includes(code)),
    [],
  );
  assert.deepEqual(
    codes.filter((code) => reserved.includes(code)),
    [],
  );
});

for (const lang of ['en', 'de', 'ja']) {
  test(`every country has a name of its own in "${lang}"`, () => {
    const countries = countriesIn(lang);

    assert.ok(countries.every(({ code, name }) => name !== '' && name !== code));
    assert.equal(new Set(countries.map(({ name }) => name)).size, countries.length);
  });
}

test("countries are sorted by the reader's alphabet", () => {
  const names = (lang: string) => countriesIn(lang).map(({ name }) => name);
  const german = names('de');

  assert.deepEqual(german, [...german].sort(new Intl.Collator('de').compare));
  // Ä is sorted as A, not after Z.
  assert.ok(german.indexOf('Ägypten') < german.indexOf('Bahamas'));
  assert.ok(names('en').indexOf('Germany') < names('en').indexOf('Ghana'));
});

for (const [code, lang, name] of [
  ['DE', 'en', 'Germany'],
  ['DE', 'de', 'Deutschland'],
  ['JP', 'de', 'Japan'],
  // A text that is not a code stays as the vendor wrote it.
  ['Germany', 'de', 'Germany'],
  ['de', 'en', 'de'],
  ['', 'en', ''],
  ['QX', 'en', 'QX'],
] as const) {
  test(`"${code}" is "${name}" in "${lang}"`, () => {
    assert.equal(nameOfCountry(code, lang), name);
  });
}

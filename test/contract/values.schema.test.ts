import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { z } from 'zod';
import { countryCode, currency, givenKey, id, instant, minorUnits } from '#contract/values.schema';

const cases: [name: string, schema: z.ZodType, right: unknown[], wrong: unknown[]][] = [
  [
    'an id',
    id,
    ['a', '0', 'o0:x.o0=', 'a b', 'a/b', '..', '.', '%2f', 'a?b', 'a,b', 'ä', 'x'.repeat(255)],
    ['', 'x'.repeat(256), 'a\n', '\0', 'a\u0085', '\ud800', 7, null],
  ],
  [
    'a given key',
    givenKey,
    ['a', '0', 'Kayak-7_x', 'x'.repeat(64)],
    ['', 'x'.repeat(65), 'a b', 'a/b', '../a', 'a?b', 'a,b', 'ä', 'a\n', 7, null],
  ],
  [
    'an amount of money',
    minorUnits,
    [0, 1, 3900, 1e12],
    [-1, 0.5, 1e12 + 1, NaN, Infinity, '3900', null],
  ],
  ['a currency', currency, ['EUR', 'JPY'], ['eur', 'EU', 'EURO', '€', ' EUR', '']],
  [
    'an instant',
    instant,
    ['2026-11-21T09:00:00Z'],
    [
      '2026-11-21',
      '2026-11-21T09:00Z',
      '2026-11-21T09:00:00',
      '2026-11-21T09:00:00.000Z',
      '2026-11-21T09:00:00+01:00',
      '2026-11-21 09:00:00Z',
      '2026-11-21T09:00:00Z\n',
      1764,
    ],
  ],
  ['a country', countryCode, ['DE', 'GB'], ['de', 'D', 'DEU', '']],
];
for (const [name, schema, right, wrong] of cases) {
  for (const value of right) {
    test(`${JSON.stringify(value)} is ${name}`, () => {
      assert.equal(schema.parse(value), value);
    });
  }
  for (const value of wrong) {
    test(`${typeof value === 'number' ? value : JSON.stringify(value)} is not ${name}`, () => {
      assert.equal(schema.safeParse(value).success, false);
    });
  }
}

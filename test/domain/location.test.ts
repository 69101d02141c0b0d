import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mapUrl, townOf } from '../../src/domain/location.ts';

for (const [location, town] of [
  ['Boathouse 4, 10245 Berlin', 'Berlin'],
  ['Rua da Bica Nova 9, 1200-054 Lisbon', 'Lisbon'],
  ['Praia da Mata 5, 2825-491 Costa da Caparica', 'Costa da Caparica'],
  ['Aburanokoji-dori 214, Kyoto 604-0061', 'Kyoto'],
  ['Pier 3, Hall B, Hamburg', 'Hamburg'],
  ['Berlin', 'Berlin'],
  // The whole address is better than nothing.
  ['By the lake, ', 'By the lake, '],
  ['', ''],
] as const) {
  test(`the town of "${location}" is "${town}"`, () => {
    assert.equal(townOf(location), town);
  });
}

test('a map has its mark and its middle at the place', () => {
  const url = new URL(mapUrl(38.7169, -9.1302));

  assert.equal(url.origin, 'https://www.openstreetmap.org');
  assert.equal(url.searchParams.get('mlat'), '38.7169');
  assert.equal(url.searchParams.get('mlon'), '-9.1302');
  assert.equal(url.hash, '#map=17/38.7169/-9.1302');
});

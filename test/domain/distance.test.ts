import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { distanceBetween } from '../../src/domain/distance.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };
const lisbon = { latitude: 38.7223, longitude: -9.1393 };
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

for (const [title, from, to, kilometres] of [
  ['Berlin and Lisbon', berlin, lisbon, 2312],
  ['the poles', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20_015],
  [
    'both sides of the date line',
    { latitude: 0, longitude: 179.5 },
    { latitude: 0, longitude: -179.5 },
    111,
  ],
] as const) {
  test(`there are ${kilometres} km between ${title}`, () => {
    assert.equal(Math.round(distanceBetween(from, to)), kilometres);
  });
}

test('a place is exactly 0 km from itself', () => {
  fc.assert(fc.property(place, (here) => distanceBetween(here, here) === 0));
});

test('the way back is as long, and none is longer than half the equator', () => {
  fc.assert(
    fc.property(place, place, (here, there) => {
      const distance = distanceBetween(here, there);
      assert.equal(distanceBetween(there, here), distance);
      assert.ok(distance >= 0 && distance <= 20_016, String(distance));
    }),
  );
});

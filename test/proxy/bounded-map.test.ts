import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createBoundedMap, textBytes } from '../../proxy/bounded-map.ts';

test('keys and values together never exceed the maximum size, whatever their lengths', () => {
  const length = fc.oneof(fc.nat(20), fc.nat(5_000));
  const entry = fc.record({ key: length, value: length });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 100 }), (entries) => {
      const map = createBoundedMap<string>({ maxBytes: 20_000, bytesOf: textBytes });
      for (const [index, { key, value }] of entries.entries()) {
        map.set(`${index} ${'k'.repeat(key)}`, 'v'.repeat(value));
        const characters = [...map.entries()].flat().join('').length;
        assert.ok(2 * characters <= 20_000);
      }
    }),
  );
});

test('the least recently used entries are dropped first', () => {
  const map = createBoundedMap<number>({ maxBytes: 10_000, bytesOf: () => 2_000 });
  for (const key of ['a', 'b', 'c', 'd']) map.set(key, 0);
  map.get('a');
  map.set('e', 0);
  assert.deepEqual([...map.keys()].sort(), ['a', 'c', 'd', 'e']);
});

test('a value that is created for a key counts too', () => {
  const created: string[] = [];
  const map = createBoundedMap({
    maxBytes: 10_000,
    bytesOf: () => 0,
    create: (key) => created.push(key),
  });
  for (let key = 0; key < 1_000; key += 1) map.memo(`${key}`);
  assert.ok(map.size < 50);
  assert.equal(created.length, 1_000);
});

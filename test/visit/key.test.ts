import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { idempotencyKey } from '#contract/order.schema';
import { newKey } from '../../src/visit/key.ts';

const keys = Array.from({ length: 2000 }, newKey);

test('a key is 32 bytes in base64url, as the proxy wants it', () => {
  for (const key of keys) {
    assert.equal(idempotencyKey.parse(key), key);
    assert.equal(Buffer.from(key, 'base64url').length, 32);
    assert.equal(Buffer.from(key, 'base64url').toString('base64url'), key);
  }
});

test('keys can be created on a page that has overwritten built-ins', () => {
  // As an old polyfill does.
  mock.method(
    String.prototype,
    'replaceAll',
    function (this: string, found: string, other: string) {
      return this.replace(new RegExp(found, 'g'), other);
    },
  );

  assert.equal(idempotencyKey.safeParse(newKey()).success, true);
});

test('no key is created twice', () => {
  assert.equal(new Set(keys).size, keys.length);
});

test('every character of a key is random', () => {
  for (let index = 0; index < 42; index += 1) {
    assert.ok(new Set(keys.map((key) => key[index])).size > 48, `character ${index}`);
  }
});

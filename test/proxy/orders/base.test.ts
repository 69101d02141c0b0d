import test from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromBase64url, toBase32, toBase64url } from '../../../proxy/orders/base.ts';

test('base64url is that of everybody else, there and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = toBase64url(bytes);
      assert.equal(text, Buffer.from(bytes).toString('base64url'));
      assert.deepEqual(fromBase64url(text), Uint8Array.from(bytes));
    }),
  );
});

test('what is no base64url is undefined', () => {
  for (const text of ['=', 'a=', 'a+', 'a/', 'a b', 'aaaaa', 'ü', 'AB']) {
    assert.equal(fromBase64url(text), undefined);
  }
});

test('base32 is that of RFC 4648, as long as it is asked for', () => {
  const bytes = new TextEncoder().encode('foobar');

  assert.equal(toBase32(bytes, 9), 'MZXW6YTBO');
  assert.match(toBase32(new Uint8Array(32).fill(255), 26), /^[A-Z2-7]{26}$/);
});

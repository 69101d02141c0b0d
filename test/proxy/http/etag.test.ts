import assert from 'node:assert/strict';
import { test } from 'vitest';
import { etagOf, matchesEtag } from '../../../proxy/http/etag.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('an ETag is weak, quoted, and depends on the bytes alone', async () => {
  const etag = await etagOf(encode('a tour'));

  assert.match(etag, /^W\/"[0-9a-f]{24}"$/);
  assert.equal(await etagOf(encode('a tour')), etag);
  assert.notEqual(await etagOf(encode('a tour ')), etag);
  assert.match(await etagOf(encode('')), /^W\/"[0-9a-f]{24}"$/);
});

const conditions: [ifNoneMatch: string, matches: boolean][] = [
  ['W/"a"', true],
  [' W/"a" ', true],
  ['W/"b", W/"a"', true],
  ['"b",W/"a"', true],
  ['W/"a", W/"b"', true],
  ['*', true],
  ['"a"', true],
  ['W/"b"', false],
  ['"b", *', false],
  ['W/"a', false],
  ['a', false],
  ['W/"aa"', false],
  [',,', false],
  ['', false],
];
for (const [ifNoneMatch, matches] of conditions) {
  test(`If-None-Match: ${ifNoneMatch} ${matches ? 'matches' : 'does not match'} W/"a"`, () => {
    assert.equal(matchesEtag(ifNoneMatch, 'W/"a"'), matches);
  });
}

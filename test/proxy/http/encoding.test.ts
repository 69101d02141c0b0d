import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nodeEncoders } from '../../../proxy/http/compression.ts';
import { chooseEncoding } from '../../../proxy/http/encoding.ts';

const headers: [header: string, encoding: 'br' | 'gzip' | undefined][] = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0.001', 'gzip'],
  ['br;q=0,gzip;q=0', undefined],
  ['deflate, zstd', undefined],
  ['brx, xgzip', undefined],
  ['identity', undefined],
  ['', undefined],
];
for (const [header, encoding] of headers) {
  test(`Accept-Encoding "${header}" selects ${encoding ?? 'no encoding'}`, () => {
    assert.equal(chooseEncoding(header, nodeEncoders), encoding);
  });
}

test('only encodings that have an encoder are selected', () => {
  assert.equal(chooseEncoding('br, gzip', {}), undefined);
  assert.equal(chooseEncoding('br, gzip', { gzip: nodeEncoders.gzip }), 'gzip');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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
  test(`Accept-Encoding "${header}" gets ${encoding ?? 'the body as it is'}`, () => {
    assert.equal(chooseEncoding(header, nodeEncoders), encoding);
  });
}

test('without encoders every body is sent as it is', () => {
  assert.equal(chooseEncoding('br, gzip', {}), undefined);
  assert.equal(chooseEncoding('br, gzip', { gzip: nodeEncoders.gzip }), 'gzip');
});

for (const length of [10, 199_999, 200_001]) {
  test(`${length} bytes are the same after brotli and gzip`, async () => {
    const body = new TextEncoder().encode('a tour '.repeat(length).slice(0, length));

    assert.deepEqual(new Uint8Array(brotliDecompressSync(await nodeEncoders.br(body))), body);
    assert.deepEqual(new Uint8Array(gunzipSync(await nodeEncoders.gzip(body))), body);
  });
}

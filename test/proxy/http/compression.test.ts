import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'vitest';
import { nodeEncoders } from '../../../proxy/http/compression.ts';
import { SHOP } from '../../support/world.ts';
import { openListeningProxy } from './listening-proxy.ts';
import { requestRaw } from './raw-http.ts';

for (const effort of ['quick', 'best'] as const) {
  test(`a body is the same after brotli and gzip, with ${effort} effort`, async () => {
    const body = new TextEncoder().encode('a tour '.repeat(10_000));
    const { br, gzip } = nodeEncoders;

    assert.deepEqual(new Uint8Array(brotliDecompressSync(await br(body, effort))), body);
    assert.deepEqual(new Uint8Array(gunzipSync(await gzip(body, effort))), body);
  });
}

const { url } = await openListeningProxy({
  assets: { 'booking-widget.js': 'let a = "__BOOKING_PROXY__";'.repeat(100) },
});
const headers = { Origin: SHOP, 'Accept-Encoding': 'gzip, br' };

test('a response is compressed where the client accepts it, and its length is that of its bytes', async () => {
  const compressed = await requestRaw(`${url}/v3/events`, { headers });
  const plain = await requestRaw(`${url}/v3/events`, { headers: { Origin: SHOP } });

  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.equal(compressed.headers['content-length'], String(compressed.body.byteLength));
  assert.deepEqual(brotliDecompressSync(compressed.body), plain.body);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(compressed.headers.vary, 'Origin, Accept-Encoding');
  assert.equal(compressed.headers.etag, plain.headers.etag);
});

test('a 304 and a HEAD have the headers of the compressed response, and no body', async () => {
  const { etag = '' } = (await requestRaw(`${url}/v3/events`, { headers })).headers;

  const notModified = await requestRaw(`${url}/v3/events`, {
    headers: { ...headers, 'If-None-Match': etag },
  });
  assert.deepEqual([notModified.status, notModified.body.byteLength], [304, 0]);
  assert.equal(notModified.headers.etag, etag);
  assert.equal(notModified.headers.vary, 'Origin, Accept-Encoding');

  const head = await requestRaw(`${url}/v3/events`, { method: 'HEAD', headers });
  assert.deepEqual([head.status, head.body.byteLength, head.headers.etag], [200, 0, etag]);
});

test('the script is compressed, whatever the origin', async () => {
  const script = await requestRaw(`${url}/booking-widget.js`, { headers });
  assert.equal(script.headers['content-encoding'], 'br');
  assert.equal(script.headers.vary, 'Accept-Encoding');
});

test('a problem is not compressed', async () => {
  const response = await requestRaw(`${url}/none`, { headers });
  assert.deepEqual([response.status, response.headers['content-encoding']], [404, undefined]);
});

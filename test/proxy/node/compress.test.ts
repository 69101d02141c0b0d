import test from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from '../../../proxy/answer.ts';
import { createCompress } from '../../../proxy/node/compress.ts';

const text = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, title: 'A tour' })));

function answer(change: Partial<Answer> = {}, etag = 'W/"1"'): Answer {
  const headers = { ETag: etag, Vary: 'Origin', 'Content-Type': 'application/json' };
  return { status: 200, headers, body: new TextEncoder().encode(text), ...change };
}

const bytesOf = ({ body }: Answer) => (body instanceof Uint8Array ? body : assert.fail());

const accepted: [header: string | undefined, encoding: 'br' | 'gzip' | undefined][] = [
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
  [undefined, undefined],
];
for (const [header, encoding] of accepted) {
  test(`Accept-Encoding ${header}: answers ${encoding ?? 'what it is'}`, async () => {
    const { headers, ...rest } = await createCompress()(header, answer());
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (plain: Uint8Array) => plain };
    const body = decode[encoding ?? 'none'](bytesOf({ headers, ...rest }));

    assert.equal(headers['Content-Encoding'], encoding);
    assert.equal(headers['Vary'], 'Origin, Accept-Encoding');
    assert.equal(new TextDecoder().decode(body), text);
  });
}

test('an answer that varies by nothing else varies by the encoding', async () => {
  const { headers } = await createCompress()('br', answer({ headers: { ETag: 'W/"1"' } }));
  assert.equal(headers['Vary'], 'Accept-Encoding');
});

test('a 304 has no body to compress, and varies all the same', async () => {
  const { headers, body } = await createCompress()('br', answer({ status: 304, body: null }));
  assert.equal(body, null);
  assert.deepEqual([headers['Content-Encoding'], headers['Vary']], [undefined, 'Origin, Accept-Encoding']);
});

test('what has no tag is different every time, and is left as it is', async () => {
  const problem = answer({ headers: { 'Content-Type': 'application/problem+json' } });
  assert.equal(await createCompress()('br', problem), problem);
});

test('500 at once are compressed once, and so is who comes later', async () => {
  const compress = createCompress();
  const all = await Promise.all(Array.from({ length: 500 }, () => compress('br', answer())));
  const later = await compress('br', answer());

  assert.equal(new Set([...all, later].map(({ body }) => body)).size, 1);
  const next = await compress('br', answer({}, 'W/"2"'));
  assert.notEqual(next.body, later.body);
  assert.notEqual((await compress('gzip', answer())).body, later.body);
});

test('holds so many bytes and no more: the versions that nobody asks for go first', async () => {
  const compress = createCompress(10_000);
  const big = (etag: string) => answer({ body: new Uint8Array(randomBytes(4_000)) }, etag);
  const [first, second] = [big('W/"a"'), big('W/"b"')];
  const held = await compress('gzip', first);
  assert.equal((await compress('gzip', first)).body, held.body);

  await compress('gzip', second);
  await compress('gzip', big('W/"c"'));
  assert.notEqual((await compress('gzip', first)).body, held.body);
});

test('is answered although others push it out while it is being compressed', async () => {
  const compress = createCompress(10_000);
  const slow = compress('br', answer({ body: new Uint8Array(randomBytes(190_000)) }, 'W/"slow"'));
  for (let version = 0; version < 5; version += 1) {
    await compress('gzip', answer({ body: new Uint8Array(randomBytes(4_000)) }, `W/"${version}"`));
  }

  assert.equal(brotliDecompressSync(bytesOf(await slow)).byteLength, 190_000);
});

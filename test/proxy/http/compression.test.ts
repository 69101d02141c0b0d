import test from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from '../../../proxy/http/response.ts';
import { createCompress } from '../../../proxy/http/compression.ts';
import { createRespond } from '../../../proxy/http/respond.ts';
import type { Compress } from '../../../proxy/http/send.ts';

const text = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, title: 'A tour' })));

function answer(change: Partial<Answer> = {}, etag = 'W/"1"'): Answer {
  const headers = { ETag: etag, Vary: 'Origin', 'Content-Type': 'application/json' };
  return { status: 200, headers, body: new TextEncoder().encode(text), ...change };
}

/** As a browser gets it that takes these encodings. */
async function ask(accepted: string | undefined, given: Answer) {
  const respond = createRespond({ clock: () => 0, log: () => {}, compress: createCompress() });
  const headers = new Headers(accepted === undefined ? {} : { 'Accept-Encoding': accepted });
  const response = await respond(new Request('http://proxy/', { headers }), '/', async () => given);
  return {
    headers: response.headers,
    body: response.body && new Uint8Array(await response.arrayBuffer()),
  };
}

/** What the body of a tag is sent as. */
async function bodyOf(
  compress: Compress,
  accepted: string,
  etag: string,
  body = new TextEncoder().encode(text),
) {
  const smaller = await compress(accepted, etag, body);
  assert.ok(smaller);
  return smaller.body;
}

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
    const { headers, body } = await ask(header, answer());
    const decode = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      none: (plain: Uint8Array) => plain,
    };
    assert.ok(body);

    assert.equal(headers.get('Content-Encoding') ?? undefined, encoding);
    assert.equal(headers.get('Vary'), 'Origin, Accept-Encoding');
    assert.equal(new TextDecoder().decode(decode[encoding ?? 'none'](body)), text);
  });
}

test('an answer that varies by nothing else varies by the encoding', async () => {
  const { headers } = await ask('br', answer({ headers: { ETag: 'W/"1"' } }));
  assert.equal(headers.get('Vary'), 'Accept-Encoding');
});

test('a 304 has no body to compress, and varies all the same', async () => {
  const { headers, body } = await ask('br', answer({ status: 304, body: null }));
  assert.equal(body, null);
  assert.deepEqual(
    [headers.get('Content-Encoding'), headers.get('Vary')],
    [null, 'Origin, Accept-Encoding'],
  );
});

test('what has no tag is different every time, and is left as it is', async () => {
  const { headers } = await ask(
    'br',
    answer({ headers: { 'Content-Type': 'application/problem+json' } }),
  );
  assert.deepEqual([headers.get('Content-Encoding'), headers.get('Vary')], [null, null]);
});

test('500 at once are compressed once, and so is who comes later', async () => {
  const compress = createCompress();
  const all = await Promise.all(Array.from({ length: 500 }, () => bodyOf(compress, 'br', 'W/"1"')));
  const later = await bodyOf(compress, 'br', 'W/"1"');

  assert.equal(new Set([...all, later]).size, 1);
  assert.notEqual(await bodyOf(compress, 'br', 'W/"2"'), later);
  assert.notEqual(await bodyOf(compress, 'gzip', 'W/"1"'), later);
});

test('holds so many bytes and no more: the versions that nobody asks for go first', async () => {
  const compress = createCompress(10_000);
  const big = new Uint8Array(randomBytes(4_000));
  const held = await bodyOf(compress, 'gzip', 'W/"a"', big);
  assert.equal(await bodyOf(compress, 'gzip', 'W/"a"', big), held);

  await bodyOf(compress, 'gzip', 'W/"b"', big);
  await bodyOf(compress, 'gzip', 'W/"c"', big);
  assert.notEqual(await bodyOf(compress, 'gzip', 'W/"a"', big), held);
});

test('is answered although others push it out while it is being compressed', async () => {
  const compress = createCompress(10_000);
  const slow = bodyOf(compress, 'br', 'W/"slow"', new Uint8Array(randomBytes(190_000)));
  for (let version = 0; version < 5; version += 1) {
    await bodyOf(compress, 'gzip', `W/"${version}"`, new Uint8Array(randomBytes(4_000)));
  }

  assert.equal(brotliDecompressSync(await slow).byteLength, 190_000);
});

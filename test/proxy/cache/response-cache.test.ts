import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  type CacheableRequest,
  createResponseCache,
  type Rendered,
} from '../../../proxy/cache/response-cache.ts';
import { nodeEncoders } from '../../../proxy/http/compression.ts';
import type { Effort, Encoders, Encoding } from '../../../proxy/http/encoding.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

const headers = { 'Content-Type': 'application/json', Vary: 'Origin, Accept-Encoding' };
const text = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, title: 'A tour' })));

function aRequest(change: Partial<CacheableRequest> = {}): CacheableRequest {
  return { key: '/v3/events', ifNoneMatch: undefined, acceptEncoding: undefined, ...change };
}

/** A source, and how often it was rendered. */
function aSource(body = text) {
  const source = { renderings: 0 };
  const render = (): Rendered => {
    source.renderings += 1;
    return { body, headers };
  };
  return { source, render };
}

/** Encoders that count what they are given. */
function countingEncoders() {
  const counts = { br: 0, gzip: 0 };
  const counting =
    (encoding: Encoding) => async (body: Uint8Array<ArrayBuffer>, effort: Effort) => {
      counts[encoding] += 1;
      return nodeEncoders[encoding](body, effort);
    };
  const encoders: Encoders = { br: counting('br'), gzip: counting('gzip') };
  return { counts, encoders };
}

function decode(body: unknown, encoding: string | undefined): string {
  const bytes = body as Uint8Array;
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return new TextDecoder().decode(bytes);
}

test('500 requests at once are rendered once and compressed once', async () => {
  const { counts, encoders } = countingEncoders();
  const cache = createResponseCache(encoders);
  const { source, render } = aSource();
  const request = () => cache.get(aRequest({ acceptEncoding: 'br' }), [source], render);

  const responses = await Promise.all(Array.from({ length: 500 }, request));
  responses.push(await request());

  assert.equal(new Set(responses).size, 1);
  assert.deepEqual([source.renderings, counts.br], [1, 1]);
});

test('is rendered again only when its sources have changed', async () => {
  const cache = createResponseCache({});
  const first = aSource('1');
  const second = aSource('2');
  const body = async ({ source, render }: typeof first, stale: boolean) =>
    decode((await cache.get(aRequest(), [source, stale], render)).body, undefined);

  assert.deepEqual(
    [await body(first, false), await body(first, false), await body(second, false)],
    ['1', '1', '2'],
  );
  assert.equal(await body(second, true), '2');
  assert.deepEqual([first.source.renderings, second.source.renderings], [1, 2]);
});

test('the response does not depend on the requests before it', async () => {
  const sources = [aSource('one'), aSource('two')];
  const request = fc.record({
    index: fc.nat(1),
    key: fc.constantFrom('/v3/events', '/v3/products'),
    acceptEncoding: fc.constantFrom(undefined, '', 'br', 'gzip', 'gzip;q=0'),
    isConditional: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 20 }), async (requests) => {
      const shared = createResponseCache(nodeEncoders);
      for (const { index, key, acceptEncoding, isConditional } of requests) {
        const { source, render } = sources[index] ?? aSource();
        const { headers } = await createResponseCache({}).get(aRequest(), [source], render);
        const cacheable = {
          key,
          acceptEncoding,
          ifNoneMatch: isConditional ? headers['ETag'] : '',
        };

        assert.deepEqual(
          await shared.get(cacheable, [source], render),
          await createResponseCache(nodeEncoders).get(cacheable, [source], render),
        );
      }
    }),
    { numRuns: 30 },
  );
});

test('the Content-Encoding names the encoding, and every form has the same Vary', async () => {
  const cache = createResponseCache(nodeEncoders);
  const { source, render } = aSource();
  for (const encoding of ['br', 'gzip', undefined] as const) {
    const response = await cache.get(aRequest({ acceptEncoding: encoding }), [source], render);

    assert.equal(response.headers['Content-Encoding'], encoding);
    assert.equal(response.headers['Vary'], 'Origin, Accept-Encoding');
    assert.equal(decode(response.body, encoding), text);
  }
});

test('a matching If-None-Match gets a 304 without a body, whatever the Accept-Encoding', async () => {
  const cache = createResponseCache(nodeEncoders);
  const { source, render } = aSource();
  const request = (change: Partial<CacheableRequest>) =>
    cache.get(aRequest(change), [source], render);
  const etag = (await request({})).headers['ETag'];
  assert.ok(etag);

  for (const ifNoneMatch of [etag, `W/"other", ${etag}`]) {
    const { status, body, headers } = await request({ ifNoneMatch, acceptEncoding: 'br' });
    assert.deepEqual([status, body, headers['Content-Encoding']], [304, null, undefined]);
    assert.equal(headers['ETag'], etag);
  }
  assert.equal((await request({ ifNoneMatch: 'W/"other"' })).status, 200);
});

test('the ETag depends on the body alone, so it outlives a restart', async () => {
  const etagOf = async (body: string) => {
    const { source, render } = aSource(body);
    return (await createResponseCache({}).get(aRequest(), [source], render)).headers['ETag'];
  };

  assert.equal(await etagOf('same'), await etagOf('same'));
  assert.notEqual(await etagOf('same'), await etagOf('other'));
});

test('a rendering that throws is not cached', async () => {
  const cache = createResponseCache({});
  const { source, render } = aSource();
  const fail = () => {
    throw new RangeError('no such parameter');
  };

  await assert.rejects(cache.get(aRequest(), [source], fail), /no such parameter/);
  assert.equal((await cache.get(aRequest(), [source], render)).status, 200);
});

test('a failed compression is tried again for the next request', async () => {
  let failures = 1;
  const gzip = async (body: Uint8Array<ArrayBuffer>, effort: Effort) => {
    if ((failures -= 1) >= 0) throw new Error('no memory');
    return nodeEncoders.gzip(body, effort);
  };
  const cache = createResponseCache({ gzip });
  const { source, render } = aSource();
  const request = () => cache.get(aRequest({ acceptEncoding: 'gzip' }), [source], render);

  await assert.rejects(request(), /no memory/);
  assert.equal(decode((await request()).body, 'gzip'), text);
});

test('evicts the least recently used entries once bodies and keys exceed the limit', async () => {
  const cache = createResponseCache({}, 50_000);
  const sources = [aSource('a'.repeat(10_000)), aSource('b'.repeat(10_000)), aSource('c')];
  const [a, b, c] = sources;
  assert.ok(a && b && c);
  const get = (key: string, { source, render }: typeof a) =>
    cache.get(aRequest({ key }), [source], render);

  await get('/a', a);
  await get('/b', b);
  await get('/a', a);
  assert.deepEqual([a.source.renderings, b.source.renderings], [1, 1]);

  await get(`/c?${'x'.repeat(12_000)}`, c);
  await get('/a', a);
  await get('/b', b);
  assert.equal(a.source.renderings + b.source.renderings, 3);
});

test('an entry keeps nothing in memory that it was rendered from', async () => {
  const cache = createResponseCache({});
  const renderOnce = async () => {
    const source = { everything: new Uint8Array(1_000_000) };
    await cache.get(aRequest(), [source], () => ({ body: '1', headers }));
    return new WeakRef(source);
  };
  const source = await renderOnce();

  // A WeakRef keeps its target alive until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();

  assert.ok(source.deref() === undefined);
});

test('an entry that is evicted while it is being compressed is still sent', async () => {
  const { encoders } = countingEncoders();
  const cache = createResponseCache(encoders, 30_000);
  const big = aSource('big '.repeat(2_000));
  const slow = cache.get(aRequest({ acceptEncoding: 'br' }), [big.source], big.render);
  for (let index = 0; index < 5; index += 1) {
    const { source, render } = aSource('x'.repeat(8_000));
    await cache.get(aRequest({ key: `/${index}` }), [source], render);
  }

  assert.equal(decode((await slow).body, 'br'), 'big '.repeat(2_000));
});

test('what would wait behind too many compressions is sent plain, and compressed the next time', async () => {
  const { encoders } = countingEncoders();
  const gate = { open: () => {} };
  const opened = new Promise<void>((resolve) => (gate.open = resolve));
  const br = async (body: Uint8Array<ArrayBuffer>, effort: Effort) => {
    await opened;
    return nodeEncoders.br(body, effort);
  };
  const cache = createResponseCache({ ...encoders, br });
  const { source, render } = aSource();
  const get = (key: string, acceptEncoding = 'br') =>
    cache.get(aRequest({ key, acceptEncoding }), [source], render);
  const keys = Array.from({ length: 9 }, (_, number) => `/${number}`);
  for (const key of keys) await get(key, 'identity');
  // One is being compressed, and eight wait.
  const others = keys.map((key) => get(key));

  const plain = await get('/late');
  assert.equal(plain.headers['Content-Encoding'], undefined);
  assert.equal(decode(plain.body, undefined), text);
  assert.equal(plain.headers['Vary'], 'Origin, Accept-Encoding');

  gate.open();
  await Promise.all(others);
  const compressed = await get('/late');
  assert.equal(compressed.headers['Content-Encoding'], 'br');
  assert.equal(compressed.headers['ETag'], plain.headers['ETag']);
});

test('a body that fits into a packet is not compressed', async () => {
  const { counts, encoders } = countingEncoders();
  const cache = createResponseCache(encoders);
  const { source, render } = aSource('x'.repeat(999));

  const response = await cache.get(aRequest({ acceptEncoding: 'br' }), [source], render);
  assert.deepEqual([response.headers['Content-Encoding'], counts.br], [undefined, 0]);
});

test('a request that is refused at once refuses no other for the same', async () => {
  const cache = createResponseCache({});
  const { source, render } = aSource();
  const refuse = () => {
    throw new RangeError('nothing left');
  };

  const [refused, served] = await Promise.allSettled([
    cache.get(aRequest(), [source], refuse),
    cache.get(aRequest(), [source], render),
  ]);
  assert.deepEqual([refused.status, served.status], ['rejected', 'fulfilled']);
});

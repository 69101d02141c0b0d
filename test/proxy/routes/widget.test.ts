import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { prepareAssets } from '../../../proxy/routes/widget.ts';
import { createWorld, PROXY } from '../../support/world.ts';

const assets = {
  'booking-widget.js': 'const a="__BOOKING_PROXY__",b="__BOOKING_PROXY__/v3/events";$&',
  'messages/de.json': '{"book":"Buchen"}',
};
const served = `const a="${PROXY}",b="${PROXY}/v3/events";$&`;
const { assets: prepared, script } = await prepareAssets(assets, PROXY);
const { read } = createWorld({ assets: prepared });
const get = (path: string) =>
  read(new Request(PROXY + path, { headers: { Origin: 'https://any.example' } }));

test('the script is served with the proxy’s address in every placeholder', async () => {
  const { status, text, headers } = await get('/booking-widget.js?ver=6.4');

  assert.deepEqual([status, text], [200, served]);
  assert.equal(headers.get('Content-Type'), 'text/javascript; charset=utf-8');
  assert.equal(headers.get('Cache-Control'), 'public, max-age=300, stale-while-revalidate=604800');
});

test('script and messages may be loaded by every page', async () => {
  for (const path of ['/booking-widget.js', '/messages/de.json']) {
    const { status, headers } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
  }
});

test('under the hash of its bytes the script is immutable', async () => {
  const digest = createHash('sha384').update(served).digest('base64');
  assert.equal(script?.integrity, `sha384-${digest}`);

  const { status, text, headers } = await get(`/${script?.name}`);

  assert.deepEqual([status, text], [200, served]);
  assert.equal(headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
});

for (const path of [
  '/booking-widget-0000000000000000.js',
  '/messages/fr.json',
  '/messages/..%2fbooking-widget.js',
  '/messages/de',
  '/messages/constructor',
  '/messages/toString.json',
]) {
  test(`responds 404 at ${path}`, async () => {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers.get('Cache-Control')], [404, 'no-store']);
  });
}

test('a matching If-None-Match gets a 304', async () => {
  const { headers } = await get('/booking-widget.js');
  const etag = headers.get('ETag') ?? '';
  const notModified = await read(
    new Request(`${PROXY}/booking-widget.js`, { headers: { 'If-None-Match': etag } }),
  );
  assert.deepEqual([notModified.status, notModified.text], [304, '']);
});

test('without a built widget there is no script', async () => {
  const { read } = createWorld();
  assert.equal((await read(new Request(`${PROXY}/booking-widget.js`))).status, 404);
});

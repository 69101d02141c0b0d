import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createWorld, noSingleSite, PROXY, SHOP } from '../../support/world.ts';

const ALLOWED_HEADERS =
  'Content-Type, Idempotency-Key, Booking-View-Key, Booking-Challenge, X-Requested-With, X-CSRF-Token, traceparent, tracestate, sentry-trace, baggage';

const { read: send } = createWorld();

function request(method: string, path: string, headers: Record<string, string>) {
  const body = method === 'POST' ? '{}' : undefined;
  return send(
    new Request(PROXY + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body }),
    }),
  );
}

const foreignOrigins = [
  'null',
  'http://shop.example',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://shop.example:8443',
  'https://shop.example:443',
  'https://shop.example.',
  'https://SHOP.example',
  'https://shop.example/',
  'https://sub.shop.example',
  'https://shop.examples',
  'https://shop-example',
  'https://shopxexample',
  'https://shop.example,https://other.example',
  'https://evil.example#shop.example',
  'https://shop.example@evil.example',
  'https://shop%2eexample',
  'https://xn--shp-example',
  'https://xn--hop-5xc.example',
  'https://Ñ\x95hop.example',
  'HTTPS://shop.example',
  'wss://shop.example',
  'file://shop.example',
  'chrome-extension://shop.example',
  '//shop.example',
  'shop.example',
  'https://',
  '*',
  'undefined',
  '__proto__',
  'https://user@shop.example',
  'https://shop.example:0443',
  'https://shop.example?x',
  'https://shop.example\\@evil.example',
  'https://shop.example https://other.example',
  'https://shop.example, null',
];
for (const origin of foreignOrigins) {
  test(`the origin ${origin} may neither read nor write`, async () => {
    // It may read why not, and only that.
    for (const path of ['/v3/events', '/site', '/checkout/intent']) {
      const response = await request('GET', path, { Origin: origin });
      assert.equal(response.status, 403);
      assert.match(response.text, /"code":"origin-not-allowed"/);
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
      assert.match(response.headers.get('Vary') ?? '', /Origin/);
    }

    const write = await request('POST', '/checkout/quotes', { Origin: origin });
    assert.equal(write.status, 403);
    assert.match(write.text, /"code":"origin-not-allowed"/);
    assert.equal(write.headers.get('Access-Control-Allow-Origin'), null);

    const preflight = await request('OPTIONS', '/checkout/quotes', {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
    });
    assert.equal(preflight.status, 403);
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), null);
  });
}

for (const origin of [SHOP, 'https://other.example']) {
  test(`the allowed origin ${origin} may read and write`, async () => {
    const response = await request('GET', '/v3/events', { Origin: origin });
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), origin);
    assert.equal(
      response.headers.get('Access-Control-Expose-Headers'),
      'Date, Age, ETag, Retry-After, Booking-Stale',
    );
    assert.equal(response.headers.get('Access-Control-Allow-Credentials'), null);

    const write = await request('POST', '/checkout/quotes', { Origin: origin });
    assert.equal(write.status, 400);
    assert.equal(write.headers.get('Access-Control-Allow-Origin'), origin);
  });
}

test('a preflight from an allowed origin gets the allowed methods and headers', async () => {
  const { status, headers } = await request('OPTIONS', '/checkout/orders', {
    Origin: SHOP,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,idempotency-key',
  });

  assert.equal(status, 204);
  assert.equal(headers.get('Access-Control-Allow-Origin'), SHOP);
  assert.equal(headers.get('Access-Control-Allow-Methods'), 'GET, POST');
  assert.equal(headers.get('Access-Control-Allow-Headers'), ALLOWED_HEADERS);
});

test('a preflight never allows private networks, credentials or further methods', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH', 'TRACE', '*']) {
    const { headers } = await request('OPTIONS', '/checkout/orders', {
      Origin: SHOP,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,x-anything,*',
      'Access-Control-Request-Private-Network': 'true',
    });
    assert.equal(headers.get('Access-Control-Allow-Private-Network'), null);
    assert.equal(headers.get('Access-Control-Allow-Credentials'), null);
    assert.equal(headers.get('Access-Control-Allow-Methods'), 'GET, POST');
    assert.equal(headers.get('Access-Control-Allow-Headers'), ALLOWED_HEADERS);
  }
});

test('a request without an Origin may write', async () => {
  assert.equal((await request('POST', '/checkout/quotes', {})).status, 400);
});

test('problems carry the CORS headers as well', async () => {
  const { status, headers } = await request('GET', '/site?x=1', { Origin: SHOP });
  assert.deepEqual([status, headers.get('Access-Control-Allow-Origin')], [400, SHOP]);
});

test('a mistyped script or language is a 404 that every page may read, on a proxy of several sites too', async () => {
  const site = { client_id_from: 'ID', client_secret_from: 'SECRET' };
  const several = createWorld({
    env: { ...noSingleSite, SITES_FILE: 'sites.json', ID: 'id', SECRET: 'secret' },
    readText: () =>
      JSON.stringify([
        { ...site, key: 'north', origins: [SHOP] },
        { ...site, key: 'south', origins: ['https://other.example'] },
      ]),
  });
  for (const { read } of [createWorld(), several]) {
    for (const path of ['/booking-wigdet.js', '/messages/xx.json', '/none']) {
      // A script tag sends no Origin.
      for (const headers of [{}, { Origin: SHOP }, { Origin: 'https://evil.example' }]) {
        const response = await read(new Request(PROXY + path, { headers }));
        assert.equal(response.status, 404);
        assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
        assert.equal(response.headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
      }
    }
  }
});

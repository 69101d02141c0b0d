import test from 'node:test';
import assert from 'node:assert/strict';
import { createWorld, PROXY, SHOP } from '../world.ts';

const { read } = createWorld();

function ask(method: string, path: string, headers: Record<string, string>) {
  const body = method === 'POST' ? '{}' : undefined;
  const request = new Request(PROXY + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body }),
  });
  return read(request);
}

const foreign = [
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
for (const origin of foreign) {
  test(`${origin} may neither read nor write`, async () => {
    const answer = await ask('GET', '/v3/events', { Origin: origin });
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), null);
    assert.equal(answer.headers.get('Vary'), 'Origin, Accept-Encoding');

    const write = await ask('POST', '/checkout/quotes', { Origin: origin });
    assert.equal(write.status, 403);
    assert.match(write.text, /"code":"origin-not-allowed"/);
    assert.equal(write.headers.get('Access-Control-Allow-Origin'), null);

    const preflight = await ask('OPTIONS', '/checkout/quotes', {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
    });
    assert.equal(preflight.status, 403);
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), null);
  });
}

for (const origin of [SHOP, 'https://other.example']) {
  test(`${origin} may read and write, so the table above is not refused for another reason`, async () => {
    const answer = await ask('GET', '/v3/events', { Origin: origin });
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), origin);
    assert.equal(
      answer.headers.get('Access-Control-Expose-Headers'),
      'Date, Age, ETag, Retry-After, Booking-Stale',
    );
    assert.equal(answer.headers.get('Access-Control-Allow-Credentials'), null);

    const write = await ask('POST', '/checkout/quotes', { Origin: origin });
    assert.equal(write.status, 400);
    assert.equal(write.headers.get('Access-Control-Allow-Origin'), origin);
  });
}

test('an allowed page’s browser is told what it may send', async () => {
  const { status, headers } = await ask('OPTIONS', '/checkout/orders', {
    Origin: SHOP,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,idempotency-key',
  });

  assert.equal(status, 204);
  assert.equal(headers.get('Access-Control-Allow-Origin'), SHOP);
  assert.equal(headers.get('Access-Control-Allow-Methods'), 'GET, POST');
  assert.equal(headers.get('Access-Control-Allow-Headers'), 'Content-Type, Idempotency-Key');
});

test('no page is let into a private network, nor given cookies, nor another method', async () => {
  for (const method of ['POST', 'DELETE', 'PATCH', 'TRACE', '*']) {
    const { headers } = await ask('OPTIONS', '/checkout/orders', {
      Origin: SHOP,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,x-anything,*',
      'Access-Control-Request-Private-Network': 'true',
    });
    assert.equal(headers.get('Access-Control-Allow-Private-Network'), null);
    assert.equal(headers.get('Access-Control-Allow-Credentials'), null);
    assert.equal(headers.get('Access-Control-Allow-Methods'), 'GET, POST');
    assert.equal(headers.get('Access-Control-Allow-Headers'), 'Content-Type, Idempotency-Key');
  }
});

test('a program that names no origin may write', async () => {
  assert.equal((await ask('POST', '/checkout/quotes', {})).status, 400);
});

test('problems can be read by the page that caused them', async () => {
  const { status, headers } = await ask('GET', '/none', { Origin: SHOP });
  assert.deepEqual([status, headers.get('Access-Control-Allow-Origin')], [404, SHOP]);
});

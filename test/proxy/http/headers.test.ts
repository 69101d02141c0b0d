import assert from 'node:assert/strict';
import test from 'node:test';
import type { Fetch } from '../../../proxy/context.ts';
import type { World } from '../world.ts';
import { cartOf, createWorld, instant, newKey, PROXY, requestFor, SHOP, START } from '../world.ts';
import { createSpy, unexpectedHeaders } from '../guards/support.ts';

const noisy = {
  'Set-Cookie': 'platform=1',
  Server: 'Platform/3',
  Link: '</v3/events?offset=0>; rel="prev"',
  'X-Powered-By': 'Platform',
  'X-RateLimit-Remaining': '7',
  'X-Request-Id': 'platform-request',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Content-Security-Policy': 'default-src *',
  'Cache-Control': 'private, max-age=7777',
  ETag: '"platform"',
  Location: 'https://platform.example/elsewhere',
};

/** A platform that adds headers of its own to everything that it says. */
const addNoise =
  (platform: Fetch): Fetch =>
  async (request) => {
    const answer = await platform(request);
    const headers = { ...Object.fromEntries(answer.headers), ...noisy };
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  };

const { seen, between } = createSpy();
const mode = { fails: false };
const failing: (platform: Fetch) => Fetch = (platform) => (request) =>
  mode.fails
    ? Promise.resolve(Response.json({ message: 'platform' }, { status: 500, headers: noisy }))
    : platform(request);
const world = createWorld({
  between: (platform) => between(failing(addNoise(platform))),
  assets: { 'booking-widget.js': 'script', 'messages/de.json': '{}' },
});

interface Heard {
  readonly what: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Every route, every kind of refusal, with and without an origin. */
async function hearEverything({ read }: World): Promise<Heard[]> {
  const heard: Heard[] = [];
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await read(new Request(PROXY + path, init));
    heard.push({ what: `${method} ${path} ${JSON.stringify(headers)}`, ...answer });
    return answer;
  }
  const choice = await world.choose();
  const key = { 'Idempotency-Key': newKey() };
  const json = { 'Content-Type': 'application/json' };
  const order = requestFor(await world.quoteOne(cartOf(choice, [2])));
  const { id, vendor_id } = choice.event;
  const range = `start_date=${instant(START)}&end_date=${instant(START + 86_400_000)}`;
  for (const origin of [{}, { Origin: SHOP }, { Origin: 'https://evil.example' }]) {
    const paths = [
      ...[
        '/site',
        '/v3/events',
        '/v3/products',
        `/v3/merged_events/${id}`,
        `/v3/vendors/${vendor_id}`,
      ],
      ...[`/v3/events/${id}/dates?${range}`, '/booking-widget.js', '/messages/de.json', '/livez'],
      ...['/readyz', '/none', '/v3/events?x=1', '/site?site=none', '/checkout/intent'],
    ];
    for (const path of paths) {
      const { headers } = await ask('GET', path, origin);
      await ask('HEAD', path, origin);
      const etag = headers.get('ETag');
      if (etag) await ask('GET', path, { ...origin, 'If-None-Match': etag });
      await ask('DELETE', path, origin);
    }
    for (const path of ['/checkout/quotes', '/checkout/orders', '/none']) {
      await ask('OPTIONS', path, { ...origin, 'Access-Control-Request-Method': 'POST' });
      await ask('POST', path, { ...origin, ...json, ...key }, {});
      await ask('POST', path, { ...origin, 'Content-Type': 'text/plain' }, {});
      await ask('POST', path, { ...origin, ...json, ...key }, 'x'.repeat(70_000));
    }
    await ask('POST', '/checkout/quotes', { ...origin, ...json }, cartOf(choice, [2]));
    await ask('POST', '/checkout/quotes', { ...origin, ...json }, cartOf(choice, [99]));
    await ask('POST', '/checkout/orders', { ...origin, ...json, ...key }, order);
    await ask('GET', '/checkout/intent', { ...origin, ...key });
  }
  world.advance(3_600_000);
  mode.fails = true;
  await ask('GET', '/v3/events', { Origin: SHOP });
  await ask('GET', `/v3/events/${id}/dates?${range}`, { Origin: SHOP });
  await ask('POST', '/checkout/quotes', { Origin: SHOP, ...json }, cartOf(choice, [2]));
  return heard;
}
const heard = await hearEverything(world);

test('every kind of answer was heard', () => {
  const statuses = new Set(heard.map(({ status }) => status));
  for (const status of [200, 201, 204, 304, 400, 403, 404, 405, 409, 413, 415, 503])
    assert.ok(statuses.has(status), String(status));
  assert.ok(heard.some(({ headers }) => headers.has('Booking-Stale')));
});

test('an answer has headers of the list only, and none that the platform said', () => {
  for (const { what, headers } of heard) {
    assert.deepEqual(unexpectedHeaders(headers.keys()), [], what);
    for (const value of headers.values()) {
      assert.doesNotMatch(value, /platform|7777|default-src \*|offset=0/i, what);
    }
    assert.notEqual(headers.get('Access-Control-Allow-Credentials'), 'true', what);
  }
});

test('a platform’s answer that is passed on as it came is seen by the list', async () => {
  const passedOn = await addNoise(world.sandbox)(new Request('https://platform.example/v3/events'));
  assert.deepEqual(unexpectedHeaders(passedOn.headers.keys()), [
    ...['access-control-allow-credentials', 'link', 'location', 'server', 'set-cookie'],
    ...['x-powered-by', 'x-ratelimit-remaining', 'x-request-id'],
  ]);
});

test('every answer is nobody’s page, frame, guess or referrer, and says the proxy’s time', () => {
  for (const { what, headers } of heard) {
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', what);
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer', what);
    const policy = "default-src 'none'; frame-ancestors 'none'";
    assert.equal(headers.get('Content-Security-Policy'), policy, what);
    assert.ok(Date.parse(headers.get('Date') ?? '') >= START, what);
  }
});

test('script and messages load on any page; all else only where CORS lets it', () => {
  for (const { what, headers, status } of heard) {
    const isOpen = /booking-widget\.js|messages\/de/.test(what) && status < 400;
    const policy = headers.get('Cross-Origin-Resource-Policy');
    assert.equal(policy, isOpen ? 'cross-origin' : 'same-origin', what);
  }
});

test('what depends on the origin says so, and what is shared is shared with that page alone', () => {
  for (const { what, headers } of heard) {
    const shared = headers.get('Access-Control-Allow-Origin');
    const isSame = shared === '*' || /GET \/(livez|readyz)|HEAD \/(livez|readyz)/.test(what);
    const varies = headers.get('Vary')?.split(', ').includes('Origin') ?? false;
    const isOpenRoute = /\/(livez|readyz|booking-widget\.js|messages\/de\.json)/.test(what);
    assert.ok(isSame || varies || isOpenRoute, what);
    if (shared !== null && shared !== '*') assert.ok(what.includes(`"Origin":"${shared}"`), what);
    if (what.includes('evil.example')) assert.ok(shared === null || shared === '*', what);
    assert.equal(headers.get('Access-Control-Allow-Private-Network'), null, what);
  }
});

test('HEAD and 304 have no body, and the headers of the answer that they stand for', () => {
  for (const { what, status, text, headers } of heard) {
    if (!what.startsWith('HEAD') && status !== 304) continue;
    assert.equal(text, '', what);
    const path = what.split(' ')[1] ?? '';
    const full = heard.find((other) => other.what === what.replace('HEAD', 'GET')) ?? heard[0];
    if (what.startsWith('HEAD')) assert.deepEqual([...headers], [...(full?.headers ?? [])], path);
    else assert.ok(headers.has('ETag') && headers.has('Cache-Control'), path);
  }
});

test('writes and problems are kept by nobody on the way', () => {
  for (const { what, status, headers } of heard) {
    if (status >= 400 || what.includes('/checkout/')) {
      const isPreflight = status === 204;
      if (!isPreflight) assert.equal(headers.get('Cache-Control'), 'no-store', what);
    }
  }
});

test('requests toward the platform have three headers, made by the proxy', () => {
  assert.ok(seen.length > 10);
  for (const { headers, method, url } of seen) {
    const expected =
      method === 'POST' ? ['accept', 'authorization', 'content-type'] : ['accept', 'authorization'];
    const isToken = url.pathname === '/oauth/token';
    assert.deepEqual(
      Object.keys(headers).filter((name) => !(isToken && name === 'accept')),
      isToken ? ['content-type'] : expected,
    );
    assert.match(headers['accept'] ?? 'application/json', /^application\/json$/);
  }
});

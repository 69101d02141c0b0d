import assert from 'node:assert/strict';
import { test } from 'vitest';
import { toInstant } from '../../../proxy/clock.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import type { World } from '../../support/world.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  START,
} from '../../support/world.ts';
import { createCallRecorder } from '../guards/platform-calls.ts';
import { unexpectedHeaders } from './allowed-headers.ts';

// The headers of every response and of every call. Guards app.ts, http/response.ts, http/cors.ts and
// platform/client.ts.

const platformHeaders = {
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

/** A platform that adds headers to every response, none of which may be forwarded. */
const addPlatformHeaders =
  (platform: Fetch): Fetch =>
  async (request) => {
    const response = await platform(request);
    const headers = { ...Object.fromEntries(response.headers), ...platformHeaders };
    return new Response(await response.arrayBuffer(), { status: response.status, headers });
  };

const { calls, between } = createCallRecorder();
const mode = { fails: false };
const failing: (platform: Fetch) => Fetch = (platform) => (request) =>
  mode.fails
    ? Promise.resolve(
        Response.json({ message: 'platform' }, { status: 500, headers: platformHeaders }),
      )
    : platform(request);
const world = createWorld({
  between: (platform) => between(failing(addPlatformHeaders(platform))),
  assets: { 'booking-widget.js': 'script', 'messages/de.json': '{}' },
});

interface Exchange {
  /** Method, path and headers. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Requests to every route, with every kind of refusal, with and without an origin. */
async function requestEverything({ read }: World): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await read(new Request(PROXY + path, init));
    exchanges.push({ request: `${method} ${path} ${JSON.stringify(headers)}`, ...response });
    return response;
  }
  const choice = await world.choose();
  const key = { 'Idempotency-Key': newKey() };
  const json = { 'Content-Type': 'application/json' };
  const order = requestFor(await world.quoteOne(cartOf(choice, [2])));
  const { id, vendor_id } = choice.event;
  const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 86_400_000)}`;
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
      const { headers } = await send('GET', path, origin);
      await send('HEAD', path, origin);
      const etag = headers.get('ETag');
      if (etag) await send('GET', path, { ...origin, 'If-None-Match': etag });
      await send('DELETE', path, origin);
    }
    for (const path of ['/checkout/quotes', '/checkout/orders', '/none']) {
      await send('OPTIONS', path, { ...origin, 'Access-Control-Request-Method': 'POST' });
      await send('POST', path, { ...origin, ...json, ...key }, {});
      await send('POST', path, { ...origin, 'Content-Type': 'text/plain' }, {});
      await send('POST', path, { ...origin, ...json, ...key }, 'x'.repeat(70_000));
    }
    await send('POST', '/checkout/quotes', { ...origin, ...json }, cartOf(choice, [2]));
    await send('POST', '/checkout/quotes', { ...origin, ...json }, cartOf(choice, [99]));
    await send('POST', '/checkout/orders', { ...origin, ...json, ...key }, order);
    await send('GET', '/checkout/intent', { ...origin, ...key });
  }
  world.advance(3_600_000);
  mode.fails = true;
  await send('GET', '/v3/events', { Origin: SHOP });
  await send('GET', `/v3/events/${id}/dates?${range}`, { Origin: SHOP });
  await send('POST', '/checkout/quotes', { Origin: SHOP, ...json }, cartOf(choice, [2]));
  return exchanges;
}
const exchanges = await requestEverything(world);

test('the exchanges cover every kind of response', () => {
  const statuses = new Set(exchanges.map(({ status }) => status));
  for (const status of [200, 201, 204, 304, 400, 403, 404, 405, 409, 413, 415, 503])
    assert.ok(statuses.has(status), String(status));
  assert.ok(exchanges.some(({ headers }) => headers.has('Booking-Stale')));
});

test('a response has allowed headers only, and no value of the platform’s', () => {
  for (const { request, headers } of exchanges) {
    assert.deepEqual(unexpectedHeaders(headers.keys()), [], request);
    for (const value of headers.values()) {
      assert.doesNotMatch(value, /platform|7777|default-src \*|offset=0/i, request);
    }
    assert.notEqual(headers.get('Access-Control-Allow-Credentials'), 'true', request);
  }
});

test('the list of allowed headers would detect a forwarded response of the platform', async () => {
  const forwarded = await addPlatformHeaders(world.sandbox)(
    new Request('https://platform.example/v3/events'),
  );
  assert.deepEqual(unexpectedHeaders(forwarded.headers.keys()), [
    ...['access-control-allow-credentials', 'link', 'location', 'server', 'set-cookie'],
    ...['x-powered-by', 'x-ratelimit-remaining', 'x-request-id'],
  ]);
});

test('every response has the security headers and the proxy’s time', () => {
  for (const { request, headers } of exchanges) {
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', request);
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer', request);
    const policy = "default-src 'none'; frame-ancestors 'none'";
    assert.equal(headers.get('Content-Security-Policy'), policy, request);
    assert.ok(Date.parse(headers.get('Date') ?? '') >= START, request);
  }
});

test('a page may embed what every page may read, and nothing else', () => {
  for (const { request, headers } of exchanges) {
    const isOpen = headers.get('Access-Control-Allow-Origin') === '*';
    const policy = headers.get('Cross-Origin-Resource-Policy');
    assert.equal(policy, isOpen ? 'cross-origin' : 'same-origin', request);
  }
});

test('every page may read script, messages, their errors and what is not there; of a site it may read why it may not', () => {
  const isPublic = /^\w+ \/(booking-widget\.js|messages\/de\.json|none) /;
  for (const { request, headers, status } of exchanges) {
    if (headers.get('Access-Control-Allow-Origin') === '*') {
      assert.ok(isPublic.test(request) || status === 403 || status === 400, request);
    } else assert.doesNotMatch(request, isPublic);
  }
  const errors = exchanges.filter(({ request, status }) => isPublic.test(request) && status >= 400);
  assert.deepEqual(new Set(errors.map(({ status }) => status)), new Set([404, 405]));
});

test('a response that depends on the origin varies by it, and is allowed to that origin alone', () => {
  for (const { request, headers } of exchanges) {
    const allowedOrigin = headers.get('Access-Control-Allow-Origin');
    const varies = headers.get('Vary')?.split(', ').includes('Origin') ?? false;
    const isPublicRoute = /\/(livez|readyz|booking-widget\.js|messages\/de\.json)/.test(request);
    assert.ok(varies || isPublicRoute || allowedOrigin === '*', request);
    if (allowedOrigin !== null && allowedOrigin !== '*')
      assert.ok(request.includes(`"Origin":"${allowedOrigin}"`), request);
    if (request.includes('evil.example'))
      assert.ok(allowedOrigin === null || allowedOrigin === '*', request);
    assert.equal(headers.get('Access-Control-Allow-Private-Network'), null, request);
  }
});

test('a HEAD and a 304 have no body, and the headers of the full response', () => {
  for (const { request, status, text, headers } of exchanges) {
    if (!request.startsWith('HEAD') && status !== 304) continue;
    assert.equal(text, '', request);
    const path = request.split(' ')[1] ?? '';
    const full =
      exchanges.find((other) => other.request === request.replace('HEAD', 'GET')) ?? exchanges[0];
    if (request.startsWith('HEAD'))
      assert.deepEqual([...headers], [...(full?.headers ?? [])], path);
    else assert.ok(headers.has('ETag') && headers.has('Cache-Control'), path);
  }
});

test('responses to writes, and problems, are no-store', () => {
  for (const { request, status, headers } of exchanges) {
    if (status >= 400 || request.includes('/checkout/')) {
      const isPreflight = status === 204;
      if (!isPreflight) assert.equal(headers.get('Cache-Control'), 'no-store', request);
    }
  }
});

test('a call has three headers at most, all of them the proxy’s own', () => {
  assert.ok(calls.length > 10);
  for (const { headers, method, url } of calls) {
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

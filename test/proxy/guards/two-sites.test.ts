import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ListedEvent } from '#contract/event.schema';
import type { Problem } from '#contract/problem.schema';
import type { QuoteResponse } from '#contract/quote.schema';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import {
  cartOf,
  createWorld,
  newKey,
  noSingleSite,
  PROXY,
  requestFor,
} from '../../support/world.ts';

// Two sites on one proxy, and pages of each that try the other. Guards site-registry.ts, http/cors.ts
// and the middleware of app.ts.

const HARBOUR = 'https://harbour.example';
const CASTLE = 'https://castle.example';
const calm = createWorld();
const { body: listed } = await calm.get<ListedEvent[]>('/v3/events');
const [event] = listed;
assert.ok(event);
const elsewhere = listed.find(({ vendor_id }) => vendor_id !== event.vendor_id);
assert.ok(elsewhere);

const entry = (key: string, origins: string[], vendor: string) => ({
  key,
  origins,
  vendors: [vendor],
  client_id_from: 'ID',
  client_secret_from: 'SECRET',
});
const sites = [
  entry('harbour', [HARBOUR], event.vendor_id),
  entry('castle', [CASTLE, 'https://both.example'], elsewhere.vendor_id),
];
const { id: ID, secret: SECRET } = sandboxClients.reseller;
const open = (list: object[] = sites) =>
  createWorld({
    env: { ...noSingleSite, ID, SECRET, SITES_FILE: 'sites.json' },
    readText: () => JSON.stringify(list),
  });
const world = open();

async function send(
  method: string,
  path: string,
  origin: string,
  body?: unknown,
  type = 'application/json',
) {
  const headers = {
    Origin: origin,
    'Content-Type': type,
    'Idempotency-Key': newKey(),
    ...(method === 'OPTIONS' && { 'Access-Control-Request-Method': 'POST' }),
  };
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return world.read(new Request(PROXY + path, init));
}
const allowedOrigin = ({ headers }: { headers: Headers }) =>
  headers.get('Access-Control-Allow-Origin');

for (const [site, own, foreign] of [
  ['harbour', HARBOUR, CASTLE],
  ['castle', CASTLE, HARBOUR],
] as const) {
  test(`only pages of ${site} may read and order there`, async () => {
    for (const path of ['/site', '/v3/events', '/v3/products', '/checkout/intent']) {
      const ownResponse = await send('GET', `${path}?site=${site}`, own);
      const foreignResponse = await send('GET', `${path}?site=${site}`, foreign);
      assert.equal(allowedOrigin(ownResponse), own, path);
      // Another page may read why it is refused.
      const { status, text } = foreignResponse;
      assert.deepEqual([status, allowedOrigin(foreignResponse)], [403, '*'], path);
      assert.match(text, /"code":"origin-not-allowed"/);
      for (const { headers } of [ownResponse, foreignResponse])
        assert.match(headers.get('Vary') ?? '', /^Origin(, Accept-Encoding)?$/);
    }
    for (const path of ['/checkout/quotes', '/checkout/orders']) {
      const callsBefore = world.calls.length;
      const foreignResponse = await send('POST', `${path}?site=${site}`, foreign, {});
      const preflight = await send('OPTIONS', `${path}?site=${site}`, foreign);
      assert.deepEqual([foreignResponse.status, preflight.status], [403, 403]);
      assert.deepEqual([allowedOrigin(foreignResponse), allowedOrigin(preflight)], [null, null]);
      assert.equal(world.calls.length, callsBefore);

      assert.equal((await send('POST', `${path}?site=${site}`, own, {})).status, 400);
      const allowed = await send('OPTIONS', `${path}?site=${site}`, own);
      assert.deepEqual([allowed.status, allowedOrigin(allowed)], [204, own]);
    }
  });
}

test('a site that allows both origins would be detected', async () => {
  const openToBoth = open(sites.map((site) => ({ ...site, origins: [HARBOUR, CASTLE] })));
  const request = new Request(`${PROXY}/site?site=harbour`, { headers: { Origin: CASTLE } });
  assert.equal(allowedOrigin(await openToBoth.read(request)), CASTLE);
});

test('a request without a site is refused, with a problem that any page may read', async () => {
  for (const path of ['/site', '/v3/events', '/checkout/quotes']) {
    const response = await send('GET', path, HARBOUR);
    assert.equal(response.status, 400);
    assert.equal((JSON.parse(response.text) as Problem).errors[0]?.field, 'site');
    assert.equal(allowedOrigin(response), '*');
  }
});

test('a request with two sites is refused', async () => {
  for (const query of [
    'site=harbour&site=castle',
    'site=castle&site=harbour',
    'site=harbour&%73ite=castle',
  ]) {
    for (const path of ['/site', '/v3/events']) {
      const { status } = await send('GET', `${path}?${query}`, HARBOUR);
      // The first site is not this page's, or `site` occurs twice.
      assert.equal(status, query.startsWith('site=castle') ? 403 : 400);
    }
    const write = await send('POST', `/checkout/quotes?${query}`, CASTLE, {});
    assert.ok([400, 403].includes(write.status));
  }
});

test('an event and a quote of one site are unknown to the other', async () => {
  const choice = await calm.choose(
    (found) => found.event.vendor_id === event.vendor_id && found.event.type === 'BOOKING',
  );
  const cart = cartOf(choice, [2]);
  const quoteAt = (site: string, own: string) =>
    send('POST', `/checkout/quotes?site=${site}`, own, cart);
  assert.equal((await quoteAt('castle', CASTLE)).status, 409);
  const quoted = await quoteAt('harbour', HARBOUR);
  assert.equal(quoted.status, 200);
  const [order] = (JSON.parse(quoted.text) as QuoteResponse).orders;
  assert.ok(order);

  const placeAt = (site: string, own: string) =>
    send('POST', `/checkout/orders?site=${site}`, own, requestFor(order));
  const refused = await placeAt('castle', CASTLE);
  assert.deepEqual(
    [refused.status, (JSON.parse(refused.text) as Problem).code],
    [422, 'quote-invalid'],
  );
  assert.equal(world.orderCalls(), 0);
  assert.equal((await placeAt('harbour', HARBOUR)).status, 201);
  const merged = await send('GET', `/v3/merged_events/${event.id}?site=castle`, CASTLE);
  assert.equal(merged.status, 404);
});

test('an intent of one site is not found by the other', async () => {
  const choice = await calm.choose(
    (found) => found.event.vendor_id === event.vendor_id && found.event.type === 'BOOKING',
  );
  const quoted = await send(
    'POST',
    '/checkout/quotes?site=harbour',
    HARBOUR,
    cartOf(choice, [1, 1]),
  );
  const [order] = (JSON.parse(quoted.text) as QuoteResponse).orders;
  assert.ok(order);
  const key = { 'Idempotency-Key': newKey() };
  const post = { method: 'POST', headers: { ...key, 'Content-Type': 'application/json' } };
  const placing = `${PROXY}/checkout/orders?site=harbour`;
  await world.read(new Request(placing, { ...post, body: JSON.stringify(requestFor(order)) }));

  assert.equal((await world.get('/checkout/intent?site=harbour', key)).status, 200);
  assert.equal((await world.get('/checkout/intent?site=castle', key)).status, 404);
});

/** Content types that need no preflight, and others that are not JSON. */
const otherTypes = [
  ...['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', ''],
  ...['multipart/form-data; boundary=x', 'text/plain; application/json', 'application/csp-report'],
  ...[
    'application/json, text/plain',
    'text/plain, application/json',
    'text/json',
    'application/jsonp',
  ],
];
for (const type of otherTypes) {
  test(`a write of ${type || 'no type'} is refused, even from the site’s own page`, async () => {
    for (const path of ['/checkout/quotes', '/checkout/orders']) {
      const write = await send('POST', `${path}?site=harbour`, HARBOUR, {}, type);
      assert.equal(write.status, 415);
      assert.equal(allowedOrigin(write), HARBOUR);
    }
  });
}

test('an order without an Idempotency-Key is refused before its body is read', async () => {
  const headers = { 'Content-Type': 'application/json', Origin: HARBOUR };
  const init = { method: 'POST', headers, body: '{' };
  const { status, text } = await world.read(
    new Request(`${PROXY}/checkout/orders?site=harbour`, init),
  );
  assert.equal(status, 400);
  assert.match(text, /"field":"Idempotency-Key"/);
});

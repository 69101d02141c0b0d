import assert from 'node:assert/strict';
import test from 'node:test';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import type { ListedEvent } from '../../../src/contract/event.schema.ts';
import type { Problem } from '../../../src/contract/problem.schema.ts';
import type { QuoteResponse } from '../../../src/contract/quote.schema.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor } from '../world.ts';

const HARBOUR = 'https://harbour.example';
const CASTLE = 'https://castle.example';
const calm = createWorld();
const [event] = (await calm.get<ListedEvent[]>('/v3/events')).body;
assert.ok(event);
const others = (await calm.get<ListedEvent[]>('/v3/events')).body;
const elsewhere = others.find(({ vendor_id }) => vendor_id !== event.vendor_id);
assert.ok(elsewhere);

const entry = (key: string, origins: string[], vendor: string) => ({
  ...{ key, origins, vendors: [vendor], client_id_from: 'ID', client_secret_from: 'SECRET' },
});
const sites = [
  entry('harbour', [HARBOUR], event.vendor_id),
  entry('castle', [CASTLE, 'https://both.example'], elsewhere.vendor_id),
];
const { id: ID, secret: SECRET } = sandboxClients.reseller;
const open = (list: object[] = sites) =>
  createWorld({
    env: {
      ...{ PLATFORM_CLIENT_ID: '', PLATFORM_CLIENT_SECRET: '', ALLOWED_ORIGINS: '', ID, SECRET },
      SITES_FILE: 'sites.json',
    },
    readText: () => JSON.stringify(list),
  });
const world = open();

async function ask(
  method: string,
  path: string,
  origin: string,
  body?: unknown,
  type = 'application/json',
) {
  const headers = { Origin: origin, 'Content-Type': type, 'Idempotency-Key': newKey() };
  const asked = {
    ...headers,
    ...(method === 'OPTIONS' && { 'Access-Control-Request-Method': 'POST' }),
  };
  const init = {
    method,
    headers: asked,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return world.read(new Request(PROXY + path, init));
}
const sharedWith = ({ headers }: { headers: Headers }) =>
  headers.get('Access-Control-Allow-Origin');

for (const [site, own, foreign] of [
  ['harbour', HARBOUR, CASTLE],
  ['castle', CASTLE, HARBOUR],
] as const) {
  test(`${site} is read and ordered at by its own pages only`, async () => {
    for (const path of ['/site', '/v3/events', '/v3/products', '/checkout/intent', '/none']) {
      const mine = await ask('GET', `${path}?site=${site}`, own);
      const theirs = await ask('GET', `${path}?site=${site}`, foreign);
      assert.deepEqual([sharedWith(mine), sharedWith(theirs)], [own, null], path);
      for (const { headers } of [mine, theirs])
        assert.match(headers.get('Vary') ?? '', /^Origin(, Accept-Encoding)?$/);
    }
    for (const path of ['/checkout/quotes', '/checkout/orders']) {
      const before = world.calls.length;
      const theirs = await ask('POST', `${path}?site=${site}`, foreign, {});
      const preflight = await ask('OPTIONS', `${path}?site=${site}`, foreign);
      assert.deepEqual([theirs.status, preflight.status], [403, 403]);
      assert.deepEqual([sharedWith(theirs), sharedWith(preflight)], [null, null]);
      assert.equal(world.calls.length, before);

      assert.equal((await ask('POST', `${path}?site=${site}`, own, {})).status, 400);
      const allowed = await ask('OPTIONS', `${path}?site=${site}`, own);
      assert.deepEqual([allowed.status, sharedWith(allowed)], [204, own]);
    }
  });
}

test('were both sites for all pages, the table above would not hold', async () => {
  const naive = open(sites.map((site) => ({ ...site, origins: [HARBOUR, CASTLE] })));
  const asked = new Request(`${PROXY}/site?site=harbour`, { headers: { Origin: CASTLE } });
  assert.equal(sharedWith(await naive.read(asked)), CASTLE);
});

test('a request that names no site is refused, and any page may read why', async () => {
  for (const path of ['/site', '/v3/events', '/checkout/quotes']) {
    const answer = await ask('GET', path, HARBOUR);
    assert.equal(answer.status, 400);
    assert.equal((JSON.parse(answer.text) as Problem).errors[0]?.field, 'site');
    assert.equal(sharedWith(answer), '*');
  }
});

test('naming two sites opens neither', async () => {
  for (const query of [
    'site=harbour&site=castle',
    'site=castle&site=harbour',
    'site=harbour&%73ite=castle',
  ]) {
    for (const path of ['/site', '/v3/events'])
      assert.equal((await ask('GET', `${path}?${query}`, HARBOUR)).status, 400);
    const write = await ask('POST', `/checkout/quotes?${query}`, CASTLE, {});
    assert.ok([400, 403].includes(write.status));
  }
});

test('what one site sells, or has signed, is nothing at the other', async () => {
  const choice = await calm.choose(
    (found) => found.event.vendor_id === event.vendor_id && found.event.type === 'BOOKING',
  );
  const cart = cartOf(choice, [2]);
  const at = (site: string, own: string) => ask('POST', `/checkout/quotes?site=${site}`, own, cart);
  assert.equal((await at('castle', CASTLE)).status, 409);
  const quoted = await at('harbour', HARBOUR);
  assert.equal(quoted.status, 200);
  const [order] = (JSON.parse(quoted.text) as QuoteResponse).orders;
  assert.ok(order);

  const order_at = (site: string, own: string) =>
    ask('POST', `/checkout/orders?site=${site}`, own, requestFor(order));
  const refused = await order_at('castle', CASTLE);
  assert.deepEqual(
    [refused.status, (JSON.parse(refused.text) as Problem).code],
    [422, 'quote-invalid'],
  );
  assert.equal(world.orderCalls(), 0);
  assert.equal((await order_at('harbour', HARBOUR)).status, 201);
  const merged = await ask('GET', `/v3/merged_events/${event.id}?site=castle`, CASTLE);
  assert.equal(merged.status, 404);
});

test('an intent of one site is not found at the other', async () => {
  const choice = await calm.choose(
    (found) => found.event.vendor_id === event.vendor_id && found.event.type === 'BOOKING',
  );
  const quoted = await ask(
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

/** What a page may send to anywhere without being asked first. */
const simple = [
  ...['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', ''],
  ...['multipart/form-data; boundary=x', 'text/plain; application/json', 'application/csp-report'],
  ...[
    'application/json, text/plain',
    'text/plain, application/json',
    'text/json',
    'application/jsonp',
  ],
];
for (const type of simple) {
  test(`a write of ${type || 'no type'} is refused, also from the site’s own page`, async () => {
    for (const path of ['/checkout/quotes', '/checkout/orders']) {
      const write = await ask('POST', `${path}?site=harbour`, HARBOUR, {}, type);
      assert.equal(write.status, 415);
      assert.equal(sharedWith(write), HARBOUR);
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

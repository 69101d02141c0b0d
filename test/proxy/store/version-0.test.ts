import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fetch } from '../../../proxy/context.ts';
import { verifyQuote } from '../../../proxy/orders/quote.ts';
import { monthlyUsage } from '../../../proxy/platform/budget.ts';
import { deriveKey } from '../../../proxy/secrets.ts';
import { openFileStore } from '../../../proxy/store/file.ts';
import type { IntentResponse, OrderRequest } from '../../../src/contract/order.schema.ts';
import type { Problem } from '../../../src/contract/problem.schema.ts';
import { cartOf, createWorld, newKey, requestFor, START, variables } from '../../support/world.ts';

/**
 * A store file that a proxy wrote before rows had a version: a token that lives until an hour after
 * START, an intent in each state, and the month's calls.
 */
const fixtures = new URL('version-0/', import.meta.url);

/** The keys and requests of its intents, and what that proxy responded. */
interface Placed<T> {
  readonly key: string;
  readonly request: OrderRequest;
  readonly response: T;
}
interface Fixtures {
  readonly placed: Placed<IntentResponse>;
  readonly unknown: Placed<IntentResponse>;
  readonly refused: Placed<Problem>;
  readonly new: Placed<Problem>;
  readonly sending: Placed<null>;
}
const orders = JSON.parse(readFileSync(new URL('orders.json', fixtures), 'utf8')) as Fixtures;

const usage = { token: 1, events: 2, dates: 10, quotes: 13, orders: 4 };
const SETTLE_TIME = 900_000;

const folder = mkdtempSync(join(tmpdir(), 'version-0-'));
after(() => rmSync(folder, { recursive: true }));
let copies = 0;

/** A proxy on a copy of that file. */
function createUpdated() {
  const path = join(folder, `${(copies += 1)}.db`);
  copyFileSync(fileURLToPath(new URL('proxy.db', fixtures)), path);
  const store = openFileStore(path);
  /** Whether the platform has the order of a reference. */
  const platformHas = { order: false };
  const lookups: string[] = [];
  const tokens = new Set<string>();
  let sandboxToken: Promise<string> | undefined;

  const between = (platform: Fetch): Fetch => {
    return async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      // Token requests are counted and refused, because the stored token has to be used.
      if (pathname === '/oauth/token') return platform(request).then(tooManyTokens);
      tokens.add(request.headers.get('Authorization') ?? '');
      const external_reference = searchParams.get('accept_external_reference');
      if (external_reference !== null) {
        lookups.push(external_reference);
        return Response.json(platformHas.order ? [foundOrder(external_reference)] : []);
      }
      const headers = new Headers(request.headers);
      headers.set('Authorization', await (sandboxToken ??= tokenOf(world.sandbox)));
      return platform(new Request(request, { headers }));
    };
  };
  const world = createWorld({ store, between });
  return { ...world, platformHas, lookups, tokens };
}

/** This run's sandbox did not issue the token of the file, so it is given one of its own. */
async function tokenOf(sandbox: Fetch): Promise<string> {
  const { PLATFORM_CLIENT_ID: client_id, PLATFORM_CLIENT_SECRET: client_secret } = variables;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const url = `${variables.PLATFORM_URL}/oauth/token`;
  const response = await sandbox(new Request(url, { method: 'POST', body }));
  return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
}

function tooManyTokens(): Response {
  return Response.json({ error_code: 42901 }, { status: 429 });
}

function foundOrder(external_reference: string): object {
  const money = { total_invoice: '78.00', currency: 'EUR' };
  return { id: 'found', code: 'FOUND', status: 'ACCEPTED', external_reference, ...money };
}

const tokenRequests = ({ calls }: { calls: string[] }) =>
  calls.filter((call) => call === 'POST /oauth/token').length;

test('a placed order is found with its code, and the same request is not sent again', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  const { key, request, response } = orders.placed;

  assert.ok(response.order);
  // Newer releases add the quoted total and the time of the order.
  const since = { quoted_total: response.order.total, ordered_at: '2026-11-21T09:00:00Z' };
  const order = { ...response.order, ...since };
  assert.deepEqual((await world.find(key)).body, { ...response, order });
  const again = await world.place(request, key);
  assert.deepEqual([again.status, again.body], [200, { ...response, order }]);
  assert.equal(order.code, 'HJYS3W');
  assert.deepEqual(world.calls, []);
});

test('a refused order is found with its problem', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  const { key, request, response } = orders.refused;

  const { body } = await world.find(key);
  assert.deepEqual([body.state, body.problem], ['refused', response]);
  const again = await world.place<Problem>(request, key);
  assert.deepEqual([again.status, again.body], [409, response]);
  assert.deepEqual(world.calls, []);
});

test('an unknown order is looked up by its reference, and found', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  const { key, response } = orders.unknown;
  const { settled_by: _before, ...told } = response;
  const { settled_by: _now, ...found } = (await world.find(key)).body;
  assert.deepEqual(found, told);

  world.platformHas.order = true;
  world.advance(2_000);
  const { body } = await world.find(key);

  assert.deepEqual([body.state, body.order?.code], ['placed', 'FOUND']);
  assert.deepEqual(new Set(world.lookups), new Set(['29043167E10AB6AB12604F5F1F']));
  assert.equal(world.orderCalls(), 0);
});

test('an unknown order that the platform does not have is absent once it has settled', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  const { key, request } = orders.unknown;

  world.advance(SETTLE_TIME);
  assert.equal((await world.find(key)).body.state, 'checking');
  world.advance(2_000);
  assert.equal((await world.place(request, key)).body.state, 'absent');
  assert.equal(world.orderCalls(), 0);
});

test('an order that was being sent is looked up, and never sent again', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  world.platformHas.order = true;
  const { key, request } = orders.sending;

  const { body } = await world.place(request, key);

  assert.deepEqual([body.state, body.order?.code], ['placed', 'FOUND']);
  assert.deepEqual(world.lookups, ['AD3BB90FDB643B5DBFBEE2F02D']);
  assert.equal(world.orderCalls(), 0);
});

test('an order that was not sent can be sent under its key, as its second attempt', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  const { key } = orders.new;
  assert.equal((await world.find(key)).body.state, 'open');
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));

  const { status, body } = await world.place(requestFor(quoted), key);

  assert.deepEqual([status, body.state], [201, 'placed']);
  const [booked] = await world.books();
  assert.equal(booked?.external_reference, '44BA870F3A311B0BE9D7D42D39');
  const rows = await world.store.list('intent/');
  const row = rows.map(({ value }) => JSON.parse(value) as { v?: number; attempt: number });
  assert.deepEqual(row.find(({ v }) => v === 4)?.attempt, 2);
});

test('a quote that was signed before the update can be ordered', async () => {
  const key = await deriveKey(variables.PROXY_SECRET, 'quote/default');

  const { total, lines } = await verifyQuote(orders.new.request.quote, key);

  assert.deepEqual([total, lines.length], [7800, 1]);
});

test('the stored token is used until it expires, without a token request', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());

  assert.equal((await world.get('/v3/products')).status, 200);
  world.advance(3_599_999);
  assert.equal((await world.get('/v3/products')).status, 200);
  assert.deepEqual([tokenRequests(world), world.tokens.size], [0, 1]);

  world.advance(1);
  world.restart();
  await world.get('/v3/events');
  assert.equal(tokenRequests(world), 1);
});

test('the month’s calls are counted on', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());
  const { id } = world.site.client;
  assert.deepEqual(await monthlyUsage(world.store, id, START), usage);

  await world.find(orders.unknown.key);
  world.advance(2_000);
  // It saves the call before it.
  await world.find(orders.unknown.key);

  assert.deepEqual(await monthlyUsage(world.store, id, START), { ...usage, orders: 5 });
  const row = await world.store.get(`quota/${id}/2026-11`);
  assert.deepEqual(JSON.parse(row?.value ?? ''), { v: 1, ...usage, orders: 5 });
});

test('a new key is a new order, whatever the file has', async (t) => {
  const world = createUpdated();
  t.after(() => world.store.close());

  assert.equal((await world.find(newKey())).status, 404);
});

import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../../proxy/store/file.ts';
import type { Store } from '../../proxy/store/store.ts';
import type { Product } from '#contract/product.schema';
import {
  assertNone,
  canaryPlatform,
  people,
  person,
  PROXY_SECRET,
  search,
  SECRET,
  TOKEN,
} from './guards/canaries.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor, SHOP } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'canary-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * Uses every route with valid and invalid requests, before and during a failure, and collects all
 * output of the proxy.
 */
async function exercise() {
  const mode: Parameters<typeof canaryPlatform>[0] = { fails: 'never' };
  const path = join(folder, 'store.db');
  const store = openFileStore(path);
  const broken = { isBroken: false };
  const fragile: Store = {
    ...store,
    get: (name) => {
      if (broken.isBroken) throw new Error(`cannot read\n    at ${people.join()} ${TOKEN}`);
      return store.get(name);
    },
  };
  const world = createWorld({
    store: fragile,
    between: canaryPlatform(mode),
    env: { PLATFORM_CLIENT_SECRET: SECRET, PROXY_SECRET },
    assets: { 'booking-widget.js': 'x="__BOOKING_PROXY__"', 'messages/de.json': '{}' },
  });
  const said: string[] = [];
  async function ask(
    method: string,
    route: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<void> {
    const request = new Request(PROXY + route, {
      method,
      headers: { Origin: SHOP, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await world.read(request);
    said.push(`${response.status} ${JSON.stringify([...response.headers])}\n${response.text}`);
  }

  const { body: products } = await world.get<Product[]>('/v3/products');
  const shipped = products.find(
    (product) => product.shipping_address && product.dependencies.length === 0,
  );
  assert.ok(shipped);
  const choice = await world.choose(
    ({ event }) => event.vendor_id === shipped.vendor_id && event.type === 'BOOKING',
  );
  const cart = cartOf(choice, [2], [{ product_id: shipped.id, amount: 1 }]);
  const quoted = await world.quoteOne(cart);
  const quotedAgain = await world.quoteOne(cart);
  const { name, email, phone, street, comment, wish, affiliate: affiliate_id } = person;
  const order = requestFor(quoted, {
    lines: quoted.lines.map(({ date_id, prices }) => ({
      date_id,
      participants: prices.flatMap(({ price_id, amount }) =>
        Array.from({ length: amount }, () => ({ price_id, name, email, phone, comment: wish })),
      ),
    })),
    contact: { name, email, phone, street },
    shipping: { name, street, streetnr: '1', zip: '10000', city: 'Ulm', country: 'DE' },
    comment,
    affiliate_id,
  });

  const key = newKey();
  const failing = newKey();
  const failingOrder = { ...order, quote: quotedAgain.quote };
  for (const fails of ['never', 'orders', 'always'] as const) {
    mode.fails = fails;
    const { id, vendor_id } = choice.event;
    const reads = [
      '/site',
      '/v3/events',
      `/v3/merged_events/${id}`,
      `/v3/vendors/${vendor_id}`,
      '/v3/products',
      `/v3/events/${id}/dates?start_date=2026-12-01T00:00:00Z&end_date=2026-12-31T00:00:00Z`,
    ];
    for (const route of [
      ...reads,
      '/booking-widget.js',
      '/messages/de.json',
      '/livez',
      '/readyz',
      '/none',
      '/site?x=1',
    ])
      await ask('GET', route);
    await ask('OPTIONS', '/checkout/orders', { 'Access-Control-Request-Method': 'POST' });
    await ask('POST', '/checkout/quotes', {}, cart);
    await ask('POST', '/checkout/quotes', {}, '{"contact": Canaria');
    await ask(
      'POST',
      '/checkout/orders',
      { 'Idempotency-Key': fails === 'never' ? key : failing },
      fails === 'never' ? order : failingOrder,
    );
    await ask('POST', '/checkout/orders', { 'Idempotency-Key': key }, { ...order, lang: 'en' });
    await ask(
      'POST',
      '/checkout/orders',
      { 'Idempotency-Key': key },
      { ...order, contact: { name, email: `${email}!`, phone: 5 } },
    );
    await ask('POST', '/checkout/orders', { 'Idempotency-Key': name }, order);
    await ask('POST', '/checkout/orders', { Origin: 'https://evil.example' }, order);
    for (const intentKey of [key, failing, newKey()])
      await ask('GET', '/checkout/intent', { 'Idempotency-Key': intentKey });
    world.advance(301_000);
  }
  const entries = await store.list('');
  broken.isBroken = true;
  await ask('GET', '/checkout/intent', { 'Idempotency-Key': key });
  await store.close();
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
  return {
    said,
    lines: world.lines,
    entries,
    files,
    keys: [key, failing],
    books: await world.books(),
  };
}

const { said, lines, entries, files, keys, books } = await exercise();

test('control: orders were placed and refused, and the platform has people’s names', () => {
  assert.equal(books.length, 1);
  assert.ok(search(JSON.stringify(books), 'Canaria'));
  for (const status of [200, 201, 202, 204, 400, 403, 404, 422, 500, 503]) {
    assert.ok(
      said.some((response) => response.startsWith(`${status} `)),
      `no response was ${status}`,
    );
  }
  assert.ok(lines.length > 40);
  assert.ok(entries.some(({ key }) => key.startsWith('intent/')));
});

test('the search finds a planted canary in every shape', () => {
  for (const planted of [TOKEN, SECRET, ...people]) {
    for (const bytes of [
      `a${planted}b`,
      encodeURIComponent(planted),
      btoa(`aa${planted}`),
      btoa(`a${planted}`),
      btoa(planted),
      Buffer.from(planted).toString('hex'),
    ]) {
      assert.ok(search(bytes, planted), `${planted} in ${bytes}`);
    }
  }
});

test('no secret and no token is in any response or header', () => {
  assertNone(said, [TOKEN, SECRET, PROXY_SECRET]);
});

test('no secret, token, key or person is in any log line', () => {
  assertNone(lines, [TOKEN, SECRET, PROXY_SECRET, ...keys, ...people]);
});

test('no personal data is in any response', () => {
  assertNone(said, people);
});

test('the store has the token only sealed, and no secrets or personal data', () => {
  assert.ok(entries.some(({ key }) => key.startsWith('token/')));
  const everything = [...entries.map(({ key, value }) => `${key} ${value}`), ...files];
  assertNone(everything, [TOKEN, SECRET, PROXY_SECRET, ...keys, ...people]);
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import type { QuoteResponse } from '#contract/quote.schema';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { toInstant } from '../../../proxy/clock.ts';
import { readConfig } from '../../../proxy/config.ts';
import { listenProxy } from '../../../proxy/server.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { freePorts } from '../../support/free-port.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  START,
  variables,
} from '../../support/world.ts';
import { requestRaw } from '../http/raw-http.ts';
import {
  assertNone,
  canaries,
  canaryPlatform,
  people,
  person,
  PROXY_SECRET,
  search,
  SECRET,
  TOKEN,
} from './canaries.ts';

// Searches every byte that a listening proxy sends, logs and stores for secrets and personal data.

const folder = mkdtempSync(join(tmpdir(), 'canary-'));
afterAll(() => rmSync(folder, { recursive: true }));
const readFiles = () =>
  readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name), 'latin1') }));

const site = {
  key: 'shop',
  origins: [SHOP],
  client_id_from: 'CLIENT_ID',
  client_secret_from: 'CLIENT_SECRET',
  questions: [{ id: 'wish', title: 'Anything else?', type: 'text' }],
};
const [adminPort = 0] = await freePorts(1);
const mode: Parameters<typeof canaryPlatform>[0] = { fails: 'never' };
const logLines: string[] = [];

const time = { now: START };
const clock = () => time.now;
const sandbox = createSandbox({ clock });
const { PLATFORM_URL, PUBLIC_URL } = variables;
const proxy = await listenProxy({
  config: readConfig(
    {
      PLATFORM_URL,
      PUBLIC_URL,
      PROXY_SECRET,
      SITES_FILE: 'sites.json',
      CLIENT_ID: variables.PLATFORM_CLIENT_ID,
      CLIENT_SECRET: SECRET,
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: String(adminPort),
      STORE_URL: `file:${join(folder, 'proxy.db')}`,
    },
    () => JSON.stringify([site]),
  ),
  clock,
  fetch: canaryPlatform(mode)(sandbox),
  log: (text) => logLines.push(text),
  assets: { 'booking-widget.js': 'x="__BOOKING_PROXY__"', 'messages/de.json': '{}' },
});

/** A response's status, ETag, and all its bytes as text. */
async function send(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const response = await requestRaw(`${base}${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { status } = response;
  const text = response.body.toString('latin1');
  const bytes = `${status} ${response.rawHeaders.join('\n')}\n\n${text}`;
  return { status, etag: response.headers.etag, text, bytes };
}

/** All responses, each with its request's method and path. */
const exchanges: string[] = [];
const statuses = new Set<number>();
async function exchange(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const allHeaders = { Origin: SHOP, 'Content-Type': 'application/json', ...headers };
  const response = await send(proxy.url, method, path, allHeaders, body);
  exchanges.push(`${method} ${path} ${response.bytes}`);
  statuses.add(response.status);
  return response;
}

const { name, email, phone, street, comment, wish, affiliate, customerAnswer } = person;
const calm = createWorld();
const choice = await calm.choose();
const keys = [newKey(), newKey(), newKey()].map((key) => key.replaceAll('x', 'y'));
const [placed = '', failing = '', never = ''] = keys;
const { id, vendor_id } = choice.event;
const range = `start_date=${toInstant(START)}&end_date=${toInstant(START + 86_400_000)}`;
const reads = [
  ...['/site', '/v3/events', '/v3/products', `/v3/merged_events/${id}`, `/v3/vendors/${vendor_id}`],
  ...[`/v3/events/${id}/dates?${range}`, '/booking-widget.js', '/messages/de.json', '/livez'],
  ...['/readyz', '/none', '/v3/events?x=1', '/site?site=none', '/metrics', '/details'],
];

const quoted = await exchange('POST', '/checkout/quotes', {}, cartOf(choice, [2]));
const [order] = (JSON.parse(quoted.text) as QuoteResponse).orders;
const quotedAgain = await exchange('POST', '/checkout/quotes', {}, cartOf(choice, [2]));
const [otherOrder] = (JSON.parse(quotedAgain.text) as QuoteResponse).orders;
assert.ok(otherOrder);
assert.ok(order);
const request = requestFor(order, {
  lines: order.lines.map(({ date_id, prices }) => ({
    date_id,
    participants: prices.flatMap(({ price_id, amount }) =>
      Array.from({ length: amount }, () => ({ price_id, name, email, phone, comment: wish })),
    ),
  })),
  contact: { name, email, phone, street },
  comment,
  affiliate_id: affiliate,
  answers: [{ id: 'wish', value: customerAnswer }],
});
for (const fails of ['never', 'orders', 'always'] as const) {
  mode.fails = fails;
  for (const path of reads) {
    const { etag } = await exchange('GET', path);
    await exchange('HEAD', path);
    if (etag) await exchange('GET', path, { 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    await exchange('GET', path, { 'Accept-Encoding': 'identity', Cookie: name });
    await exchange('POST', path, {}, request);
  }
  const key = fails === 'never' ? placed : failing;
  await exchange('OPTIONS', '/checkout/orders', { 'Access-Control-Request-Method': 'POST' });
  const body = fails === 'never' ? request : { ...request, quote: otherOrder.quote };
  await exchange('POST', '/checkout/orders', { 'Idempotency-Key': key }, body);
  await exchange('POST', '/checkout/orders', { 'Idempotency-Key': key }, { ...body, lang: 'en' });
  await exchange(
    'POST',
    '/checkout/orders',
    { 'Idempotency-Key': never },
    { ...request, quote: name },
  );
  await exchange(
    'POST',
    '/checkout/orders',
    { 'Idempotency-Key': never },
    { ...request, lang: name },
  );
  await exchange('POST', '/checkout/orders', { 'Idempotency-Key': email }, request);
  await exchange('POST', '/checkout/orders', { Origin: 'https://evil.example' }, request);
  await exchange('POST', '/checkout/quotes', {}, { ...request, lines: name });
  await exchange('POST', '/checkout/quotes', {}, cartOf(choice, [2]));
  for (const intentKey of keys)
    await exchange('GET', '/checkout/intent', { 'Idempotency-Key': intentKey });
  time.now += 301_000;
}
const admin = await Promise.all(
  ['/metrics', '/details', '/none'].flatMap((path) =>
    ['GET', 'HEAD', 'POST'].map((method) => send(`http://127.0.0.1:${adminPort}`, method, path)),
  ),
);
const whileOpen = readFiles();
await proxy.close();
const onceClosed = readFiles();

test('the exchanges cover every kind of response, an order was placed, and the store has files', async () => {
  for (const status of [200, 201, 202, 204, 304, 400, 403, 404, 405, 422, 503])
    assert.ok(statuses.has(status), `no response was ${status}`);
  const response = await sandbox(new Request(`${PLATFORM_URL}/sandbox/orders`));
  const orders = JSON.stringify(await response.json());
  for (const text of people) assert.ok(search(orders, text), text);
  assert.ok(whileOpen.some((file) => file.name.endsWith('-wal') && file.bytes.length > 0));
  assert.ok(whileOpen.some((file) => file.bytes.includes('intent/shop/')));
  assert.ok(whileOpen.some((file) => file.bytes.includes('token/')));
});

test('no secret, token or person is in any byte of a response', () => {
  assertNone(exchanges, canaries);
});

test('no Idempotency-Key is in a response', () => {
  assertNone(exchanges, keys);
});

test('no secret, token, key or person is in the log', () => {
  assert.ok(logLines.join('').split('\n').length > 100);
  assertNone(logLines, [...canaries, ...keys]);
});

test('no secret, token, key, person or requested path is in metrics or details', () => {
  const texts = admin.map(({ bytes }) => bytes);
  assert.match(texts.join('\n'), /booking_request_seconds_bucket[\s\S]*"sites"/);
  assertNone(texts, [...canaries, ...keys, id, order.quote, otherOrder.quote]);
});

test('no secret, token, key or person is in the store’s file or its companions', () => {
  const files = [...whileOpen, ...onceClosed].map(({ bytes }) => bytes);
  assertNone(files, [...canaries, ...keys]);
});

test('an error of the store that names people and secrets is told to nobody', async () => {
  const store = createMemoryStore();
  const world = createWorld({
    store: {
      ...store,
      get: () => Promise.reject(new Error(`cannot read ${people.join()}\n    at ${TOKEN}`)),
    },
  });

  const response = await world.read(
    new Request(`${PROXY}/checkout/intent`, {
      headers: { Origin: SHOP, 'Idempotency-Key': placed },
    }),
  );

  assert.ok(response.status >= 500, String(response.status));
  assert.ok(world.lines.length > 0);
  const headers = JSON.stringify([...response.headers]);
  assertNone([headers, response.text, ...world.lines], [...people, TOKEN, placed]);
});

test('a canary that is planted is found, in every shape', () => {
  for (const text of [TOKEN, SECRET, ...people, ...keys]) {
    assert.throws(() => assertNone([...exchanges, `x${text}`], [text]));
    for (const shape of [
      encodeURIComponent(text),
      ...['', 'a', 'aa'].map((before) => btoa(before + text)),
      Buffer.from(`a ${text} cd`).toString('base64url'),
      Buffer.from(text).toString('hex'),
    ]) {
      assert.throws(() => assertNone([shape], [text]), shape);
    }
  }
});

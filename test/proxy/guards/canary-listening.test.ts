import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../../proxy/config.ts';
import { listenProxy } from '../../../proxy/server.ts';
import type { QuoteResponse } from '../../../src/contract/quote.schema.ts';
import { freePorts } from '../../support/free-port.ts';
import {
  cartOf,
  createWorld,
  instant,
  newKey,
  requestFor,
  SHOP,
  START,
  variables,
} from '../world.ts';
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

const folder = mkdtempSync(join(tmpdir(), 'canary-'));
after(() => rmSync(folder, { recursive: true }));
const readFiles = () =>
  readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name), 'latin1') }));

const site = {
  ...{
    key: 'shop',
    origins: [SHOP],
    client_id_from: 'CLIENT_ID',
    client_secret_from: 'CLIENT_SECRET',
  },
  questions: [{ id: 'wish', title: 'Anything else?', type: 'text' }],
};
const [adminPort = 0] = await freePorts(1);
const mode: Parameters<typeof canaryPlatform>[0] = { fails: 'never' };
const logged: string[] = [];

const time = { now: START };
const clock = () => time.now;
const sandbox = createSandbox({ clock });
const { PLATFORM_URL, PUBLIC_URL } = variables;
const proxy = await listenProxy({
  config: readConfig(
    {
      ...{ PLATFORM_URL, PUBLIC_URL, PROXY_SECRET, SITES_FILE: 'sites.json' },
      ...{ CLIENT_ID: variables.PLATFORM_CLIENT_ID, CLIENT_SECRET: SECRET },
      ...{ HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: String(adminPort) },
      STORE_URL: `file:${join(folder, 'proxy.db')}`,
    },
    () => JSON.stringify([site]),
  ),
  clock,
  fetch: canaryPlatform(mode)(sandbox),
  log: (text) => logged.push(text),
  assets: { 'booking-widget.js': 'x="__BOOKING_PROXY__"', 'messages/de.json': '{}' },
});

/** All bytes of an answer's head and body, as they came. */
function hear(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  return new Promise<{ status: number; etag: string | undefined; text: string; all: string }>(
    (resolve, reject) => {
      const asking = httpRequest(`${base}${path}`, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('latin1');
        answer.on('data', (data: string) => (text += data));
        answer.on('end', () => {
          const { statusCode: status = 0, rawHeaders } = answer;
          const { etag } = answer.headers;
          resolve({ status, etag, text, all: `${status} ${rawHeaders.join('\n')}\n\n${text}` });
        });
      });
      asking.on('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    },
  );
}

const said: string[] = [];
const statuses = new Set<number>();
async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const all = { Origin: SHOP, 'Content-Type': 'application/json', ...headers };
  const answer = await hear(proxy.url, method, path, all, body);
  said.push(`${method} ${path} ${answer.all}`);
  statuses.add(answer.status);
  return answer;
}

const { name, email, phone, street, comment, wish, affiliate, answer } = person;
const calm = createWorld();
const choice = await calm.choose();
const keys = [newKey(), newKey(), newKey()].map((key) => key.replaceAll('x', 'y'));
const [placed = '', failing = '', never = ''] = keys;
const { id, vendor_id } = choice.event;
const range = `start_date=${instant(START)}&end_date=${instant(START + 86_400_000)}`;
const reads = [
  ...['/site', '/v3/events', '/v3/products', `/v3/merged_events/${id}`, `/v3/vendors/${vendor_id}`],
  ...[`/v3/events/${id}/dates?${range}`, '/booking-widget.js', '/messages/de.json', '/livez'],
  ...['/readyz', '/none', '/v3/events?x=1', '/site?site=none', '/metrics', '/details'],
];

const quoted = await ask('POST', '/checkout/quotes', {}, cartOf(choice, [2]));
const [order] = (JSON.parse(quoted.text) as QuoteResponse).orders;
assert.ok(order);
const request = requestFor(order, {
  lines: order.lines.map(({ date_id, prices }) => ({
    date_id,
    participants: prices.flatMap(({ price_id, amount }) =>
      Array.from({ length: amount }, () => ({ price_id, name, email, phone, comment: wish })),
    ),
  })),
  contact: { name, email, phone, street },
  ...{ comment, affiliate_id: affiliate, answers: [{ id: 'wish', value: answer }] },
});
for (const fails of ['never', 'orders', 'always'] as const) {
  mode.fails = fails;
  for (const path of reads) {
    const { etag } = await ask('GET', path);
    await ask('HEAD', path);
    if (etag) await ask('GET', path, { 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    await ask('GET', path, { 'Accept-Encoding': 'identity', Cookie: name });
    await ask('POST', path, {}, request);
  }
  const key = fails === 'never' ? placed : failing;
  await ask('OPTIONS', '/checkout/orders', { 'Access-Control-Request-Method': 'POST' });
  await ask('POST', '/checkout/orders', { 'Idempotency-Key': key }, request);
  await ask('POST', '/checkout/orders', { 'Idempotency-Key': key }, { ...request, lang: 'en' });
  await ask('POST', '/checkout/orders', { 'Idempotency-Key': never }, { ...request, quote: name });
  await ask('POST', '/checkout/orders', { 'Idempotency-Key': never }, { ...request, lang: name });
  await ask('POST', '/checkout/orders', { 'Idempotency-Key': email }, request);
  await ask('POST', '/checkout/orders', { Origin: 'https://evil.example' }, request);
  await ask('POST', '/checkout/quotes', {}, { ...request, lines: name });
  await ask('POST', '/checkout/quotes', {}, cartOf(choice, [2]));
  for (const one of keys) await ask('GET', '/checkout/intent', { 'Idempotency-Key': one });
  time.now += 301_000;
}
const admin = await Promise.all(
  ['/metrics', '/details', '/none'].flatMap((path) =>
    ['GET', 'HEAD', 'POST'].map((method) => hear(`http://127.0.0.1:${adminPort}`, method, path)),
  ),
);
const whileOpen = readFiles();
await proxy.close();
const afterwards = readFiles();

test('the exercise was a real one: every kind of answer, an order in the books, files beside the store', async () => {
  for (const status of [200, 201, 202, 204, 304, 400, 403, 404, 405, 422, 503])
    assert.ok(statuses.has(status), `no answer was ${status}`);
  const asked = await sandbox(new Request(`${PLATFORM_URL}/sandbox/orders`));
  const books = JSON.stringify(await asked.json());
  for (const text of people) assert.ok(search(books, text), text);
  assert.ok(whileOpen.some((file) => file.name.endsWith('-wal') && file.bytes.length > 0));
  assert.ok(whileOpen.some((file) => file.bytes.includes('intent/shop/')));
  assert.ok(whileOpen.some((file) => file.bytes.includes('token/')));
});

test('no secret, token or person is in any byte of an answer', () => {
  assertNone(said, canaries);
});

test('no Idempotency-Key comes back', () => {
  assertNone(said, keys);
});

test('no secret, token, key or person is in the log', () => {
  assert.ok(logged.join('').split('\n').length > 100);
  assertNone(logged, [...canaries, ...keys]);
});

test('metrics and details say much, but no secret, token, key or person, nor a path that somebody asked for', () => {
  const texts = admin.map(({ all }) => all);
  assert.match(texts.join('\n'), /booking_request_seconds_bucket[\s\S]*"sites"/);
  assertNone(texts, [...canaries, ...keys, id, order.quote]);
});

test('metrics and details are not on the port that browsers see', () => {
  for (const path of ['/metrics', '/details'])
    for (const one of said.filter((text) => text.startsWith(`GET ${path} `)))
      assert.match(one, /^GET \S+ 404 /);
});

test('no secret, token, key or person is in the store’s file or the ones beside it', () => {
  const files = [...whileOpen, ...afterwards].map(({ bytes }) => bytes);
  assertNone(files, [...canaries, ...keys]);
});

test('a canary that is planted is found', () => {
  for (const text of [TOKEN, SECRET, ...people, ...keys]) {
    assert.throws(() => assertNone([...said, `x${text}`], [text]));
    assert.throws(() => assertNone([Buffer.from(`ab ${text} c`).toString('base64')], [text]));
    assert.throws(() => assertNone([Buffer.from(`a ${text} cd`).toString('base64url')], [text]));
  }
});

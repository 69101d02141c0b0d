import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../proxy/config.ts';
import { listenProxy } from '../../proxy/server.ts';
import { freePorts } from '../support/free-port.ts';
import { SHOP, START, variables } from './world.ts';

const clock = () => START;
const [adminPort = 0] = await freePorts(1);
const proxy = await listenProxy({
  config: readConfig({
    ...variables,
    HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_PORT: String(adminPort),
    PLATFORM_BUDGET: '400000',
  }),
  clock,
  fetch: createSandbox({ clock }),
  log: () => {},
  assets: { 'booking-widget.js': 'let a = "__BOOKING_PROXY__";'.repeat(100) },
});
after(proxy.close);
const admin = `http://127.0.0.1:${adminPort}`;

type Sample = { name: string; labels: Record<string, string>; value: number };

/** Prometheus' text, parsed; every line has to be one. */
async function samples(): Promise<Sample[]> {
  const response = await fetch(`${admin}/metrics`);
  assert.match(response.headers.get('Content-Type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    if (/^# (HELP|TYPE) \w+ /.test(line)) return [];
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    assert.ok(name && value && !Number.isNaN(Number(value)), line);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) }];
  });
}

async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = (await samples()).filter(
    (one) =>
      one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
  );
  assert.equal(found.length, 1, `${name} ${JSON.stringify(labels)}`);
  return found[0]?.value ?? NaN;
}

/** As bytes: `fetch` would unpack them. */
function raw(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const asking = httpRequest(proxy.url + path, { headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode, headers } = response;
          resolve({
            ...(statusCode && { status: statusCode }),
            headers,
            body: Buffer.concat(chunks),
          });
        });
      });
      asking.on('error', reject);
      asking.end();
    },
  );
}

test('metrics and details are on ADMIN_PORT alone', async () => {
  for (const path of ['/metrics', '/details']) {
    assert.equal((await fetch(proxy.url + path)).status, 404);
    assert.equal((await fetch(admin + path)).status, 200);
  }
  assert.equal((await fetch(`${admin}/v3/events`)).status, 404);
});

test('requests are counted by template and status, whatever their paths were', async () => {
  for (const path of ['/v3/events', '/v3/merged_events/one', '/v3/merged_events/two', '/a/b', '/c'])
    await fetch(proxy.url + path, { headers: { Origin: SHOP } }).then((one) => one.text());
  const merged = { route: '/v3/merged_events/:id', status: '404' };

  assert.equal(await valueOf('booking_request_seconds_count', merged), 2);
  assert.ok((await valueOf('booking_request_seconds_count', { route: '*', status: '404' })) >= 2);
  const routes = new Set((await samples()).flatMap(({ labels }) => labels['route'] ?? []));
  const known = ['/v3/events', '/v3/merged_events/:id', '*'];
  for (const route of routes) assert.ok(known.includes(route), route);
});

test('calls to the platform are counted by name and end, and by class in this month', async () => {
  const counted = { operation: 'events', end: '200' };
  assert.ok((await valueOf('booking_platform_call_seconds_count', counted)) >= 1);
  const [client, budget] = [variables.PLATFORM_CLIENT_ID, 400_000];
  const usage = (await samples()).filter(
    ({ name }) => name === 'booking_platform_calls_this_month',
  );
  for (const { labels } of usage) assert.equal(labels['client'], client);
  assert.equal(await valueOf('booking_platform_budget'), budget);
});

test('says since when it runs, and whether it is ready', async () => {
  assert.equal(await valueOf('process_start_time_seconds'), START / 1000);
  assert.equal(await valueOf('booking_ready'), 1);
});

test('details say how it is set up, and no secret', async () => {
  const text = await (await fetch(`${admin}/details`)).text();
  const { sites } = JSON.parse(text) as { sites: { key: string; origins: string[] }[] };

  assert.deepEqual(sites[0]?.origins, ['https://shop.example', 'https://other.example']);
  for (const secret of [variables.PLATFORM_CLIENT_SECRET, variables.PROXY_SECRET])
    assert.ok(!text.includes(secret));
});

test('answers are compressed for who takes it so, and their length is right', async () => {
  const headers = { Origin: SHOP, 'Accept-Encoding': 'gzip, br' };
  const packed = await raw('/v3/events', headers);
  const plain = await raw('/v3/events', { Origin: SHOP });

  assert.equal(packed.headers['content-encoding'], 'br');
  assert.equal(packed.headers['content-length'], String(packed.body.byteLength));
  assert.deepEqual(brotliDecompressSync(packed.body), plain.body);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(packed.headers.vary, 'Origin, Accept-Encoding');
  assert.equal(packed.headers.etag, plain.headers.etag);

  const etag = String(packed.headers.etag);
  const known = await raw('/v3/events', { ...headers, 'If-None-Match': etag });
  assert.deepEqual([known.status, known.body.byteLength], [304, 0]);
  assert.deepEqual([known.headers.etag, known.headers.vary], [etag, 'Origin, Accept-Encoding']);
  const head = await raw('/v3/events', headers, 'HEAD');
  assert.deepEqual([head.status, head.body.byteLength, head.headers.etag], [200, 0, etag]);
  const script = await raw('/booking-widget.js', headers);
  assert.deepEqual(
    [script.headers['content-encoding'], script.headers.vary],
    ['br', 'Accept-Encoding'],
  );
});

test('a problem is not compressed', async () => {
  const { status, headers } = await raw('/none', { 'Accept-Encoding': 'br' });
  assert.deepEqual([status, headers['content-encoding']], [404, undefined]);
});

test('is not ready from the moment in which it is to end, and says so', async () => {
  proxy.retire();
  assert.equal((await fetch(`${proxy.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${proxy.url}/livez`)).status, 200);
  assert.equal(await valueOf('booking_ready'), 0);
});

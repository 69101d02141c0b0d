import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'vitest';
import { toInstant } from '../../../proxy/clock.ts';
import { readConfig } from '../../../proxy/config.ts';
import { createAdmin } from '../../../proxy/operations/admin.ts';
import type { Metrics } from '../../../proxy/operations/metrics.ts';
import { nextHistory, writeHistory } from '../../../proxy/store/history-row.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { StoreUnavailable } from '../../../proxy/store/store.ts';
import { freePorts } from '../../support/free-port.ts';
import { SHOP, START, variables } from '../../support/world.ts';
import { openListeningProxy } from '../http/listening-proxy.ts';

const [adminPort = 0] = await freePorts(1);
const proxy = await openListeningProxy({
  env: { ADMIN_PORT: String(adminPort), PLATFORM_BUDGET: '400000' },
});
const adminUrl = `http://127.0.0.1:${adminPort}`;

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All samples of the metrics; fails on a line that is not Prometheus' text format. */
async function loadSamples(): Promise<Sample[]> {
  const response = await fetch(`${adminUrl}/metrics`);
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
  const matching = (await loadSamples()).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
  assert.equal(matching.length, 1, `${name} ${JSON.stringify(labels)}`);
  return matching[0]?.value ?? NaN;
}

test('metrics and details are on ADMIN_PORT alone', async () => {
  for (const path of ['/metrics', '/details']) {
    assert.equal((await fetch(proxy.url + path)).status, 404);
    assert.equal((await fetch(adminUrl + path)).status, 200);
  }
  assert.equal((await fetch(`${adminUrl}/v3/events`)).status, 404);
});

/** A request of a page whose host name resolves to this machine (DNS rebinding). */
function askAs(
  host: string,
  adminHost = '127.0.0.1',
  store = createMemoryStore(),
): Promise<Response> {
  const config = readConfig({ ...variables, ADMIN_HOST: adminHost });
  const metrics: Metrics = { count() {}, write: async () => 'booking_ready 1\n' };
  const admin = createAdmin({ config, store, metrics, isReady: () => true });
  return admin(new Request(`http://${host}/details`));
}

test('ADMIN_PORT responds to its own addresses, and to no other name that leads to it', async () => {
  const hosts: [adminHost: string, own: string[], others: string[]][] = [
    [
      '127.0.0.1',
      ['127.0.0.1:9090', 'localhost:9090', '[::1]'],
      ['rebound.example', '127.0.0.1.rebound.example', 'localhost.rebound.example', '10.0.0.7'],
    ],
    ['10.0.0.7', ['10.0.0.7:9090', 'localhost'], ['10.0.0.8', 'rebound.example']],
    ['booking', ['booking:9090', 'localhost'], ['rebound.example', '10.0.0.7']],
    ['0.0.0.0', ['10.0.0.7:9090', '[fd00::7]', '127.0.0.1'], ['rebound.example', 'booking']],
    ['fd00::7', ['[fd00::7]:9090'], ['[fd00::8]', 'rebound.example']],
  ];
  for (const [adminHost, own, others] of hosts) {
    for (const host of own) assert.equal((await askAs(host, adminHost)).status, 200, host);
    for (const host of others) {
      const response = await askAs(host, adminHost);
      assert.equal(response.status, 421, host);
      assert.doesNotMatch(await response.text(), /sites|platform/);
    }
  }
});

test('a request with another host name gets nothing on ADMIN_PORT', async () => {
  const ask = (host: string) =>
    new Promise<number>((resolve, reject) => {
      request({ port: adminPort, host: '127.0.0.1', path: '/metrics', headers: { Host: host } })
        .once('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
        .once('error', reject)
        .end();
    });

  assert.deepEqual([await ask('rebound.example'), await ask(`localhost:${adminPort}`)], [421, 200]);
});

test('requests are counted by the template of their route and by status', async () => {
  for (const path of ['/v3/events', '/v3/merged_events/one', '/v3/merged_events/two', '/a/b', '/c'])
    await fetch(proxy.url + path, { headers: { Origin: SHOP } }).then((response) =>
      response.text(),
    );
  const merged = { route: '/v3/merged_events/:id', status: '404' };

  assert.equal(await valueOf('booking_request_seconds_count', merged), 2);
  assert.ok((await valueOf('booking_request_seconds_count', { route: '*', status: '404' })) >= 2);
  const routes = new Set((await loadSamples()).flatMap(({ labels }) => labels['route'] ?? []));
  const templates = ['/v3/events', '/v3/merged_events/:id', '*'];
  for (const route of routes) assert.ok(templates.includes(route), route);
});

test('platform calls are counted by operation and end, and those of this month by client', async () => {
  const labels = { operation: 'events', end: '200' };
  assert.ok((await valueOf('booking_platform_call_seconds_count', labels)) >= 1);
  const [client, budget] = [variables.PLATFORM_CLIENT_ID, 400_000];
  const usage = (await loadSamples()).filter(
    ({ name }) => name === 'booking_platform_calls_this_month',
  );
  for (const { labels } of usage) assert.equal(labels['client'], client);
  assert.equal(await valueOf('booking_platform_budget'), budget);
});

test('metrics say when the proxy was started, and whether it is ready', async () => {
  assert.equal(await valueOf('process_start_time_seconds'), START / 1000);
  assert.equal(await valueOf('booking_ready'), 1);
});

test('details say how the proxy is set up, without its secrets', async () => {
  const text = await (await fetch(`${adminUrl}/details`)).text();
  const { sites } = JSON.parse(text) as { sites: { key: string; origins: string[] }[] };

  assert.deepEqual(sites[0]?.origins, ['https://shop.example', 'https://other.example']);
  for (const secret of [variables.PLATFORM_CLIENT_SECRET, variables.PROXY_SECRET])
    assert.ok(!text.includes(secret));
});

test('details say since when the store has every order, and why not for longer', async () => {
  const store = createMemoryStore();
  const ask = async () =>
    ((await (await askAs('localhost', '127.0.0.1', store)).json()) as { store: object }).store;
  assert.deepEqual(await ask(), {});

  const goBack = nextHistory('store-went-back', START, undefined);
  await writeHistory(store, goBack, 0);
  assert.deepEqual(await ask(), { history: 'store-went-back', since: toInstant(START) });

  store.get = () => Promise.reject(new StoreUnavailable('it is down'));
  assert.deepEqual(await ask(), { error: 'StoreUnavailable' });
});

test('a retired proxy is alive and not ready', async () => {
  proxy.retire();
  assert.equal((await fetch(`${proxy.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${proxy.url}/livez`)).status, 200);
  assert.equal(await valueOf('booking_ready'), 0);
});

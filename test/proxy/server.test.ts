import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HttpBindings } from '@hono/node-server';
import { serve } from '@hono/node-server';
import { afterAll, test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { readConfig } from '../../proxy/config.ts';
import { listenProxy } from '../../proxy/server.ts';
import {
  cartOf,
  createWorld,
  newKey,
  requestFor,
  SHOP,
  START,
  variables,
} from '../support/world.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clock = () => START;

/** The sandbox on a port, whose connection can be cut once it has created an order. */
async function listenPlatform() {
  const sandbox = createSandbox({ clock });
  const faults = { cutsOrders: false };
  const fetch = async (request: Request, env: unknown) => {
    const response = await sandbox(request);
    const isOrder = request.method === 'POST' && request.url.endsWith('/v3/orders');
    if (isOrder && faults.cutsOrders) (env as HttpBindings).incoming.socket.destroy();
    return response;
  };
  return new Promise<{ url: string; faults: typeof faults; sandbox: typeof sandbox }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve({ url: `http://127.0.0.1:${port}`, faults, sandbox }),
    );
    afterAll(() => server.close());
  });
}

const platform = await listenPlatform();
const listen = async (env: Record<string, string> = {}) => {
  const config = readConfig({
    ...variables,
    PLATFORM_URL: platform.url,
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  });
  const proxy = await listenProxy({
    config,
    clock,
    log: () => {},
    assets: { 'booking-widget.js': '1' },
  });
  afterAll(proxy.close);
  return proxy;
};
const { url } = await listen();

test('serves the proxy on a free port, with the time of its clock', async () => {
  const response = await fetch(`${url}/v3/events`, { headers: { Origin: SHOP } });

  assert.equal(response.status, 200);
  assert.ok(((await response.json()) as unknown[]).length > 0);
  assert.equal(response.headers.get('Date'), new Date(START).toUTCString());
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), SHOP);
});

test('responds to HEAD without a body', async () => {
  const response = await fetch(`${url}/booking-widget.js`, { method: 'HEAD' });
  assert.deepEqual([response.status, await response.text()], [200, '']);
});

test('an order whose connection is cut after the platform created it is found, and created once', async () => {
  const file = `file:${join(folder, 'cut.db')}`;
  const first = await listen({ STORE_URL: file });
  const world = createWorld();
  const choice = await world.choose();
  const request = async <T>(
    base: string,
    path: string,
    body?: unknown,
    key = '',
  ): Promise<{ status: number; body: T }> => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const response = await fetch(base + path, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const { body: quotes } = await request<{ orders: Parameters<typeof requestFor>[0][] }>(
    first.url,
    '/checkout/quotes',
    cartOf(choice, [2]),
  );
  const [quoted] = quotes.orders;
  assert.ok(quoted);
  const [key, order] = [newKey(), requestFor(quoted)];

  platform.faults.cutsOrders = true;
  const cutOff = await request<IntentResponse>(first.url, '/checkout/orders', order, key);
  platform.faults.cutsOrders = false;
  await first.close();
  const second = await listen({ STORE_URL: file });
  const found = await request<IntentResponse>(second.url, '/checkout/intent', undefined, key);
  const repeated = await request<IntentResponse>(second.url, '/checkout/orders', order, key);

  assert.deepEqual([cutOff.status, cutOff.body.state], [202, 'checking']);
  assert.deepEqual([found.body.state, repeated.status], ['placed', 200]);
  const created = await platform.sandbox(new Request(`${platform.url}/sandbox/orders`));
  assert.equal(((await created.json()) as unknown[]).length, 1);
});

test('a platform that cannot be reached is a 503, and the proxy stays alive', async () => {
  const unreachable = await listen({ PLATFORM_URL: 'http://127.0.0.1:1' });
  const response = await fetch(`${unreachable.url}/v3/events`);

  assert.equal(response.status, 503);
  assert.equal((await fetch(`${unreachable.url}/livez`)).status, 200);
});

test('a port or host that cannot be opened is a ConfigError that names its variable', async () => {
  const { port } = new URL(url);
  await assert.rejects(listen({ PORT: port }), /^ConfigError: PORT is taken: set it to a free/);
  await assert.rejects(listen({ ADMIN_PORT: port }), /^ConfigError: ADMIN_PORT is taken: set it/);
  await assert.rejects(listen({ PORT: '9', ADMIN_PORT: '9' }), /ADMIN_PORT is wrong: set it to an/);
  await assert.rejects(
    listen({ HOST: '192.0.2.1' }),
    /^ConfigError: HOST is wrong: set it to an a/,
  );
  await assert.rejects(
    listen({ ADMIN_PORT: '0', ADMIN_HOST: '192.0.2.1' }),
    /^ConfigError: ADMIN_HOST is wrong: set it to an address/,
  );
});

const server = new URL('../../proxy/server.ts', import.meta.url).pathname;
for (const [name, env] of [
  ['PLATFORM_URL', { ...variables, PLATFORM_URL: '' }],
  ['ALLOWED_ORIGINS', { ...variables, ALLOWED_ORIGINS: '*' }],
  ['STORE_URL', { ...variables, STORE_URL: 'file:/dev/null/proxy.db' }],
  ['PORT', { ...variables, HOST: '127.0.0.1', PORT: new URL(url).port }],
] as const) {
  test(`started with an invalid ${name}, the process exits with one line that names it`, async () => {
    const failure = await run('node', ['--import', 'tsx', server], {
      env: { ...env, PATH: process.env['PATH'] },
    }).then(
      () => assert.fail('it has to exit'),
      (error: unknown) => error as { code: number; stderr: string; stdout: string },
    );

    assert.equal(failure.code, 1);
    assert.match(failure.stderr, new RegExp(`^${name} is (missing|wrong|taken): set it to .*\\n$`));
    assert.equal(failure.stdout, '');
  });
}

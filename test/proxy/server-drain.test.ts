import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { afterAll, test } from 'vitest';
import type { QuoteResponse } from '#contract/quote.schema';
import { listenSandbox } from '../../demo/sandbox/server.ts';
import { openFileStore } from '../../proxy/store/file.ts';
import { cartOf, createWorld, newKey, requestFor, variables } from '../support/world.ts';

const server = new URL('../../proxy/server.ts', import.meta.url).pathname;
const givenTime = new URL('../support/given-time.ts', import.meta.url).href;
/** How long it reports that it is not ready before it ends. */
const NOTICE = 5_000;
const folder = mkdtempSync(join(tmpdir(), 'drain-'));
afterAll(() => rmSync(folder, { recursive: true }));
const headers = { 'Content-Type': 'application/json' };
/** An order that has reached the platform gets its response when the test releases it. */
const orders = { arrived: () => {}, release: () => {} };
const platform = await listenSandbox({
  port: 0,
  clock: Date.now,
  wait() {
    orders.arrived();
    return new Promise((resolve) => (orders.release = resolve));
  },
});
afterAll(platform.close);
const faults = [{ kind: 'latency', milliseconds: 1, operations: ['createOrder'] }];
await fetch(`${platform.url}/sandbox/faults`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ faults }),
});

interface Running {
  readonly url: string;
  readonly file: string;
  readonly child: ChildProcess;
  /** Its exit code and all that it wrote. */
  readonly ended: Promise<{ code: number | null; output: string }>;
}

let started = 0;
/** Starts the proxy as a process on virtual time. */
async function start(t: TestContext): Promise<Running> {
  started += 1;
  const file = join(folder, `${started}.db`);
  const child = spawn('node', ['--import', 'tsx', '--import', givenTime, server], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...variables,
      PATH: process.env['PATH'],
      PLATFORM_URL: platform.url,
      STORE_URL: `file:${file}`,
      HOST: '127.0.0.1',
      PORT: '0',
    },
  });
  t.onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  await once(child.stdout!, 'data');
  const [url = ''] = /http:\/\/\S+/.exec(output) ?? [];
  return { url, file, child, ended };
}

/** Lets time pass in the process. */
async function pass({ child }: Running, milliseconds: number): Promise<void> {
  child.send(milliseconds);
  await once(child, 'message');
}

/** Sends an order, and closes the customer's connection once the order is at the platform. */
async function orderAndLeave({ url }: Running): Promise<void> {
  // A date with places for all tests of this file, relative to today as in the process.
  const choice = await createWorld({ now: Date.now() }).choose(undefined, 8);
  const cart = cartOf(choice, [2]);
  const body = JSON.stringify(cart);
  const quoting = await fetch(`${url}/checkout/quotes`, { method: 'POST', headers, body });
  const [quoted] = ((await quoting.json()) as QuoteResponse).orders;
  assert.ok(quoted);
  const arrived = new Promise<void>((resolve) => (orders.arrived = resolve));
  const ordering = httpRequest(`${url}/checkout/orders`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': newKey() },
  });
  ordering.on('error', () => {});
  ordering.end(JSON.stringify(requestFor(quoted)));
  await arrived;
  ordering.destroy();
}

/** Waits until the proxy takes no more connections. */
async function untilClosed(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/livez`, { headers: { Connection: 'close' } }).catch(
      () => {},
    );
    if (!response) return;
    await response.text();
  }
}

test('SIGINT finishes and stores an order whose customer has left, and exits without a notice', async (t) => {
  const proxy = await start(t);
  await orderAndLeave(proxy);
  // Twice, as under npm, which passes on the signal that the terminal has sent to both.
  proxy.child.kill('SIGINT');
  proxy.child.kill('SIGINT');
  await untilClosed(proxy.url);
  assert.equal(proxy.child.exitCode, null);
  orders.release();

  const { code, output } = await proxy.ended;
  assert.equal(code, 0, output);
  const store = openFileStore(proxy.file);
  const [intent] = await store.list('intent/');
  await store.close();
  assert.equal((JSON.parse(intent?.value ?? '{}') as { state?: string }).state, 'placed');
  assert.match(output, /"route":"\/checkout\/orders","status":201/);
});

test('SIGTERM makes the proxy not ready at once, and it serves for a while before it exits', async (t) => {
  const proxy = await start(t);
  const { url, child, ended } = proxy;
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  child.kill('SIGTERM');
  while ((await fetch(`${url}/readyz`)).status === 200);
  await pass(proxy, NOTICE - 1);
  assert.equal((await fetch(`${url}/v3/events`)).status, 200);
  await pass(proxy, 1);
  await untilClosed(url);

  const { code, output } = await ended;
  assert.equal(code, 0, output);
  assert.match(output, /"route":"\/v3\/events","status":200/);
});

test('a second signal exits at once', async (t) => {
  const proxy = await start(t);
  await orderAndLeave(proxy);
  proxy.child.kill('SIGINT');
  await untilClosed(proxy.url);
  // An earlier signal would count as the first one, passed on by npm.
  await pass(proxy, 1_000);
  proxy.child.kill('SIGTERM');

  const { code } = await proxy.ended;
  assert.equal(code, 1);
  orders.release();
});

test('a log that nobody reads any more does not end the proxy', async (t) => {
  const { url, child, ended } = await start(t);
  child.stdout!.destroy();
  child.stderr!.destroy();
  assert.equal((await fetch(`${url}/v3/events`)).status, 200);
  // What the proxy has not logged yet is written before it exits.
  child.kill('SIGINT');

  assert.equal((await ended).code, 0);
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, test, type TestContext } from 'vitest';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { freePorts } from '../../support/free-port.ts';
import { variables } from '../../support/world.ts';
import { copyChanged } from '../changed-copy.ts';
import { keptAlive, openSockets, statusFrom } from './many-sockets.ts';

// The program itself, with few descriptors, as a system may give it.

const DESCRIPTORS = 256;
/** More than the program has descriptors. */
const SOCKETS = 400;
/** An eighth of three quarters of them. */
const PER_ADDRESS = 24;
const PATHS = ['/livez', '/readyz', '/v3/events', '/site'];

const platform = serve({ fetch: createSandbox({ clock: Date.now }), port: 0 });
afterAll(() => platform.close());
await once(platform, 'listening');
const PLATFORM_URL = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;

/** Starts the proxy of a folder, and returns its address. */
async function start(t: TestContext, folder: string): Promise<string> {
  const [port = 0] = await freePorts(1);
  const data = mkdtempSync(join(tmpdir(), 'descriptors-'));
  const env = {
    ...variables,
    PLATFORM_URL,
    HOST: '0.0.0.0',
    PORT: String(port),
    PATH: process.env['PATH'],
    STORE_URL: `file:${join(data, 'proxy.db')}`,
  };
  const command = `ulimit -n ${DESCRIPTORS} && exec node --import tsx proxy/server.ts`;
  const child = spawn('sh', ['-c', command], { cwd: folder, env });
  t.onTestFinished(async () => {
    await end(child);
    rmSync(data, { recursive: true });
  });
  await once(child.stdout, 'data');
  return `http://127.0.0.1:${port}`;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** What another visitor gets while an address has opened its sockets. */
async function statusesDuringAttack(url: string, closedSockets: number) {
  const attack = await openSockets(Number(new URL(url).port), '127.0.0.2', SOCKETS, keptAlive);
  await attack.closed(closedSockets);
  const statuses = await Promise.all(PATHS.map((path) => statusFrom('127.0.0.3', url + path)));
  attack.destroy();
  return statuses;
}

test('with few descriptors, sockets of an address leave those that store, platform and others need', async (t) => {
  const url = await start(t, process.cwd());

  const statuses = await statusesDuringAttack(url, SOCKETS - PER_ADDRESS);

  assert.deepEqual(statuses, [200, 200, 200, 200]);
});

test('control: without the limit other visitors are not served', async (t) => {
  const { folder, close } = await copyChanged({
    file: 'proxy/guards/connection-limit.ts',
    line: 'if (group.open < max) return true;',
    instead: 'return true;',
  });
  t.onTestFinished(close);
  const url = await start(t, folder);

  const statuses = await statusesDuringAttack(url, SOCKETS - DESCRIPTORS);

  assert.ok(statuses.every((status) => status !== 200));
});

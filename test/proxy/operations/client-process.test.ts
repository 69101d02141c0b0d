import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { test } from 'vitest';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { createSandbox } from '../../../demo/sandbox/sandbox.ts';
import { serve } from '../platform/serve.ts';

const run = promisify(execFile);
const program = ['--import', 'tsx', 'proxy/operations/client.ts'];

test('the command keeps its token between two runs, and prints no secret', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-command-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  const sandbox = createSandbox({ clock: Date.now, tokenRule: 'refuse' });
  const env = {
    PATH: process.env['PATH'],
    PLATFORM_URL: await serve(t, getRequestListener(sandbox)),
    PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
    PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
  };
  const store = ['--store', join(folder, 'store.json')];

  const first = await run(process.execPath, [...program, 'products', 'list', ...store], { env });
  const second = await run(process.execPath, [...program, 'products', 'list', ...store], { env });
  const other = ['--store', join(folder, 'another.json')];
  const lost = await run(process.execPath, [...program, 'products', 'list', ...other], {
    env,
  }).catch((error: unknown) => error as { code: number; stderr: string });

  assert.match(first.stdout, /Dry bag/);
  assert.equal(second.stdout, first.stdout);
  // Without the stored token, the platform gives no other one.
  assert.equal('code' in lost && lost.code, 1);
  assert.match(lost.stderr, /active-token/);
  assert.doesNotMatch(first.stdout + first.stderr + lost.stderr, /secret/);
});

test('without its variables the command says which is missing', async () => {
  const failed = await run(process.execPath, [...program, 'events', 'list'], {
    env: { PATH: process.env['PATH'] },
  }).catch((error: unknown) => error as { code: number; stderr: string });

  assert.equal('code' in failed && failed.code, 2);
  assert.equal(failed.stderr, 'PLATFORM_URL is missing\n');
});

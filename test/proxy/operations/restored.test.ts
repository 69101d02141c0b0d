import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test, type TestContext } from 'vitest';
import { openFileStore } from '../../../proxy/store/file.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { cartOf, createWorld, newKey, requestFor, variables } from '../../support/world.ts';

/** Runs the command with these variables. */
function restored(env: Readonly<Record<string, string>>) {
  const args = ['--import', 'tsx', 'proxy/operations/restored.ts'];
  return promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...variables, ...env },
  });
}

function openFile(t: TestContext): { url: string; store: Store } {
  const folder = mkdtempSync(join(tmpdir(), 'restored-'));
  const path = join(folder, 'proxy.db');
  const store = openFileStore(path);
  t.onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { url: `file:${path}`, store };
}

test('the command gives the store a new history, which a running proxy heeds, and says what it means', async (t) => {
  const { url, store } = openFile(t);
  const world = createWorld({ store });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));

  const { stdout } = await restored({ STORE_URL: url, ORDER_SETTLE_SECONDS: '600' });

  assert.match(stdout, /^The store has a new history\./);
  // The settle time, and what sending may take.
  assert.match(stdout, /for 11 minutes/);
  assert.doesNotMatch(stdout, new RegExp(variables.PLATFORM_CLIENT_SECRET));
  assert.equal((await world.place(request, newKey())).body.state, 'checking');
  assert.ok(world.lines.some((line) => line.includes('"reason":"store-restored"')));
});

test('the command fails with what is wrong where it is not set up', async () => {
  await assert.rejects(restored({ PROXY_SECRET: 'short' }), /PROXY_SECRET/);
});

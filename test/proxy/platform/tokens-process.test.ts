import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readConfig } from '../../../proxy/config.ts';
import { createTokens } from '../../../proxy/platform/tokens.ts';
import { openFileStore } from '../../../proxy/store/file.ts';
import { variables } from '../../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'token-'));
const asked = { times: 0 };
/** A platform that grants another token with each request. */
const platform = createServer((_, response) => {
  asked.times += 1;
  const access_token = `token-${asked.times}`;
  response.setHeader('Content-Type', 'application/json');
  setTimeout(() => {
    response.end(JSON.stringify({ access_token, token_type: 'Bearer', expires_in: 3600 }));
  }, 50);
});
await new Promise<void>((resolve) => platform.listen(0, resolve));
const PLATFORM_URL = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
after(() => {
  platform.close();
  rmSync(folder, { recursive: true });
});

function openOn(path: string) {
  const config = readConfig({ ...variables, PLATFORM_URL });
  const [site] = config.sites;
  assert.ok(site);
  const store = openFileStore(path);
  const clock = () => Date.now();
  return {
    store,
    ...createTokens({ config, site, fetch, store, clock, monotonic: clock, log: () => {} }),
  };
}

test('two instances on one file request one token', async () => {
  const path = join(folder, 'two.db');
  const instances = [openOn(path), openOn(path)];
  asked.times = 0;

  const tokens = await Promise.all(instances.map((instance) => instance.current()));

  assert.deepEqual([...new Set(tokens)].length, 1);
  assert.equal(asked.times, 1);
  await Promise.all(instances.map(({ store }) => store.close()));
});

test('processes on one file request one token', async () => {
  const path = join(folder, 'processes.db');
  asked.times = 0;
  const env = { ...process.env, ...variables, PLATFORM_URL, STORE_PATH: path };
  const script = fileURLToPath(new URL('print-token.ts', import.meta.url));
  const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', script], { env });

  const printed = await Promise.all([run(), run()]);

  assert.deepEqual(
    printed.map(({ stdout }) => stdout),
    ['token-1', 'token-1'],
  );
  assert.equal(asked.times, 1);
});

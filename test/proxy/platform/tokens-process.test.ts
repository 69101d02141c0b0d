import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, test } from 'vitest';
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
afterAll(() => {
  platform.close();
  rmSync(folder, { recursive: true });
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

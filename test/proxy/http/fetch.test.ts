import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { serve } from '../platform/serve.ts';

const run = promisify(execFile);
const script = new URL('./request-slow-server.ts', import.meta.url).pathname;
const flags = ['--expose-gc', '--import', 'tsx', script];

const servers: [what: string, listener: RequestListener, output: string][] = [
  ['never responds', () => {}, 'TimeoutError'],
  [
    'sends its headers, and then its body without end',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const sending = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(sending));
    },
    'TimeoutError',
  ],
  ['responds', (_, response) => response.end('ok'), 'ok'],
];
for (const [what, listener, output] of servers) {
  test(`a time-out outlives the garbage collector when the server ${what}`, async (t) => {
    const url = await serve(t, listener);
    // Where a response comes, it comes in time on the busiest machine.
    const timeout = output === 'ok' ? '120000' : '300';
    const { stdout } = await run('node', [...flags, url, timeout]);
    assert.equal(stdout.trim(), output);
  });
}

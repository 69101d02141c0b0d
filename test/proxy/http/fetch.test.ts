import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { serve } from '../platform/serve.ts';

const run = promisify(execFile);
const script = new URL('./ask-a-slow-server.ts', import.meta.url).pathname;
const flags = ['--expose-gc', '--import', 'tsx', script];

const servers: [name: string, listener: RequestListener, end: string][] = [
  ['never answers', () => {}, 'TimeoutError'],
  [
    'sends its headers, and then drips',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const dripping = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(dripping));
    },
    'TimeoutError',
  ],
  ['answers', (_, response) => response.end('well'), 'well'],
];
for (const [name, listener, end] of servers) {
  test(`a time limit outlives the garbage collector when the server ${name}`, async (t) => {
    const url = await serve(t, listener);
    // Where there is an answer, it comes in time on the busiest machine.
    const limit = end === 'well' ? '120000' : '300';
    const { stdout } = await run('node', [...flags, url, limit]);
    assert.equal(stdout.trim(), end);
  });
}

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'vitest';
import { variables } from '../../support/world.ts';

const server = new URL('../../../proxy/server.ts', import.meta.url).pathname;
/** The message of an error may repeat what a customer has typed. */
const MESSAGE = 'ida@example.com';

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  /** The next line on stderr. */
  readonly nextError: () => Promise<string>;
}

/** Starts the proxy as a process that runs `fault` when it gets SIGUSR2. */
async function start(t: TestContext, fault: string): Promise<Running> {
  const preload = `process.on('SIGUSR2', () => { ${fault} })`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', `data:text/javascript,${encodeURIComponent(preload)}`, server],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...variables, PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0' },
    },
  );
  t.onTestFinished(() => void child.kill('SIGKILL'));
  const [ready] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  child.stderr.setEncoding('utf8');
  return {
    url: /http:\/\/\S+/.exec(ready)?.[0] ?? '',
    child,
    nextError: async () => ((await once(child.stderr, 'data')) as [string])[0],
  };
}

test('an exception that nothing caught ends the proxy with status 1, and one line names it without its message', async (t) => {
  const { child, nextError } = await start(t, `throw new TypeError('${MESSAGE}')`);
  const line = nextError();
  const ended = once(child, 'close');
  child.kill('SIGUSR2');

  const { where, ...entry } = JSON.parse(await line) as Record<string, string>;
  assert.deepEqual(entry, { event: 'uncaught-exception', error: 'TypeError' });
  assert.doesNotMatch(String(where), new RegExp(MESSAGE));
  assert.deepEqual(await ended, [1, null]);
});

test('a rejection that nobody awaits is named by one line, and the proxy serves on', async (t) => {
  const { url, child, nextError } = await start(t, `Promise.reject(new TypeError('${MESSAGE}'))`);
  const line = nextError();
  child.kill('SIGUSR2');

  const { where, ...entry } = JSON.parse(await line) as Record<string, string>;
  assert.deepEqual(entry, { event: 'unhandled-rejection', error: 'TypeError' });
  assert.doesNotMatch(String(where), new RegExp(MESSAGE));
  assert.equal((await fetch(`${url}/livez`)).status, 200);
});

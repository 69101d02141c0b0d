import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { chromium } from 'playwright-core';
import ts from 'typescript';
import { build } from 'vite';
import { afterAll, beforeAll, test } from 'vitest';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { chromeArguments, findChrome } from '../support/chrome.ts';

// `dist/client` in the folder of a stranger, with nothing beside it but what it depends on.

const run = promisify(execFile);
const NAME = 'booking-platform-client';
let folder = '';

const program = `
import { createApi, createMemoryStore, isApiError } from '${NAME}';

const said = { code: '40002', message: 'client_id is wrong', user_message: 'Not known.' };
const api = createApi({
  url: 'https://platform.example',
  client: { id: 'mine', secret: 'a secret' },
  store: createMemoryStore(),
  fetch: async () => Response.json(said, { status: 400 }),
});
try {
  const events = await api.listEvents({ fields: ['title'], order: ['-title'] });
  const title: string | undefined = events[0]?.title;
  console.log(title);
  // @ts-expect-error The id is missing.
  await api.retrieveVendor({});
  // @ts-expect-error There is no such type.
  await api.listEvents({ type: 'NONE' });
} catch (error) {
  if (isApiError(error) && error.name === 'TokenUnavailable') console.log(error.failure?.reason);
}
`;

const compilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-client-'));
  const packages = join(folder, 'node_modules');
  await cp('dist/client', join(packages, NAME), { recursive: true });
  const text = await readFile(join(packages, NAME, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    await symlink(resolve('node_modules', name), join(packages, name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
});
afterAll(() => rm(folder, { recursive: true }));

test('a program in TypeScript uses it, checked by its types alone', async () => {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [tsc, '-p', '.'], { cwd: folder });
  await checked.catch(({ stdout }: { stdout: string }) => assert.fail(stdout));

  const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder });

  assert.equal(stdout, 'credentials-refused\n');
});

test('its modules import nothing of Node, but for the command', async () => {
  const read = (name: string) => readFile(join(folder, 'node_modules', NAME, name), 'utf8');
  const { importedFiles } = ts.preProcessFile((await read('index.js')) + (await read('client.js')));

  const imported = importedFiles.map(({ fileName }) => fileName);

  assert.deepEqual(new Set(imported), new Set(['./client.js', 'zod', 'jose']));
});

/** Tells its page how many events and dates there are. */
const worker = `
import { createApi, createMemoryStore } from '${NAME}';

addEventListener('message', async ({ data: client }) => {
  try {
    const api = createApi({ url: location.origin, client, store: createMemoryStore() });
    const [events, dates] = [await api.listEvents({ type: 'ALL' }), await api.listDates()];
    postMessage({ events: events.length, dates: dates.length });
  } catch (error) {
    postMessage(String(error));
  }
});
`;

test('it runs in a worker of a browser, where nothing of Node is', async () => {
  await writeFile(join(folder, 'worker.js'), worker);
  const script = await bundle('worker.js');
  const sandbox = createSandbox({ clock: Date.now });
  const calls: string[] = [];
  const { url, close } = await listen((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return html('<!doctype html><title>Worker</title>');
    if (pathname === '/worker.js') return javascript(script);
    calls.push(`${request.method} ${pathname}`);
    return sandbox(request);
  });
  const browser = await chromium.launch({
    executablePath: await findChrome(),
    args: chromeArguments,
  });
  try {
    const page = await browser.newPage();
    await page.goto(url);

    // In production no page has credentials: this one only starts the worker.
    const said = await page.evaluate((client) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      return new Promise<unknown>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve(message);
        worker.postMessage(client);
      });
    }, sandboxClients.reseller);

    assert.ok(isCount(said), String(said));
    assert.ok(said.events > 10 && said.dates > 1_000, JSON.stringify(said));
    assert.equal(calls.filter((call) => call === 'POST /oauth/token').length, 1);
  } finally {
    await browser.close();
    await close();
  }
});

/** A program of the folder with all that it imports, as one script. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, entry) } },
  });
  const [output] = [built].flat();
  assert.ok(output && 'output' in output);
  return output.output[0].code;
}

test('its command starts', async () => {
  const command = join(folder, 'node_modules', NAME, 'command.js');

  const { stdout } = await run(process.execPath, [command, '--help']);

  assert.match(stdout, /orders list/);
});

const html = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/html' } });
const javascript = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/javascript' } });

interface Count {
  readonly events: number;
  readonly dates: number;
}
const isCount = (said: unknown): said is Count => typeof said === 'object' && said !== null;

/** On one origin, so that no CORS is needed. */
function listen(respond: (request: Request) => Response | Promise<Response>) {
  return new Promise<{ url: string; close: () => Promise<void> }>((resolve) => {
    const server = serve({ fetch: respond, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    );
  });
}

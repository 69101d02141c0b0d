import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { freePorts } from '../support/free-port.ts';
import { npm } from './app.ts';

// What the Containerfile puts into the image, and starts, without a container: files that are missing
// there are missing here too.

const WORKDIR = '/app/';
let folder = '';
let stage = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-image-'));
  stage = (await readFile('proxy/Containerfile', 'utf8')).split(/^FROM /m).at(-1) ?? '';
  for (const [, paths = ''] of stage.matchAll(/^COPY (?:--from=\w+ )?(.+)$/gm)) {
    const sources = paths.split(' ').map((path) => path.replace(WORKDIR, ''));
    const target = sources.pop() ?? '';
    for (const source of sources) {
      for (const file of await filesLike(source)) await copy(file, target);
    }
  }
  const [, install = ''] = /^RUN npm (ci [^&]+) &&/m.exec(stage) ?? [];
  await npm(folder, ...install.trim().split(' '), '--no-fund', '--no-audit');
});
afterAll(() => rm(folder, { recursive: true }));

/** The file or folder of this name; with a `*`, each file that fits. */
async function filesLike(name: string): Promise<string[]> {
  const [before = '', rest] = name.split('*');
  if (rest === undefined) return [name];
  const files = await readdir(dirname(name));
  return files
    .map((file) => join(dirname(name), file))
    .filter((file) => file.startsWith(before) && file.endsWith(rest));
}

/** A file goes into the target, a folder's content becomes the target's. */
async function copy(source: string, target: string): Promise<void> {
  const isFolder = source.endsWith(target);
  const path = join(folder, isFolder ? target : join(target, source.split('/').at(-1) ?? ''));
  await mkdir(dirname(path), { recursive: true });
  await cp(source, path, { recursive: true });
}

function variables(port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    PORT: String(port),
    // Nothing listens there.
    PLATFORM_URL: 'http://127.0.0.1:9',
    PLATFORM_CLIENT_ID: 'image',
    PLATFORM_CLIENT_SECRET: 'Vu7-2kq8-Hd93-mm1x-0Zsb',
    PROXY_SECRET: 'h4Jd-92kf-Lq0s-Xx7w-8BnV-3rTy-6uIo',
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOWED_ORIGINS: 'https://shop.example',
    STORE_URL: `file:${join(folder, 'proxy.db')}`,
  };
}

test('the proxy of the image starts, and serves the scripts', async () => {
  const [port = 0] = await freePorts(1);
  const [, command = '[]'] = /^CMD (.+)$/m.exec(stage) ?? [];
  const [program = '', ...rest] = JSON.parse(command) as string[];
  const proxy = spawn(program, rest, { cwd: folder, env: variables(port) });
  try {
    await Promise.race([once(proxy.stdout, 'data'), once(proxy, 'exit')]);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/${path}`);
      assert.equal(response.status, 200, path);
      return response.text();
    };
    await get('livez');
    await get('booking-check.js');
    const [second = ''] =
      /booking-widget-second-\w+\.js/.exec(await get('booking-widget.js')) ?? [];
    await get(second);
  } finally {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null) await once(proxy, 'exit');
  }
});

async function runDoctor(...words: string[]): Promise<string> {
  const [port = 0] = await freePorts(1);
  const doctor = ['dist/node/proxy/operations/doctor.js', ...words];
  return new Promise((resolve) =>
    execFile(process.execPath, doctor, { cwd: folder, env: variables(port) }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    ),
  );
}

test('the doctor of the image says what is wrong', async () => {
  const output = await runDoctor();
  assert.match(output, /platform/i);
  assert.doesNotMatch(output, /ERR_MODULE_NOT_FOUND/);
});

test('the doctor of the image knows the time limits, which are comments in the source', async () => {
  assert.match(await runDoctor('--limits'), /^TOKEN_TIMEOUT +10 s +Timeout of one token request/);
});

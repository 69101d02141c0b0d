import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';

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
  const text = (await read('index.js')) + (await read('client.js'));

  const imported = [...text.matchAll(/^(?:import|export) .*from "([^"]+)"/gm)].map(
    ([, name]) => name,
  );

  assert.deepEqual(new Set(imported), new Set(['./client.js', 'zod', 'jose']));
});

test('its command starts', async () => {
  const command = join(folder, 'node_modules', NAME, 'command.js');

  const { stdout } = await run(process.execPath, [command, '--help']);

  assert.match(stdout, /orders list/);
});

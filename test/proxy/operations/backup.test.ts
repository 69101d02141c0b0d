import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, test } from 'vitest';
import { backUp, BackupError } from '../../../proxy/operations/backup.ts';
import { openFileStore } from '../../../proxy/store/file.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';

const run = promisify(execFile);
const program = new URL('../../../proxy/operations/backup.ts', import.meta.url).pathname;
const root = mkdtempSync(join(tmpdir(), 'backup-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

/** The path of a store, and of a backup, each in a folder of its own. */
function newPaths() {
  const folder = join(root, `${++folders}`);
  for (const name of ['data', 'backups']) mkdirSync(join(folder, name), { recursive: true });
  return { path: join(folder, 'data/proxy.db'), target: join(folder, 'backups/copy.db') };
}

/** Runs the program, as a process of its own beside the one that writes. */
function runBackup(path: string, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], STORE_URL: `file:${path}` };
  return run(process.execPath, ['--import', 'tsx', program, ...args], { env });
}

/** Resolves to the key of a placed order. */
async function placeOne(world: World): Promise<string> {
  const key = newKey();
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  assert.equal((await world.place(requestFor(quoted), key)).status, 201);
  return key;
}

/** The states of the orders in a store that was put elsewhere. */
async function statesIn(path: string, keys: readonly string[]): Promise<(string | undefined)[]> {
  const store = openFileStore(path);
  const restored = createWorld({ store });
  const states: (string | undefined)[] = [];
  for (const key of keys) states.push((await restored.find(key)).body.state);
  await store.close();
  return states;
}

test('a backup beside a proxy that takes orders has every order known when it began, and the proxy goes on', async () => {
  const { path, target } = newPaths();
  const store = openFileStore(path);
  const world = createWorld({ store });
  const placed = [await placeOne(world), await placeOne(world), await placeOne(world)];

  let isOver = false;
  const backup = runBackup(path, target).finally(() => (isOver = true));
  let later = 0;
  for (; !isOver; later += 1) await placeOne(world);
  const { stdout } = await backup;
  await placeOne(world);
  await store.close();

  assert.match(
    stdout,
    /^.+copy\.db has the store's \d+ rows \(\d+ bytes\), checked and on disk\n$/,
  );
  assert.ok(later > 0);
  assert.deepEqual(
    await statesIn(target, placed),
    placed.map(() => 'placed'),
  );
});

test('control: a copy of the database file alone has lost orders, which are in its write-ahead log', async () => {
  const { path, target } = newPaths();
  const store = openFileStore(path);
  const key = await placeOne(createWorld({ store }));

  copyFileSync(path, target);

  assert.deepEqual(await statesIn(target, [key]), [undefined]);
  await store.close();
});

/** A store with an entry. */
async function openFilled(path: string): Promise<{ store: Store; version: number }> {
  const store = openFileStore(path);
  const version = await store.put('a', '1', 0);
  assert.ok(version);
  return { store, version };
}

test('a backup is one file that only its owner can read, and its versions continue those of the store', async () => {
  const { path, target } = newPaths();
  const { store, version } = await openFilled(path);
  await store.delete('a', version);

  assert.equal(backUp(`file:${path}`, target).rows, 0);

  assert.deepEqual(readdirSync(join(target, '..')), ['copy.db']);
  assert.equal(statSync(target).mode & 0o777, 0o600);
  assert.ok(await store.put('b', '1', 0), 'the store is taken for a replaced one');
  await store.close();
  const restored = openFileStore(target);
  assert.ok(Number(await restored.put('a', '2', 0)) > version);
  await restored.close();
});

test('a backup replaces no file, and no part of the store', async () => {
  const { path, target } = newPaths();
  const { store } = await openFilled(path);
  writeFileSync(target, 'of yesterday');

  assert.throws(() => backUp(`file:${path}`, target), /copy\.db exists; name another file$/);
  assert.equal(readFileSync(target, 'utf8'), 'of yesterday');
  for (const end of ['', '-wal', '-shm', '-journal']) {
    const part = join(path, '..', '..', 'data', `proxy.db${end}`);
    assert.throws(() => backUp(`file:${path}`, part), /is the store itself; name another file$/);
  }
  await store.close();
});

test('where there is nothing to copy, the backup says why, and leaves no file', async () => {
  const { path, target } = newPaths();
  const attempt = (url: string, file = target) => {
    try {
      backUp(url, file);
    } catch (error) {
      assert.ok(error instanceof BackupError);
      return error.message;
    }
    return assert.fail('it has made a backup');
  };

  assert.equal(attempt('memory:'), 'STORE_URL is memory:, which leaves nothing to back up');
  assert.equal(
    attempt('postgres://booking:p%40ss@db.example/shop'),
    'STORE_URL names a PostgreSQL database; back it up with pg_dump',
  );
  assert.equal(attempt(`file:${path}`), `there is no store at ${path}`);
  writeFileSync(path, 'a text that somebody put there. '.repeat(99));
  assert.match(attempt(`file:${path}`), /could not be copied to .+ \(SQLITE_NOTADB\)$/);
  writeFileSync(path, '');
  assert.match(attempt(`file:${path}`), /could not be copied to .+ \(SQLITE_ERROR\)$/);
  assert.match(attempt(`file:${path}`, join(target, '../none/copy.db')), /^there is no folder /);
  assert.deepEqual(readdirSync(join(target, '..')), []);
});

test('a store whose file is damaged gives no backup', async () => {
  const { path, target } = newPaths();
  const { store } = await openFilled(path);
  for (let row = 0; row < 500; row += 1) await store.put(`row-${row}`, 'x'.repeat(200), 0);
  await store.close();
  writeFileSync(path, readFileSync(path).fill(0xab, 4096));

  assert.throws(() => backUp(`file:${path}`, target), BackupError);
  assert.deepEqual(readdirSync(join(target, '..')), []);
});

test('the program exits with 1 and one line, without a file to write or with two', async () => {
  const { path } = newPaths();
  for (const args of [[], ['one.db', 'other.db']]) {
    await assert.rejects(runBackup(path, ...args), (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string };
      assert.deepEqual([code, stderr], [1, 'usage: npm run backup -- FILE\n']);
      return true;
    });
  }
});

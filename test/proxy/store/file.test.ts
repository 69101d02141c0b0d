import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import Database from 'libsql';
import { afterAll, test } from 'vitest';
import { ConfigError } from '../../../proxy/config-error.ts';
import { openFileStore } from '../../../proxy/store/file.ts';
import { openStore } from '../../../proxy/store/open.ts';
import { StoreDamaged, StoreUnavailable } from '../../../proxy/store/store.ts';
import { STORE_BUSY_PAUSE } from '../../../proxy/time-limits.ts';
import { createWorld, PROXY } from '../../support/world.ts';
import { testStore } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `deep/${++files}.db`);

testStore('the file store', () => openFileStore(newPath()));

test('keeps its entries when it is opened again', async () => {
  const path = newPath();
  const first = openFileStore(path);
  const version = await first.put('a', 'kept', 0);
  await first.close();

  const second = openFileStore(path);

  assert.deepEqual(await second.get('a'), { value: 'kept', version });
  await second.close();
});

test('lets one of two handles on one file win, and both see the winner', async () => {
  const path = newPath();
  const handles = [openFileStore(path), openFileStore(path)] as const;
  const [one, other] = handles;

  for (let round = 0; round < 50; round += 1) {
    const version = (await one.get('a'))?.version ?? 0;
    const writes = await Promise.all(handles.map((store, n) => store.put('a', `${n}`, version)));

    assert.equal(writes.filter((version) => version !== undefined).length, 1);
    assert.deepEqual(await one.get('a'), await other.get('a'));
  }
  await Promise.all(handles.map((store) => store.close()));
});

test('a version is not reused after a restart either', async () => {
  const path = newPath();
  const first = openFileStore(path);
  const version = await first.put('a', 'old', 0);
  assert.ok(version);
  await first.delete('a', version);
  await first.close();

  const second = openFileStore(path);

  assert.notEqual(await second.put('a', 'new', 0), version);
  await second.close();
});

test('is readable by its owner alone, because the token is in it', async () => {
  const path = newPath();
  const store = openFileStore(path);
  await store.put('a', '1', 0);

  for (const file of [path, `${path}-wal`]) assert.equal(statSync(file).mode & 0o077, 0);
  await store.close();
});

/** Another program on the same file, which has begun to write. */
function lock(path: string) {
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  return {
    write(key: string, value: string) {
      other.prepare('UPDATE entries SET value = ? WHERE key = ?').run(value, key);
    },
    release: () => {
      other.exec('COMMIT');
      other.close();
    },
  };
}

test('waits for another writer without stopping the process, and then writes', async () => {
  const path = newPath();
  const store = openFileStore(path);
  const { release } = lock(path);
  let turns = 0;

  const write = store.put('a', '1', 0);
  for (; turns < 5; turns += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(await store.get('a'), undefined);
  release();

  assert.ok(await write);
  assert.equal((await store.get('a'))?.value, '1');
  await store.close();
});

test('writes that wait for another writer do not block reads of what it wrote', async () => {
  const path = newPath();
  const store = openFileStore(path);
  const version = await store.put('a', 'before', 0);
  assert.ok(version);
  const other = lock(path);
  other.write('a', 'after');

  // Two writes that wait together must not block reads when they are retried.
  const writes = [store.put('b', '1', 0), store.delete('c', 1)];
  assert.equal((await store.get('a'))?.value, 'before');
  other.release();

  assert.equal((await store.get('a'))?.value, 'after');
  assert.deepEqual(await store.list('a'), [{ key: 'a', value: 'after', version }]);
  assert.ok(await writes[0]);
  assert.equal(await writes[1], false);
  assert.equal((await store.get('b'))?.value, '1');
  await store.close();
});

test('gives up when another writer does not end, and has written nothing', async () => {
  const path = newPath();
  const store = openFileStore(path);
  const { release } = lock(path);
  mock.timers.enable({ apis: ['setTimeout'] });
  let ended: unknown;
  void store.put('a', '1', 0).catch((error: unknown) => (ended = error));

  for (let waits = 0; waits < 1_000 && !ended; waits += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(STORE_BUSY_PAUSE);
  }

  assert.ok(ended instanceof StoreUnavailable);
  release();
  assert.equal(await store.get('a'), undefined);
  mock.timers.reset();
  assert.ok(await store.put('a', '2', 0));
  await store.close();
});

const losses: [what: string, lose: (path: string) => void][] = [
  ['was deleted', (path) => rmSync(path)],
  [
    'has a backup in its place',
    (path) => {
      copyFileSync(path, `${path}.backup`);
      renameSync(`${path}.backup`, path);
    },
  ],
  ['has lost its write-ahead log', (path) => rmSync(`${path}-wal`)],
];
for (const [what, lose] of losses) {
  test(`a file that ${what} is not written to, and the proxy is not ready`, async () => {
    const path = newPath();
    const store = openFileStore(path);
    const { read } = createWorld({ store });
    const ready = async () => (await read(new Request(`${PROXY}/readyz`))).status;
    assert.equal(await ready(), 200);
    const version = await store.put('a', '1', 0);
    assert.ok(version);

    lose(path);

    await assert.rejects(store.put('a', '2', version), StoreUnavailable);
    await assert.rejects(store.delete('a', version), StoreUnavailable);
    assert.equal((await store.get('a'))?.value, '1');
    const later = createWorld({ store });
    assert.equal((await later.read(new Request(`${PROXY}/readyz`))).status, 503);
    await store.close();
  });
}

/** Overwrites the file with garbage, as a failing disk does. */
function spoil(path: string, { from }: { readonly from: number }): void {
  writeFileSync(path, readFileSync(path).fill(0xab, from));
}

test('a file that is no store, or of which parts are lost, is called damaged when it is opened', async () => {
  const [text, torn] = [newPath(), newPath()];
  for (const path of [text, torn]) {
    await openFileStore(path).close();
    for (const end of ['-wal', '-shm']) rmSync(path + end);
  }
  writeFileSync(text, 'a text that somebody put there. '.repeat(99));
  spoil(torn, { from: 100 });

  for (const path of [text, torn]) {
    assert.throws(() => openFileStore(path), StoreDamaged);
    await assert.rejects(
      openStore(`file:${path}`),
      (error: unknown) =>
        error instanceof ConfigError &&
        error.message.includes(`damaged file, or one that is no store of this proxy: ${path}.`),
    );
  }
});

test('a file that cannot be opened is not called damaged', async () => {
  const path = newPath();
  mkdirSync(path, { recursive: true });
  await assert.rejects(openStore(`file:${path}`), /a file that this proxy may write/);
});

test('a file that is damaged while it is in use is called that, and the proxy is not ready', async () => {
  const path = newPath();
  const before = openFileStore(path);
  for (let row = 0; row < 500; row += 1) await before.put(`row-${row}`, 'x'.repeat(200), 0);
  await before.close();
  spoil(path, { from: 4096 });
  const store = openFileStore(path);

  await assert.rejects(store.get('row-7'), StoreDamaged);
  const { status, text } = await createWorld({ store }).read(new Request(`${PROXY}/readyz`));
  assert.deepEqual([status, text], [503, "not ready: its store's file is damaged"]);
  await store.close();
});

test('a full disk does not crash the store: what was written stays', () => {
  const path = newPath();
  // Half a kilobyte each: no file may be longer than a hundred kilobytes.
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -f 200; exec node --import tsx test/proxy/store/fill.ts "${path}"`],
    { encoding: 'utf8' },
  );

  assert.match(stdout, /^StoreUnavailable after [1-9]\d* rows, which are there\n$/, stderr);
});

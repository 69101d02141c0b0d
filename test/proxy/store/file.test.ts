import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../../../proxy/store/file.ts';
import { testStore } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
after(() => rmSync(folder, { recursive: true }));
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

test('a version does not come back after a restart either', async () => {
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

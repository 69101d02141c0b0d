import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { createFileStore } from '../../../proxy/operations/file-store.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('what one process has written, another reads, and nobody else may', async () => {
  const path = join(folder, 'new', 'store.json');
  const version = await createFileStore(path).put('a', 'x', 0);

  assert.deepEqual(await createFileStore(path).get('a'), { value: 'x', version });
  assert.equal(await createFileStore(path).get('b'), undefined);
  assert.equal((await stat(path)).mode & 0o077, 0);
});

test('of several that write at once, each sees what was written before it', async () => {
  const path = join(folder, 'at-once.json');

  const versions = await Promise.all(
    ['x', 'y', 'z'].map((value) => createFileStore(path).put('a', value, 0)),
  );

  assert.equal(versions.filter((version) => version !== undefined).length, 1);
  assert.equal(await createFileStore(path).put('a', 'late', 0), undefined);
});

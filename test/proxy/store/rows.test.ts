import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { createCodec } from '../../../proxy/store/codec.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { createRows } from '../../../proxy/store/rows.ts';

const codec = createCodec(z.object({ count: z.number() }));
const KEY = 'counts/a';

function open() {
  const store = createMemoryStore();
  return { store, rows: createRows(store, codec) };
}

const oneMore = (row: { count: number } = { count: 0 }) => ({ count: row.count + 1 });

test('a missing row has no value, and version 0', async () => {
  const { rows } = open();

  assert.deepEqual(await rows.load(KEY), { value: undefined, version: 0 });
});

test('a row that cannot be read has no value, and the next change replaces it', async () => {
  const { store, rows } = open();
  await store.put(KEY, '{ "count": "many" }', 0);

  assert.equal((await rows.load(KEY)).value, undefined);
  await rows.update(KEY, oneMore);

  assert.deepEqual((await rows.load(KEY)).value, { count: 1 });
});

test('a row of another version is not overwritten', async () => {
  const { rows } = open();
  assert.equal(await rows.save(KEY, { count: 1 }, 0), true);

  assert.equal(await rows.save(KEY, { count: 5 }, 0), false);

  assert.deepEqual((await rows.load(KEY)).value, { count: 1 });
});

test('no simultaneous change is lost', async () => {
  const { rows } = open();

  await Promise.all(Array.from({ length: 20 }, () => rows.update(KEY, oneMore)));

  assert.deepEqual((await rows.load(KEY)).value, { count: 20 });
});

test('a change to undefined writes nothing', async () => {
  const { rows } = open();
  await rows.save(KEY, { count: 1 }, 0);
  const { version } = await rows.load(KEY);

  await rows.update(KEY, () => undefined);

  assert.equal((await rows.load(KEY)).version, version);
});

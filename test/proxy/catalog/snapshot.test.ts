import assert from 'node:assert/strict';
import test from 'node:test';
import { createSnapshot } from '../../../proxy/catalog/snapshot.ts';

interface Item {
  readonly id: string;
  readonly title: string;
}
const priority = 'visitor';

function setUp() {
  const time = { now: Date.parse('2026-11-21T09:00:00Z') };
  const asked: string[] = [];
  let all: Item[] = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ];
  let changed: Item[] = [];
  let gone: string[] = [];
  const snapshot = createSnapshot<Item>({
    clock: () => time.now,
    whole: async () => {
      asked.push('whole');
      return all;
    },
    changes: async (since) => {
      asked.push(since);
      return { changed, gone };
    },
  });
  return {
    ...{ snapshot, time, asked },
    be: (items: Item[]) => (all = items),
    change: (items: Item[], ids: string[] = []) => ([changed, gone] = [items, ids]),
    titles: async () => (await snapshot.load(priority)).map(({ title }) => title),
  };
}

test('is read whole once, then only for what has changed since it was asked, and a minute before', async () => {
  const { asked, time, titles } = setUp();
  await titles();
  time.now += 300_000;
  await titles();
  time.now += 300_000;
  await titles();

  assert.deepEqual(asked, ['whole', '2026-11-21T08:59:00Z', '2026-11-21T09:04:00Z']);
});

test('what has changed takes its place, what is new comes last, what is gone goes', async () => {
  const { change, titles } = setUp();
  await titles();
  change(
    [
      { id: 'b', title: 'B2' },
      { id: 'c', title: 'C' },
    ],
    ['a'],
  );

  assert.deepEqual(await titles(), ['B2', 'C']);
});

test('is read whole again every hour: what was deleted is in no change', async () => {
  const { be, time, titles } = setUp();
  await titles();
  be([{ id: 'b', title: 'B' }]);

  time.now += 3_599_000;
  assert.deepEqual(await titles(), ['A', 'B']);
  time.now += 1_000;
  assert.deepEqual(await titles(), ['B']);
});

test('is read whole at once after it was contradicted', async () => {
  const { asked, snapshot, titles } = setUp();
  await titles();
  snapshot.forget();
  await titles();

  assert.deepEqual(asked, ['whole', 'whole']);
});

test('changes that could not be read are asked for again, from where they were', async () => {
  const time = { now: Date.parse('2026-11-21T09:00:00Z') };
  const asked: string[] = [];
  const snapshot = createSnapshot<Item>({
    clock: () => time.now,
    whole: async () => [],
    changes: async (since) => {
      asked.push(since);
      if (asked.length === 1) throw new Error('down');
      return { changed: [], gone: [] };
    },
  });
  await snapshot.load(priority);
  time.now += 300_000;
  await assert.rejects(snapshot.load(priority), /down/);
  time.now += 300_000;
  await snapshot.load(priority);

  assert.deepEqual(asked, ['2026-11-21T08:59:00Z', '2026-11-21T08:59:00Z']);
});

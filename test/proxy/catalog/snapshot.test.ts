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
  const requests: string[] = [];
  let all: Item[] = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ];
  let changed: Item[] = [];
  let gone: string[] = [];
  const snapshot = createSnapshot<Item>({
    clock: () => time.now,
    loadAll: async () => {
      requests.push('all');
      return all;
    },
    loadChanges: async (since) => {
      requests.push(since);
      return { changed, gone };
    },
  });
  return {
    ...{ snapshot, time, requests },
    be: (items: Item[]) => (all = items),
    change: (items: Item[], ids: string[] = []) => ([changed, gone] = [items, ids]),
    titles: async () => (await snapshot.load(priority)).map(({ title }) => title),
  };
}

test('is listed in full once, then only what has changed since, with a minute of overlap', async () => {
  const { requests, time, titles } = setUp();
  await titles();
  time.now += 300_000;
  await titles();
  time.now += 300_000;
  await titles();

  assert.deepEqual(requests, ['all', '2026-11-21T08:59:00Z', '2026-11-21T09:04:00Z']);
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
  const { requests, snapshot, titles } = setUp();
  await titles();
  snapshot.invalidate();
  await titles();

  assert.deepEqual(requests, ['all', 'all']);
});

test('changes that could not be read are requests for again, from where they were', async () => {
  const time = { now: Date.parse('2026-11-21T09:00:00Z') };
  const requests: string[] = [];
  const snapshot = createSnapshot<Item>({
    clock: () => time.now,
    loadAll: async () => [],
    loadChanges: async (since) => {
      requests.push(since);
      if (requests.length === 1) throw new Error('down');
      return { changed: [], gone: [] };
    },
  });
  await snapshot.load(priority);
  time.now += 300_000;
  await assert.rejects(snapshot.load(priority), /down/);
  time.now += 300_000;
  await snapshot.load(priority);

  assert.deepEqual(requests, ['2026-11-21T08:59:00Z', '2026-11-21T08:59:00Z']);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
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
    platformClock: () => time.now,
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
    snapshot,
    time,
    requests,
    setAll: (items: Item[]) => (all = items),
    setDelta: (items: Item[], ids: string[] = []) => ([changed, gone] = [items, ids]),
    titles: async () => (await snapshot.update(priority)).map(({ title }) => title),
  };
}

test('lists everything once, then requests deltas that overlap by a minute', async () => {
  const { requests, time, titles } = setUp();
  await titles();
  time.now += 300_000;
  await titles();
  time.now += 300_000;
  await titles();

  assert.deepEqual(requests, ['all', '2026-11-21T08:59:00Z', '2026-11-21T09:04:00Z']);
});

test('lists everything again when the clock was set back', async () => {
  const { requests, time, titles } = setUp();
  await titles();
  time.now -= 6 * 3_600_000;
  await titles();

  assert.deepEqual(requests, ['all', 'all']);
});

test('the first delta uses the platform’s clock of the listing', async () => {
  const own = { now: Date.parse('2026-11-21T09:00:00Z') };
  const HOUR = 3_600_000;
  let isKnown = false;
  const requests: string[] = [];
  const snapshot = createSnapshot<Item>({
    clock: () => own.now,
    platformClock: () => (isKnown ? own.now - HOUR : own.now),
    async loadAll() {
      own.now += 5_000;
      isKnown = true;
      return [];
    },
    async loadChanges(since) {
      requests.push(since);
      return { changed: [], gone: [] };
    },
  });
  await snapshot.update(priority);
  own.now += 300_000;
  await snapshot.update(priority);

  // As it was when the listing was requested, less the overlap.
  assert.deepEqual(requests, ['2026-11-21T07:59:00Z']);
});

test('a delta replaces changed items, appends new ones and removes missing ones', async () => {
  const { setDelta, titles } = setUp();
  await titles();
  setDelta(
    [
      { id: 'b', title: 'B2' },
      { id: 'c', title: 'C' },
    ],
    ['a'],
  );

  assert.deepEqual(await titles(), ['B2', 'C']);
});

test('lists everything again every hour, because deleted items may be in no delta', async () => {
  const { setAll, time, titles } = setUp();
  await titles();
  setAll([{ id: 'b', title: 'B' }]);

  time.now += 3_599_000;
  assert.deepEqual(await titles(), ['A', 'B']);
  time.now += 1_000;
  assert.deepEqual(await titles(), ['B']);
});

test('lists everything on the next load after it was invalidated', async () => {
  const { requests, snapshot, titles } = setUp();
  await titles();
  snapshot.invalidate();
  await titles();

  assert.deepEqual(requests, ['all', 'all']);
});

test('a failed delta is requested again from the same instant', async () => {
  const time = { now: Date.parse('2026-11-21T09:00:00Z') };
  const requests: string[] = [];
  const snapshot = createSnapshot<Item>({
    clock: () => time.now,
    platformClock: () => time.now,
    loadAll: async () => [],
    loadChanges: async (since) => {
      requests.push(since);
      if (requests.length === 1) throw new Error('down');
      return { changed: [], gone: [] };
    },
  });
  await snapshot.update(priority);
  time.now += 300_000;
  await assert.rejects(snapshot.update(priority), /down/);
  time.now += 300_000;
  await snapshot.update(priority);

  assert.deepEqual(requests, ['2026-11-21T08:59:00Z', '2026-11-21T08:59:00Z']);
});

test('a listing that began before the contradiction does not resolve it', async () => {
  const { snapshot, requests, titles, setAll } = setUp();
  const first = titles();
  snapshot.invalidate();
  setAll([{ id: 'a', title: 'A2' }]);
  await first;

  assert.deepEqual(await titles(), ['A2']);
  assert.deepEqual(requests, ['all', 'all']);
});

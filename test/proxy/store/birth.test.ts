import assert from 'node:assert/strict';
import test from 'node:test';
import { createStoreBirth } from '../../../proxy/store/birth.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { START } from '../../support/world.ts';

const MINUTE = 60_000;

function createTime() {
  const time = { now: START };
  return { time, clock: () => time.now };
}

test('a new store’s birth is its first use, for all processes on it', async () => {
  const { time, clock } = createTime();
  const store = createMemoryStore();
  const one = createStoreBirth(store, clock);
  assert.equal(await one.birth(), START);

  time.now += MINUTE;
  assert.equal(await one.birth(), START);
  assert.equal(await createStoreBirth(store, clock).birth(), START);
});

test('a store that is in use keeps its birth through restarts of its proxies', async () => {
  const { time, clock } = createTime();
  const store = createMemoryStore();
  for (let restarts = 0; restarts < 100; restarts += 1) {
    const proxy = createStoreBirth(store, clock);
    await proxy.keepAlive();
    time.now += MINUTE;
    await proxy.keepAlive();
    time.now += 5 * MINUTE;
  }
  time.now -= 5 * MINUTE;

  assert.equal(await createStoreBirth(store, clock).birth(), START);
});

test('a store that was unused for more than five minutes gets a new birth, because it may be a backup', async () => {
  const { time, clock } = createTime();
  const store = createMemoryStore();
  await createStoreBirth(store, clock).keepAlive();
  time.now += 5 * MINUTE + 1;

  assert.equal(await createStoreBirth(store, clock).birth(), time.now);
});

test('a birth by a clock that was an hour ahead is now, once the clock is right', async () => {
  const { time, clock } = createTime();
  const store = createMemoryStore();
  time.now += 60 * MINUTE;
  const proxy = createStoreBirth(store, clock);
  await proxy.keepAlive();
  time.now = START;
  await proxy.keepAlive();

  assert.equal(await proxy.birth(), START);
  assert.equal(await createStoreBirth(store, clock).birth(), START);
});

test('of processes that open a new store at once all know the same birth', async () => {
  const store = createMemoryStore();
  const births = await Promise.all(
    Array.from({ length: 10 }, (_, index) => createStoreBirth(store, () => START + index).birth()),
  );

  assert.equal(new Set(births).size, 1);
});

test('the record is written once a minute, however many processes there are', async () => {
  const { time, clock } = createTime();
  const memory = createMemoryStore();
  let writes = 0;
  const store: typeof memory = {
    ...memory,
    put: (...entry) => {
      writes += 1;
      return memory.put(...entry);
    },
  };
  const proxies = Array.from({ length: 5 }, () => createStoreBirth(store, clock));
  for (let minutes = 0; minutes < 10; minutes += 1) {
    for (const proxy of proxies) await proxy.keepAlive();
    time.now += MINUTE;
  }

  assert.equal(writes, 10);
});

test('a record that cannot be read is ignored', async () => {
  const store = createMemoryStore();
  await store.put('alive', '{"v":7}', 0);

  assert.equal(await createStoreBirth(store, () => START).birth(), START);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { type Store, StoreUnavailable } from '../../../proxy/store/store.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';
import { createFaulty, cutBefore, placeOne } from './faulty.ts';

/** A world whose disk is full from one write of an intent on. */
function createFull() {
  const memory = createMemoryStore();
  const disk = { writesLeft: Infinity };
  const store: Store = {
    ...memory,
    async put(key, ...entry) {
      if (key.startsWith('intent/') && (disk.writesLeft -= 1) < 0) throw new StoreUnavailable();
      return memory.put(key, ...entry);
    },
  };
  return { disk, ...createWorld({ store }) };
}

for (const writes of [0, 1]) {
  test(`a disk that is full after ${writes} writes is no refusal, as none can be recorded, and nothing is sent`, async () => {
    const world = createFull();
    const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
    const [request, key] = [requestFor(quoted), newKey()];
    world.disk.writesLeft = writes;

    const { status, body } = await world.place<Problem>(request, key);

    assert.deepEqual([status, body.code], [500, 'internal-error']);
    assert.equal(world.orderCalls(), 0);
    world.disk.writesLeft = Infinity;
    assert.equal((await world.place(request, key)).status, 201);
    assert.equal((await world.books()).length, 1);
  });
}

test('a refusal because the store was unavailable for a moment binds: a copy of the request that comes later sends nothing', async () => {
  const memory = createMemoryStore();
  const disk = { failsOnce: false };
  const store: Store = {
    ...memory,
    async put(key, value, version) {
      if (disk.failsOnce && value.includes('"sending"')) {
        disk.failsOnce = false;
        throw new StoreUnavailable();
      }
      return memory.put(key, value, version);
    },
  };
  const world = createWorld({ store });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const [request, key] = [requestFor(quoted, { submission: 1 }), newKey()];
  disk.failsOnce = true;

  const refused = await world.place<Problem>(request, key);
  const copy = await world.place<Problem>(request, key);

  assert.deepEqual([refused.status, refused.body.code], [503, 'platform-busy']);
  assert.deepEqual([copy.status, copy.body.code], [503, 'platform-busy']);
  assert.equal(world.orderCalls(), 0);
  assert.equal((await world.place({ ...request, submission: 2 }, key)).status, 201);
});

test('a disk that is full after the order was sent is not a refusal: the order is looked up', async () => {
  const world = createFull();
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  world.disk.writesLeft = 2;

  const { status, body } = await world.place(requestFor(quoted), key);

  assert.deepEqual([status, body.state], [202, 'checking']);
  world.disk.writesLeft = Infinity;
  world.advance(120_000);
  assert.equal((await world.find(key)).body.state, 'placed');
  assert.equal((await world.books()).length, 1);
});

test('an order that is being checked stays so while the store cannot be written, or cannot be read', async () => {
  const memory = createMemoryStore();
  const disk = { fails: 'never' as 'never' | 'writes' | 'always' };
  const failIf = (isSo: boolean) => {
    if (isSo) throw new StoreUnavailable();
  };
  const store: Store = {
    ...memory,
    async get(key) {
      failIf(disk.fails === 'always');
      return memory.get(key);
    },
    async put(key, ...entry) {
      failIf(disk.fails !== 'never');
      return memory.put(key, ...entry);
    },
  };
  const world = createFaulty(cutBefore, { store });
  const { key, request, response } = await placeOne(world);
  assert.equal(response.status, 202);

  disk.fails = 'writes';
  world.advance(5_000);
  const [again, found] = [await world.place(request, key), await world.find(key)];
  assert.deepEqual([again.status, again.body.state], [202, 'checking']);
  assert.deepEqual([found.status, found.body.state], [200, 'checking']);

  // The response must not be `platform-busy`, which would mean that nothing was sent.
  disk.fails = 'always';
  const unread = await world.place<Problem>(request, key);
  assert.deepEqual([unread.status, unread.body.code], [500, 'internal-error']);
});

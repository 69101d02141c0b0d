import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';
import { createFaulty, cutBefore, placeOne } from './faulty.ts';

const ofIntents = ['intent', 'order', 'reference', 'view', 'open', 'payment', 'status', 'quote'];

/** Every row of the journal and its indexes, by the first part of its key. */
async function rowsOf({ store }: Pick<ReturnType<typeof createWorld>, 'store'>) {
  const rows = await store.list('');
  const kinds = rows.map(({ key }) => key.split('/')[0] ?? '');
  return kinds.filter((kind) => ofIntents.includes(kind));
}

test('a placed order is kept for the configured time, and then removed completely', async () => {
  const world = createWorld({ env: { ORDER_RETENTION_DAYS: '30' } });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await world.place(request, key);

  world.advance(30 * DAY);
  await world.runJobs();
  assert.deepEqual(await rowsOf(world), ['intent', 'order', 'reference', 'status', 'view']);

  world.advance(1);
  await world.runJobs();
  assert.deepEqual(await rowsOf(world), []);
  assert.equal((await world.find(key)).status, 404);
});

test('an order whose outcome is not known is never removed', async () => {
  const world = createFaulty(cutBefore, { env: { ORDER_RETENTION_DAYS: '1' } });
  const { key } = await placeOne(world);
  world.faults.find = cutBefore;

  world.advance(100 * DAY);
  await world.runJobs();

  assert.equal((await world.find(key)).body.state, 'checking');
});

test('an open order whose row among the open ones the store has lost is completed', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  for (const { key: row, version } of await world.store.list('open/')) {
    await world.store.delete(row, version);
  }
  world.advance(20 * 60_000);

  await world.runJobs();
  await world.runJobs();

  world.calls.splice(0);
  assert.equal((await world.find(key)).body.state, 'absent');
  assert.deepEqual(world.calls, []);
});

/** A placed order that is as old as it is kept, at a proxy that knows the platform's time. */
async function placeOld() {
  const world = createWorld({ env: { ORDER_RETENTION_DAYS: '30' } });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await world.place(request, key);
  const isKept = async () => {
    await world.runJobs();
    return (await rowsOf(world)).includes('intent');
  };
  return { world, key, isKept };
}

test('a clock that is two years ahead for a moment removes no order', async () => {
  const { world, key, isKept } = await placeOld();

  world.jump('wall', 730 * DAY);
  assert.ok(await isKept());
  assert.ok(await isKept());
  world.jump('wall', -730 * DAY);

  assert.ok(await isKept());
  assert.equal((await world.find(key)).body.state, 'placed');
});

test('nothing is removed after a start until the platform has said the time', async () => {
  const store = createMemoryStore();
  let isDown = false;
  const between = (platform: Fetch) => async (request: Request) =>
    isDown ? Promise.reject(new TypeError('fetch failed')) : platform(request);
  const world = createWorld({ env: { ORDER_RETENTION_DAYS: '30' }, store, between });
  await world.place(requestFor(await world.quoteOne(cartOf(await world.choose(), [2]))), newKey());
  isDown = true;
  world.restart();
  world.jump('wall', 730 * DAY);
  await world.runJobs();
  assert.ok((await rowsOf(world)).includes('intent'));

  // The platform agrees that it is two years later.
  world.jump('platform', 730 * DAY);
  isDown = false;
  world.advance(3_600_000);
  assert.equal((await world.get('/v3/events')).status, 200);
  await world.runJobs();

  assert.ok(!(await rowsOf(world)).includes('intent'));
});

test('one run removes no more than a share', async () => {
  const { world } = await placeOld();
  const [row] = await world.store.list('intent/');
  assert.ok(row);
  for (let copy = 0; copy < 1_500; copy += 1) {
    await world.store.put(`${row.key.slice(0, -4)}${copy + 1_000}`, row.value, 0);
  }
  world.advance(31 * DAY);

  await world.runJobs();
  const left = (await world.store.list('intent/')).length;
  await world.runJobs();

  assert.ok(left >= 500, String(left));
  assert.equal((await world.store.list('intent/')).length, 0);
});

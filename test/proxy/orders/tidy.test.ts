import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DAY } from '#contract/milliseconds';
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

import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { cartOf, createWorld, newKey, PROXY, requestFor, SHOP } from '../../support/world.ts';
import { endAfterWrite } from './ended-process.ts';
import { createFaulty, cutBefore, placeOne } from './faulty.ts';

const SETTLE_TIME = 930_000;

test('an order whose process ended is completed by another one without a reader', async () => {
  const world = createFaulty(async (request, platform) => {
    await platform(request);
    return new Promise(() => {});
  });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  void world.place(request, key);
  while ((await world.books()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  world.restart();

  await world.runJobs();
  assert.deepEqual(await openRows(world), 1);
  world.advance(31_000);
  await world.runJobs();

  assert.deepEqual(await openRows(world), 0);
  const lookups = world.calls.length;
  const { body } = await world.find(key);
  assert.deepEqual([body.state, body.order?.code], ['placed', (await world.books())[0]?.code]);
  assert.equal(world.calls.length, lookups, 'it was known before anybody asked');
});

test('an order whose process ended right after it was recorded as sent is looked for', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));

  await endAfterWrite(world, '"state":"sending"', () => world.place(request, newKey()));

  assert.equal(await openRows(world), 1);
});

test('an order that is being sent is left to its sender', async () => {
  const world = createFaulty(async (request, platform) => {
    await platform(request);
    return new Promise(() => {});
  });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  void world.place(request, newKey());
  while ((await world.books()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  const calls = world.calls.length;

  world.advance(29_000);
  await world.runJobs();

  assert.equal(world.calls.length, calls);
});

test('an order that never lands costs at most 20 calls, however often its customer asks', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  world.calls.splice(0);

  let state: IntentResponse['state'] = 'checking';
  for (let second = 0; second < 1_800 && state === 'checking'; second += 1) {
    world.advance(1_000);
    await Promise.all([world.runJobs(), world.find(key), world.find(key)]);
    ({ state } = (await world.find(key)).body);
  }

  assert.equal(state, 'absent');
  const lookups = world.calls.filter((call) => call === 'GET /v3/orders').length;
  assert.ok(lookups <= 20, `${lookups} calls`);
});

test('an order is absent as early as possible, and then costs no more calls', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  for (let minute = 0; minute < 15; minute += 1) {
    world.advance(60_000);
    await world.runJobs();
  }

  world.advance(SETTLE_TIME - 15 * 60_000 + 3_000);
  await world.runJobs();

  world.calls.splice(0);
  assert.equal((await world.find(key)).body.state, 'absent');
  await world.runJobs();
  assert.deepEqual(world.calls, []);
});

test('two processes on one store do not ask the platform twice', async () => {
  const store = createMemoryStore();
  const first = createFaulty(cutBefore, { store });
  const { key } = await placeOne(first);
  const second = createWorld({ store });
  first.calls.splice(0);

  for (let minute = 0; minute < 15; minute += 1) {
    for (const world of [first, second]) {
      world.advance(60_000);
      await world.runJobs();
    }
  }

  const lookups = [...first.calls, ...second.calls].filter((call) => call === 'GET /v3/orders');
  assert.ok(lookups.length <= 20, `${lookups.length} calls`);
  assert.equal((await first.find(key)).body.state, 'checking');
});

test('one order that cannot be read keeps no other from being completed', async () => {
  const world = createFaulty(cutBefore);
  const keys = [await placeOne(world), await placeOne(world)].map(({ key }) => key);
  const [row] = await world.store.list('intent/');
  assert.ok(row);
  await world.store.put(row.key, 'torn', row.version);

  world.advance(SETTLE_TIME + 2_000);
  await world.runJobs();

  const found = await Promise.all(keys.map((key) => world.find(key)));
  assert.deepEqual(found.map(({ status }) => status).toSorted(), [200, 500]);
  assert.equal(found.find(({ status }) => status === 200)?.body.state, 'absent');
  assert.ok(world.lines.some((line) => line.includes('"event":"background-failed"')));
});

for (const [when, milliseconds] of [
  ['while its quote is valid', 2_000],
  ['after its quote has expired', 31 * 60_000],
] as const) {
  test(`an order that a lost journal has sent is found ${when}`, () => findsLost(milliseconds));
}

async function findsLost(milliseconds: number): Promise<void> {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  const placed = await world.place(request, key);
  for (const { key: row, version } of await world.store.list('')) {
    if (!row.startsWith('token')) await world.store.delete(row, version);
  }
  world.advance(milliseconds);

  const again = await world.place(request, key);

  assert.deepEqual([again.status, again.body.state], [200, 'placed']);
  assert.equal(again.body.order?.id, placed.body.order?.id);
  assert.equal(world.orderCalls(), 1);
}

test('after the store was lost, the order of an older quote is looked up until it must have landed', async () => {
  const world = createFaulty(cutBefore);
  const { request, key } = await placeOne(world);
  const late: (() => Promise<unknown>)[] = [];
  world.faults.create = async (call, platform) => {
    late.push(() => platform(call));
    throw new TypeError('fetch failed');
  };
  const second = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const lateKey = newKey();
  assert.equal((await world.place(second, lateKey)).status, 202);
  world.faults.create = (call, platform) => platform(call);
  for (const row of await world.store.list('')) {
    if (!row.key.startsWith('token')) await world.store.delete(row.key, row.version);
  }
  world.advance(60_000);
  world.restart();

  const unsettled = [await world.place(request, key), await world.place(second, lateKey)];
  assert.deepEqual(
    unsettled.map(({ body }) => body.state),
    ['checking', 'checking'],
  );
  // It lands at last, and its quote expires before anybody asks again.
  await late[0]?.();
  world.advance(SETTLE_TIME + 60_000);
  assert.equal((await world.place(request, key)).body.state, 'absent');
  world.advance(15 * 60_000);
  const found = await world.place(second, lateKey);

  assert.deepEqual([found.status, found.body.state], [200, 'placed']);
  assert.equal((await world.books()).length, 1);
});

test('a view key reads the order, and cannot place one', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  const { body } = await world.place(request, key);
  const { view_key = '' } = body;
  const view = (headers: Record<string, string>) =>
    world.get<IntentResponse>('/checkout/intent', headers);

  const viewed = await view({ 'Booking-View-Key': view_key });

  assert.deepEqual([viewed.status, viewed.body], [200, body]);
  assert.equal((await view({ 'Booking-View-Key': key })).status, 404);
  assert.equal((await view({ 'Idempotency-Key': view_key })).status, 404);
  assert.equal((await view({ 'Booking-View-Key': 'too short' })).status, 400);
  world.advance(2_000);
  const again = await world.place(request, view_key);
  assert.notEqual(again.body.order?.code, body.order?.code);
  const rows = await world.store.list('');
  assert.ok(rows.every((row) => !JSON.stringify(row).includes(view_key)));
  assert.ok(rows.every((row) => !JSON.stringify(row).includes(key)));
});

test('a page of the shop may send a view key from another origin', async () => {
  const world = createWorld();
  const preflight = await world.read(
    new Request(`${PROXY}/checkout/intent`, {
      method: 'OPTIONS',
      headers: { Origin: SHOP, 'Access-Control-Request-Method': 'GET' },
    }),
  );
  assert.match(preflight.headers.get('Access-Control-Allow-Headers') ?? '', /Booking-View-Key/);
});

async function openRows({ store }: Pick<ReturnType<typeof createWorld>, 'store'>): Promise<number> {
  return (await store.list('open/')).length;
}

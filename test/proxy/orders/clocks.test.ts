import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import type { LogEntry } from '../../../proxy/log.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';
import { createFaulty, cutBefore, placeOne } from './faulty.ts';

const SEND_TIME = 30_000;
const SETTLE_TIME = 900_000;

/** Moves one clock while the journal records that the order is sent. */
function stallWhileRecording(world: World, name: 'wall' | 'monotonic', milliseconds: number) {
  const { put } = world.store;
  world.store.put = async (key, value, version) => {
    const written = await put(key, value, version);
    if (value.includes('"state":"sending"')) world.jump(name, milliseconds);
    return written;
  };
  return () => (world.store.put = put);
}

for (const name of ['wall', 'monotonic'] as const) {
  test(`a sender that is late by the ${name} clock sends nothing, and the same key may try again`, async () => {
    const world = createWorld();
    const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    const key = newKey();
    const goOn = stallWhileRecording(world, name, SEND_TIME);

    const { status, body } = await world.place<Problem>(request, key);

    assert.deepEqual([status, body.code, world.orderCalls()], [503, 'platform-busy', 0]);
    assert.equal((await world.find(key)).body.state, 'open');
    goOn();
    assert.equal((await world.place(request, key)).status, 201);
  });

  test(`a sender that is just in time by the ${name} clock sends`, async () => {
    const world = createWorld();
    const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    stallWhileRecording(world, name, SEND_TIME - 1);

    assert.equal((await world.place(request, newKey())).status, 201);
  });
}

test('an order that lands after it was called absent is placed all the same, and the operator is told', async () => {
  let land = () => {};
  const isLate = new Promise<void>((resolve) => (land = resolve));
  let begin = () => {};
  const isSending = new Promise<void>((resolve) => (begin = resolve));
  const world = createFaulty(async (call, platform) => {
    begin();
    await isLate;
    return platform(call);
  });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  const placing = world.place(request, key);
  await isSending;
  world.advance(SEND_TIME + SETTLE_TIME + 2_000);
  assert.equal((await world.find(key)).body.state, 'absent');

  land();

  assert.equal((await placing).body.state, 'placed');
  const [booked] = await world.books();
  const alarm = world.lines.find((line) => line.includes('"reason":"placed-after-absent"'));
  assert.ok(booked && alarm);
  const { external_reference, order_ids, codes, vendor_id, todo } = JSON.parse(alarm) as LogEntry;
  assert.deepEqual(
    { external_reference, order_ids, codes, vendor_id },
    {
      external_reference: booked.external_reference,
      order_ids: [booked.id],
      codes: [booked.code],
      vendor_id: booked.vendor_id,
    },
  );
  assert.match(todo ?? '', /Tell the customer/);
});

test('a wall clock that is set forward makes no order absent', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);

  world.jump('wall', 2 * SETTLE_TIME);
  assert.equal((await world.find(key)).body.state, 'checking');

  world.advance(SEND_TIME + SETTLE_TIME + 2_000);
  assert.equal((await world.find(key)).body.state, 'absent');
});

test('a wall clock that is set back leaves no order unsettled', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  assert.equal((await world.find(key)).body.state, 'checking');

  world.jump('wall', -3_600_000);
  world.advance(SEND_TIME + SETTLE_TIME + 2_000);

  assert.equal((await world.find(key)).body.state, 'absent');
});

const YEAR = 365 * 86_400_000;
for (const [what, wrong] of [
  ['a year ahead', YEAR],
  ['a year behind', -YEAR],
] as const) {
  test(`a platform clock that was ${what} when the order was sent moves no promise`, async () => {
    const world = createFaulty(cutBefore);
    world.jump('platform', wrong);
    const { key } = await placeOne(world);
    world.jump('platform', -wrong);

    world.advance(SEND_TIME + SETTLE_TIME - 2_000);
    assert.equal((await world.find(key)).body.state, 'checking');
    world.advance(4_000);
    assert.equal((await world.find(key)).body.state, 'absent');
  });

  test(`a platform clock that is ${what} when it is asked moves no promise`, async () => {
    const world = createFaulty(cutBefore);
    const { key } = await placeOne(world);
    world.jump('platform', wrong);

    world.advance(SEND_TIME + SETTLE_TIME - 2_000);
    assert.equal((await world.find(key)).body.state, 'checking');
    world.advance(4_000);
    assert.equal((await world.find(key)).body.state, 'absent');
  });

  test(`after a restart a platform clock that was ${what} delays the outcome by one settle time at most`, async () => {
    const world = createFaulty(cutBefore);
    world.jump('platform', wrong);
    const { key } = await placeOne(world);
    world.jump('platform', -wrong);
    world.restart();
    assert.equal((await world.find(key)).body.state, 'checking');

    world.advance(SEND_TIME + SETTLE_TIME - 2_000);
    assert.equal((await world.find(key)).body.state, 'checking');
    world.advance(4_000);
    assert.equal((await world.find(key)).body.state, 'absent');
  });
}

test('the time that a look-up took does not count for the absence', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  world.advance(SEND_TIME + SETTLE_TIME - 5_000);
  world.faults.find = async (call, platform) => {
    world.advance(10_000);
    return platform(call);
  };
  world.restart();

  assert.equal((await world.find(key)).body.state, 'checking');
});

test('after a restart the platform’s clock decides, not the wall clock', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  world.restart();

  world.jump('wall', 2 * SETTLE_TIME);
  assert.equal((await world.find(key)).body.state, 'checking');

  world.advance(SEND_TIME + SETTLE_TIME + 2_000);
  assert.equal((await world.find(key)).body.state, 'absent');
});

test('after a restart the wall clock decides where the platform does not say what time it is', async () => {
  const world = createWorld({
    between: (platform) => async (call) => {
      if (call.method === 'POST' && call.url.endsWith('/orders')) return cutBefore(call, platform);
      const response = await platform(call);
      response.headers.delete('Date');
      return response;
    },
  });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await world.place(request, key);
  world.restart();

  world.jump('wall', SEND_TIME + SETTLE_TIME);
  assert.equal((await world.find(key)).body.state, 'checking');
  world.jump('wall', 1_000);
  assert.equal((await world.find(key)).body.state, 'absent');
});

test('an order whose sender died is looked for although the wall clock was set back', async () => {
  const world = createFaulty(async (call, platform) => {
    await platform(call);
    return new Promise(() => {});
  });
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  void world.place(request, key);
  while ((await world.books()).length === 0) await new Promise((done) => setImmediate(done));
  world.restart();

  world.jump('wall', -3_600_000);

  assert.equal((await world.find(key)).body.state, 'placed');
});

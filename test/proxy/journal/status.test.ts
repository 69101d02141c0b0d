import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { intentResponse, type OrderedTicket } from '#contract/order.schema';
import { toInstant } from '../../../proxy/clock.ts';
import { createStatusRecords } from '../../../proxy/journal/status.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { StoreUnavailable } from '../../../proxy/store/store.ts';
import type { Choice, OrderChange, World, WorldOptions } from '../../support/world.ts';
import {
  cartOf,
  createWorld,
  newKey,
  notificationVariables,
  requestFor,
  START,
} from '../../support/world.ts';
import { createFaulty, cutBefore } from '../orders/faulty.ts';

/** Places an order, with a function that reads its status as the customer. */
async function placeIn(world: World, fits?: (choice: Choice) => boolean) {
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(fits), [2])));
  const key = newKey();
  const { body } = await world.place(request, key);
  assert.ok(body.order);
  const look = async () => intentResponse.parse((await world.find(key)).body);
  /** The status after the customer has polled long enough. */
  const lookAgain = async () => {
    world.advance(MINUTE);
    await look();
    await world.runJobs();
    const { order } = await look();
    assert.ok(order);
    return order;
  };
  world.calls.splice(0);
  return { id: body.order.id, body, key, look, lookAgain };
}

async function placeOne(options: WorldOptions = {}, fits?: (choice: Choice) => boolean) {
  const world = createWorld(options);
  return { ...world, world, ...(await placeIn(world, fits)) };
}

const isRequest = ({ event }: Choice) => event.type === 'REQUEST';
const rereads = ({ lines }: World) =>
  lines.filter((line) => line.includes('"operation":"order-details"')).length;

/** After an hour no sweep lists the order as new. */
async function sweepForAnHour({ advance, runJobs }: World) {
  for (let minute = 0; minute < 60; minute += 1) {
    advance(MINUTE);
    await runJobs();
  }
}

test('the codes of tickets and participants are in the response to the order itself', async () => {
  const { body, books, find, key } = await placeOne();

  const [booked] = (await books()) as unknown as {
    readonly tickets: readonly {
      readonly code: string;
      readonly participants: readonly { readonly code: string }[];
    }[];
  }[];
  const codesOf = (tickets: OrderedTicket[] | undefined) =>
    tickets?.map(({ code, participants }) => [code, ...participants.map(({ code }) => code)]);
  const expected = booked?.tickets.map(({ code, participants }) => [
    ...[code, ...participants.map(({ code }) => code)],
  ]);
  assert.deepEqual(codesOf(body.order?.tickets), expected);
  assert.deepEqual((await find(key)).body, body);
});

const changes: [what: string, changes: OrderChange[], status: string, field: string][] = [
  ['accepts a request', ['accept'], 'ACCEPTED', ''],
  ['declines a request', ['decline'], 'DECLINED', 'cancellation_date'],
  ['cancels an order', ['accept', 'cancel'], 'CANCELED', 'cancellation_date'],
  ['is paid', ['accept', 'pay'], 'ACCEPTED', 'payment_date'],
];
for (const [what, steps, status, field] of changes) {
  test(`the status shows that the vendor ${what}`, async () => {
    const { world, id, body, lookAgain } = await placeOne({}, isRequest);
    assert.equal(body.order?.status, 'PENDING');

    for (const step of steps) await world.change(id, step);
    const order = await lookAgain();

    assert.equal(order.status, status);
    const { cancellation_date, payment_date, tickets } = order;
    const dates = Object.entries({ cancellation_date, payment_date });
    const happened = field === '' ? [] : [[field, toInstant(START)]];
    assert.deepEqual(
      dates.filter(([, date]) => date !== null),
      happened,
    );
    const isOver = status !== 'ACCEPTED';
    const ticketStatus = isOver ? 'CANCELED' : 'ACCEPTED';
    assert.deepEqual([tickets?.[0]?.status], [ticketStatus]);
    assert.deepEqual(
      tickets?.[0]?.participants.map(({ status }) => status),
      [ticketStatus, ticketStatus],
    );
  });
}

test('the status shows who has been checked in', async () => {
  const { world, id, books, lookAgain } = await placeOne();
  const participant_id = (await books())[0]?.tickets[0]?.participants[1]?.id;

  await world.change(id, 'check-in', { participant_id });
  const { tickets } = await lookAgain();

  const checked = tickets?.[0]?.participants.map(({ checked_in }) => checked_in);
  assert.deepEqual(checked, [null, toInstant(START)]);
});

test('a change of the order changes nothing in its intent', async () => {
  const { world, id, look, lookAgain, store } = await placeOne();
  const before = await store.list('intent/');

  await world.change(id, 'cancel');
  await lookAgain();

  assert.deepEqual(await store.list('intent/'), before);
  assert.equal((await look()).state, 'placed');
});

test('reading a status never waits for the platform', async () => {
  const { world, id, look, advance } = await placeOne();
  await world.change(id, 'cancel');
  advance(MINUTE);

  const { order } = await look();

  assert.equal(order?.status, 'ACCEPTED');
  assert.deepEqual(world.calls, []);
});

test('many readers at two processes cause one call a minute for ten minutes, and then one in five', async () => {
  const store = createMemoryStore();
  const one = createWorld({ store });
  const { key } = await placeIn(one);
  const other = createWorld({ store });
  const processes = [one, other];
  const countCalls = async (minutes: number) => {
    for (const { lines } of processes) lines.splice(0);
    for (let second = 0; second < minutes * 60; second += 5) {
      for (const { advance, find } of processes) {
        advance(5_000);
        await Promise.all([find(key), find(key)]);
      }
      for (const { runJobs } of processes) await runJobs();
    }
    return rereads(one) + rereads(other);
  };

  const first = await countCalls(10);
  const later = await countCalls(30);

  assert.ok(first >= 8 && first <= 10, `${first} calls in the first ten minutes`);
  assert.ok(later >= 5 && later <= 7, `${later} calls in the next thirty`);
});

test('an order without readers is re-read only while sweeps find it new', async () => {
  const { world } = await placeOne();
  await sweepForAnHour(world);
  assert.ok(rereads(world) <= 3, `${rereads(world)} calls`);
});

test('with a receiver, an order with readers is re-read every half an hour', async () => {
  const { world, advance, runJobs, look } = await placeOne({ env: notificationVariables });
  await sweepForAnHour(world);
  world.lines.splice(0);

  for (let minute = 0; minute < 91; minute += 1) {
    await look();
    await runJobs();
    advance(MINUTE);
  }

  assert.equal(rereads(world), 4);
});

test('while the platform fails, a status stays the same, and calls back off', async () => {
  const world = createFaulty((request, platform) => platform(request));
  const { id, look } = await placeIn(world);
  await world.change(id, 'cancel');
  let attempts = 0;
  const find = world.faults.find;
  world.faults.find = (...call) => {
    attempts += 1;
    return cutBefore(...call);
  };

  for (let second = 0; second < 3_600; second += 2) {
    world.advance(2_000);
    assert.equal((await look()).order?.status, 'ACCEPTED');
    await world.runJobs();
  }
  assert.ok(attempts < 60, `${attempts} calls in an hour`);

  world.faults.find = find;
  world.advance(5 * MINUTE);
  await look();
  await world.runJobs();
  assert.equal((await look()).order?.status, 'CANCELED');
});

test('no name, e-mail address or phone number is stored with a status', async () => {
  const { world, lookAgain, store } = await placeOne();
  await lookAgain();

  const rows = await store.list('status/');
  assert.equal(rows.length, 1);
  for (const name of ['Ida', 'Meyer', 'ida@example.com', 'Adult 1']) {
    assert.ok(!rows[0]?.value.includes(name), name);
  }
  assert.ok(!world.lines.join().includes('Adult 1'));
});

test('a stored status that cannot be parsed is ignored, and read again', async () => {
  const { look, lookAgain, store } = await placeOne();
  const [row] = await store.list('status/');
  assert.ok(row);
  await store.put(row.key, 'torn', row.version);

  assert.equal((await look()).order?.tickets, undefined);
  assert.equal((await lookAgain()).tickets?.length, 1);
});

test('a status can be read while the store cannot be written', async () => {
  const { world, look, body } = await placeOne();
  world.advance(MINUTE);
  world.store.put = async () => {
    throw new StoreUnavailable('the disk is full');
  };

  assert.deepEqual((await look()).order, body.order);
});

test('of two reads the newer one stays, whichever is recorded last', async () => {
  const { store, world, id, key, look } = await placeOne();
  const statuses = createStatusRecords(world);
  const [row] = await store.list('status/');
  const intentId = row?.key.split('/').at(-1) ?? '';
  const reading = (await statuses.find(intentId))?.details;
  assert.ok(reading);

  world.advance(2 * MINUTE);
  await statuses.saveDetails(intentId, { ...reading, id, status: 'CANCELED' }, START + 2 * MINUTE);
  await statuses.saveDetails(intentId, { ...reading, id, status: 'PENDING' }, START + MINUTE);
  assert.equal((await look()).order?.status, 'CANCELED');

  // The clock is set back, so what was read later looks like a reading of the future.
  world.jump('wall', -60 * MINUTE);
  await statuses.saveDetails(intentId, { ...reading, id, status: 'ACCEPTED' }, world.clock());
  assert.equal((await world.find(key)).body.order?.status, 'ACCEPTED');
});

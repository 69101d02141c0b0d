import assert from 'node:assert/strict';
import { test } from 'vitest';
import { intentResponse } from '#contract/order.schema';
import { toInstant } from '../../../proxy/clock.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Choice, OrderChange, World, WorldOptions } from '../../support/world.ts';
import { cartOf, createWorld, newKey, requestFor, START } from '../../support/world.ts';
import { createFaulty, cutBefore, type Fault } from '../orders/faulty.ts';
import { deliver, tokenOf } from './deliveries.ts';

const isRequest = ({ event }: Choice) => event.type === 'REQUEST';
const cutAfter: Fault = async (request, platform) => {
  await platform(request);
  return cutBefore(request, platform);
};

/** Every row that is about orders. */
async function rowsOf({ store }: Pick<World, 'store'>) {
  const rows = await store.list('');
  return rows.filter(({ key }) => !/^(token|quota|history)/.test(key));
}

/** Places an order; from then on only what `runJobs` does is counted. */
async function placeIn<W extends World>(world: W, fits?: (choice: Choice) => boolean) {
  const quoted = await world.quoteOne(cartOf(await world.choose(fits), [2]));
  const key = newKey();
  await world.place(requestFor(quoted), key);
  await world.sandbox.delivered();
  // The first sweep finds it, and it is read again.
  await world.runJobs();
  await world.runJobs();
  world.calls.splice(0);
  const [booked] = await world.books();
  assert.ok(booked);
  const look = async () => {
    const { order } = intentResponse.parse((await world.find(key)).body);
    assert.ok(order);
    return order;
  };
  /** Changes the order on the platform, and waits for the notification. */
  const happen = async (change: OrderChange, body?: object) => {
    await world.change(booked.id, change, body);
    await world.sandbox.delivered();
  };
  return { world, booked, key, look, happen, total: quoted.total };
}

const placeOne = (fits?: (choice: Choice) => boolean, options: WorldOptions = {}) =>
  placeIn(createWorld({ notifies: true, ...options }), fits);

test('a status follows the platform’s changes without a reader', async () => {
  const { world, booked, happen, look, total } = await placeOne(isRequest);
  const follow = async (change: OrderChange, body?: object) => {
    await happen(change, body);
    await world.runJobs();
    const { status, paid, refunded, payment_date, cancellation_date, tickets } = await look();
    const checkedIn = tickets?.flatMap(({ participants }) =>
      participants.map(({ checked_in }) => checked_in),
    );
    return { status, paid, refunded, payment_date, cancellation_date, checkedIn };
  };
  const now = toInstant(START);
  const noDates = { payment_date: null, cancellation_date: null, checkedIn: [null, null] };
  const unpaid = { paid: undefined, refunded: undefined };

  assert.deepEqual(await follow('accept'), { status: 'ACCEPTED', ...unpaid, ...noDates });
  const paid = { status: 'ACCEPTED', paid: total, refunded: 0, ...noDates, payment_date: now };
  assert.deepEqual(await follow('pay'), paid);
  assert.deepEqual(await follow('refund', { value: 1 }), { ...paid, refunded: 100 });
  const participant_id = booked.tickets[0]?.participants[0]?.id;
  const checkedIn = { ...paid, refunded: 100, checkedIn: [now, null] };
  assert.deepEqual(await follow('check-in', { participant_id }), checkedIn);
  const cancelled = { ...checkedIn, status: 'CANCELED', cancellation_date: now };
  assert.deepEqual(await follow('cancel'), cancelled);
  assert.deepEqual(await follow('refund'), { ...cancelled, refunded: total });
});

test('the notification itself causes no call, and many of one order cause one', async () => {
  const { world, booked, happen, look } = await placeOne();
  const token = await tokenOf(world);

  await happen('cancel');
  for (const method of ['POST', 'PATCH', 'PATCH']) await deliver(world, booked, token, method);
  assert.deepEqual(world.calls, []);
  await world.runJobs();
  await world.runJobs();

  assert.deepEqual(world.calls, ['GET /v3/orders']);
  assert.equal((await look()).status, 'CANCELED');
});

test('a re-read asks for the ids, of any status, and for no more than it stores', async () => {
  const queries: string[] = [];
  const world = createFaulty((request, platform) => platform(request), { notifies: true });
  const { booked, happen } = await placeIn(world);
  world.faults.find = (request, platform) => {
    queries.push(decodeURIComponent(new URL(request.url).search));
    return platform(request);
  };

  await happen('cancel');
  await world.runJobs();

  const fields = [
    ...['id', 'status', 'total_invoice', 'currency', 'cancellation_date', 'expire_date'],
    ...['payment_date', 'tickets', 'products', 'voucherOrders', 'flexTickets'],
    ...['redeemed_coupons', 'redeemed_vouchers'],
  ].join();
  assert.deepEqual(queries, [`?accept=${booked.id}&status=ALL&fields=${fields}&limit=1`]);
});

test('orders whose ids are long are read again in as many calls as their addresses fit into', async () => {
  const LONGEST_ADDRESS = 8_000;
  const pad = (order: object) => ({ ...order, id: (order as { id: string }).id.padEnd(255, '~') });
  const world = createWorld({
    between: (platform) => async (request) => {
      if (!request.url.includes('/v3/orders')) return platform(request);
      if (request.url.length > LONGEST_ADDRESS) return new Response('', { status: 414 });
      const response = await platform(new Request(request.url.replaceAll('%7E', ''), request));
      const body = (await response.json()) as object | object[];
      return Response.json(Array.isArray(body) ? body.map(pad) : pad(body), response);
    },
  });
  const keys: string[] = [];
  for (let orders = 0; orders < 40; orders += 1) {
    const quoted = await world.quoteOne(cartOf(await world.choose(undefined, 1), [1]));
    keys.push(newKey());
    assert.equal((await world.place(requestFor(quoted), keys.at(-1) ?? '')).status, 201);
  }
  for (const { id } of await world.books()) await world.change(id, 'cancel');
  world.advance(120_000);

  for (const key of keys) await world.find(key);
  await world.runJobs();

  for (const key of keys) assert.equal((await world.find(key)).body.order?.status, 'CANCELED');
});

test('orders are all read again by a platform that cuts its lists short', async () => {
  const world = createWorld({
    notifies: true,
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (!request.url.includes('/v3/orders?accept=')) return response;
      return Response.json(((await response.json()) as object[]).slice(0, 3));
    },
  });
  const keys: string[] = [];
  for (let orders = 0; orders < 7; orders += 1) {
    const quoted = await world.quoteOne(cartOf(await world.choose(undefined, 1), [1]));
    keys.push(newKey());
    await world.place(requestFor(quoted), keys.at(-1) ?? '');
  }
  for (const { id } of await world.books()) await world.change(id, 'cancel');
  await world.sandbox.delivered();
  world.calls.splice(0);

  await world.runJobs();

  for (const key of keys) assert.equal((await world.find(key)).body.order?.status, 'CANCELED');
  assert.ok(world.calls.length <= 4, String(world.calls));
});

test('notifications that arrive while their order is being read cause exactly one more call', async () => {
  const world = createFaulty((request, platform) => platform(request), { notifies: true });
  const { booked, happen, look } = await placeIn(world);
  const token = await tokenOf(world);
  const find = world.faults.find;
  let respond = () => {};
  const isAsked = new Promise<void>((asked) => {
    world.faults.find = async (request, platform) => {
      const response = await platform(request);
      asked();
      await new Promise<void>((resolve) => (respond = resolve));
      return response;
    };
  });

  await deliver(world, booked, token);
  const reading = world.runJobs();
  await isAsked;
  world.faults.find = find;
  await happen('cancel');
  for (let count = 0; count < 10; count += 1) await deliver(world, booked, token);
  respond();
  await reading;
  for (let count = 0; count < 3; count += 1) await world.runJobs();

  assert.deepEqual(world.calls, ['GET /v3/orders', 'GET /v3/orders']);
  assert.equal((await look()).status, 'CANCELED');
});

test('a notification completes an order without a clear response at once', async () => {
  const world = createFaulty(cutAfter);
  const options = { store: world.store, notifies: true, between: () => world.sandbox };
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  await world.place(requestFor(quoted), key);
  const receiving = createWorld(options);
  // It was polled so often that it is not due for a minute.
  world.faults.find = cutBefore;
  for (let second = 0; second < 100; second += 1) {
    world.advance(1_000);
    await world.find(key);
  }
  receiving.advance(100_000);
  assert.equal((await receiving.find(key)).body.state, 'checking');
  const [booked] = await world.books();

  const { id, external_reference } = booked ?? {};
  await deliver(receiving, { id, external_reference }, await tokenOf(receiving));
  await receiving.runJobs();

  const { body } = await receiving.find(key);
  assert.deepEqual([body.state, body.order?.code], ['placed', booked?.code]);
});

test('payments for an order without a clear response are not lost', async () => {
  const world = createFaulty(cutAfter);
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  await world.place(requestFor(quoted), key);
  const [booked] = await world.books();
  assert.ok(booked);
  const { id, external_reference } = booked;
  const receiving = createWorld({
    store: world.store,
    notifies: true,
    between: () => world.sandbox,
  });
  const token = await tokenOf(receiving);

  const other = { id: 'other', external_reference, payments: [{ ...payment, id: 'other' }] };
  await deliver(receiving, other, token);
  await deliver(receiving, { id, external_reference, payments: [payment] }, token);

  const { body } = await receiving.find(key);
  assert.deepEqual([body.state, body.order?.paid], ['placed', 1_000]);
});

test('payments that cannot be recorded yet are refused, so that the platform may deliver them again', async () => {
  const world = createFaulty(cutAfter, { notifies: true });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  await world.place(requestFor(quoted), key);
  const { find } = world.faults;
  world.faults.find = cutBefore;
  const [booked] = await world.books();
  const { id, external_reference } = booked ?? {};
  const token = await tokenOf(world);
  const payments = () => deliver(world, { id, external_reference, payments: [payment] }, token);

  assert.equal((await payments()).status, 503);

  world.faults.find = find;
  world.advance(100_000);
  assert.equal((await payments()).status, 200);
  const { body } = await world.find(key);
  assert.deepEqual([body.state, body.order?.paid], ['placed', 1_000]);
});

test('a customer at another process sees the change too', async () => {
  const store = createMemoryStore();
  const { world, happen, key } = await placeOne(undefined, { store });
  const other = createWorld({ store });

  await happen('cancel');
  await world.runJobs();

  assert.equal((await other.find(key)).body.order?.status, 'CANCELED');
});

test('a notification that cannot be handled now is handled when the platform is back', async () => {
  const world = createFaulty((request, platform) => platform(request), { notifies: true });
  const { happen, look } = await placeIn(world);
  const find = world.faults.find;
  world.faults.find = cutBefore;
  await happen('cancel');
  for (let second = 0; second < 60; second += 2) {
    world.advance(2_000);
    await world.runJobs();
  }
  assert.equal((await look()).status, 'ACCEPTED');

  world.faults.find = find;
  world.advance(600_000);
  await world.runJobs();

  assert.equal((await look()).status, 'CANCELED');
});

interface Body {
  readonly id?: unknown;
  readonly external_reference?: unknown;
  readonly payments?: unknown;
}
const payment = { id: 'p', value: 10, type: 'payment' };
const ineffective: [what: string, change: (order: Body) => unknown][] = [
  ['of an order that is not ours', () => ({ id: 'none', payments: [payment] })],
  ['without id and reference', () => ({ status: 'CANCELLED', payments: [payment] })],
  ['whose id is too long', () => ({ id: 'x'.repeat(300) })],
  ['whose id is a list', ({ id }) => ({ id: [id] })],
  ['whose id leads elsewhere in the store', () => ({ id: '../intent/default' })],
  ['that is empty', () => ({})],
];
for (const [what, change] of ineffective) {
  test(`a notification ${what} is accepted, changes nothing and costs no call`, async () => {
    const { world, booked } = await placeOne();
    const before = await rowsOf(world);

    const { status } = await deliver(world, change(booked), await tokenOf(world));
    await world.runJobs();

    assert.equal(status, 200);
    assert.deepEqual(await rowsOf(world), before);
    assert.deepEqual(world.calls, []);
  });
}

const refused: [what: string, body: string, status: number][] = [
  ['no JSON', '{"id":', 400],
  ['nothing', '', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['nested too deep to be an order', '['.repeat(100_000) + ']'.repeat(100_000), 400],
  ['huge', JSON.stringify({ id: 'x', comment: 'x'.repeat(1024 * 1024) }), 413],
];
for (const [what, body, expected] of refused) {
  test(`a notification that is ${what} is refused, and changes nothing`, async () => {
    const { world } = await placeOne();
    const before = await rowsOf(world);

    const { status } = await deliver(world, body, await tokenOf(world));
    await world.runJobs();

    assert.equal(status, expected);
    assert.deepEqual([await rowsOf(world), world.calls], [before, []]);
  });
}

test('only the payments of a notification are trusted', async () => {
  const { world, booked, look } = await placeOne();
  const before = await look();
  const lie = { ...booked, code: 'LIE', status: 'CANCELLED', total_invoice: '0.01', tickets: [] };

  const polluted = JSON.stringify(lie).replace('{', '{"__proto__":{"status":"DECLINED"},');
  await deliver(world, polluted, await tokenOf(world));
  await world.runJobs();

  assert.deepEqual(await look(), before);
});

test('a forged notification changes nothing, and costs no call', async () => {
  const { world, booked } = await placeOne();
  const before = await rowsOf(world);

  const forged = { ...booked, payments: [payment] };
  assert.equal((await deliver(world, forged, 'abc')).status, 401);
  assert.equal((await deliver(world, forged, undefined)).status, 401);
  await world.runJobs();

  assert.deepEqual([await rowsOf(world), world.calls], [before, []]);
});

test('payments are counted once, in any order of arrival', async () => {
  const { world, booked, look } = await placeOne();
  const token = await tokenOf(world);
  const first = { id: 'p1', value: 12.5, type: 'payment' };
  const second = { id: 'p2', value: '7.25', type: 'payment' };
  const refund = { id: 'p3', value: -3, type: 'refund' };
  const lists = [[first, second, refund], [first], [], [first, second], [refund], [second, second]];

  for (const payments of lists) await deliver(world, { ...booked, payments }, token);

  const { paid, refunded } = await look();
  assert.deepEqual([paid, refunded], [1_975, 300]);
});

test('a payment and its refund are both counted, also under one id', async () => {
  const { world, booked, look } = await placeOne();
  const token = await tokenOf(world);
  const taken = { id: 'p', value: 12.5, type: 'payment' };
  const refund = { id: 'p', value: -3, type: 'refund' };

  await deliver(world, { ...booked, payments: [taken, taken] }, token);
  await deliver(world, { ...booked, payments: [taken, refund] }, token);

  const { paid, refunded } = await look();
  assert.deepEqual([paid, refunded], [1_250, 300]);
});

test('payments that cannot be read are left out, and the others are not', async () => {
  const { world, booked, look } = await placeOne();
  const payments = [
    { id: 'a', value: 10.001, type: 'payment' },
    { id: 'b', value: 'ten', type: 'payment' },
    { id: 'c', value: 1e30, type: 'payment' },
    { value: 5, type: 'payment' },
    { id: 'd', value: 0, type: 'payment' },
    null,
    'x',
    { id: 'e', value: 5, type: 'refund' },
    { id: 'f', value: 20, type: 'something' },
  ];

  await deliver(world, { ...booked, payments }, await tokenOf(world));

  const { paid, refunded } = await look();
  assert.deepEqual([paid, refunded], [2_000, 500]);
});

test('the payments of an order of five hundred participants who all write a lot are known', async () => {
  const { world, booked, look } = await placeOne();
  const participant = {
    id: 'p'.repeat(32),
    status: 'ACCEPTED',
    name: 'n'.repeat(200),
    email: 'e'.repeat(254),
    phone: '1'.repeat(50),
    comment: 'c'.repeat(500),
    price_id: 1,
    price_value: '39.00',
  };
  const participants = Array.from({ length: 500 }, () => participant);
  const large = { ...booked, tickets: [{ id: 't', participants }], payments: [payment] };

  assert.equal((await deliver(world, large, await tokenOf(world))).status, 200);
  assert.equal((await look()).paid, 1_000);
});

test('payments of another order under the same reference are ignored', async () => {
  const { world, booked, look } = await placeOne();
  const { external_reference } = booked;

  const other = { id: 'other', external_reference, payments: [payment] };
  await deliver(world, other, await tokenOf(world));

  assert.equal((await look()).paid, undefined);
});

test('an order of which a notification tells after it was called absent is placed, and the operator is told', async () => {
  let land = async () => {};
  const world = createFaulty(
    (request, platform) => {
      land = async () => void (await platform(request));
      return cutBefore(request, platform);
    },
    { notifies: true },
  );
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  await world.place(requestFor(quoted), key);
  world.advance(932_000);
  assert.equal((await world.find(key)).body.state, 'absent');

  await land();
  await world.sandbox.delivered();
  await world.runJobs();

  assert.ok(world.lines.some((line) => line.includes('"reason":"placed-after-absent"')));
  assert.equal((await world.find(key)).body.state, 'placed');
});

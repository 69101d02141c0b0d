import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { LogEntry } from '../../../proxy/log.ts';
import { createFaulty, cutBefore, type Fault, placeOne } from './faulty.ts';

type World = ReturnType<typeof createFaulty>;

function alarmsOf({ lines }: World, reason: LogEntry['reason']): LogEntry[] {
  return lines
    .map((line) => JSON.parse(line) as LogEntry)
    .filter((entry) => entry.event === 'order-alarm' && entry.reason === reason);
}

/** A gateway repeats the POST, so that there are two orders, and gives back the first response. */
const repeated: Fault = async (request, platform) => {
  const twin = request.clone();
  const response = await platform(request);
  await platform(twin);
  return response;
};

async function assertNamesBoth(world: World): Promise<void> {
  const [alarm, ...others] = alarmsOf(world, 'several-orders');
  const books = await world.books();
  assert.equal(books.length, 2);
  assert.equal(others.length, 0);
  assert.ok(alarm);
  assert.equal(alarm.external_reference, books[0]?.external_reference);
  assert.equal(alarm.vendor_id, books[0]?.vendor_id);
  assert.deepEqual(alarm.order_ids?.toSorted(), books.map(({ id }) => id).toSorted());
  assert.deepEqual(alarm.codes?.toSorted(), books.map(({ code }) => code).toSorted());
  assert.match(alarm.todo ?? '', /Cancel all of these orders but the one/);
}

test('a second order under a reference is told to the operator by the sweep', async () => {
  const world = createFaulty(repeated);
  await placeOne(world);
  assert.equal(alarmsOf(world, 'several-orders').length, 0);

  for (let sweep = 0; sweep < 3; sweep += 1) {
    world.advance(310_000);
    await world.runJobs();
  }

  await assertNamesBoth(world);
});

test('a second order under a reference is told to the operator by its notification', async () => {
  const world = createFaulty(repeated, { notifies: true });
  await placeOne(world);

  await world.sandbox.delivered();

  // Its own order’s notification may come before the response that names the order.
  await assertNamesBoth(world);
});

test('a second order under a reference is told to the operator by the look-up', async () => {
  const world = createFaulty(async (request, platform) => {
    await repeated(request, platform);
    return cutBefore(request, platform);
  });
  const { key } = await placeOne(world);

  world.advance(2_000);

  assert.equal((await world.find(key)).body.state, 'placed');
  await assertNamesBoth(world);
});

test('an order that was refused and appears all the same is placed, and the operator is told', async () => {
  const world = createFaulty(
    async (request, platform) => {
      await platform(request);
      const refusal = { message: 'no', code: '40001', user_message: 'No.' };
      return Response.json(refusal, { status: 400 });
    },
    { notifies: true },
  );
  // The platform's list lags behind its own orders.
  world.faults.find = async () => Response.json([]);
  const { key, response } = await placeOne(world);
  assert.equal(response.status, 409);

  world.faults.find = (request, platform) => platform(request);
  await world.sandbox.delivered();
  await world.runJobs();

  const { body } = await world.find(key);
  const [booked] = await world.books();
  assert.deepEqual([body.state, body.order?.code, body.problem], ['placed', booked?.code, null]);
  const [alarm] = alarmsOf(world, 'placed-after-refused');
  assert.deepEqual([alarm?.order_ids, alarm?.codes], [[booked?.id], [booked?.code]]);
});

type Booked = Record<string, unknown> & {
  tickets: { date_id: string; participants: { price_id: number }[] }[];
};
const lies: [what: string, lie: (order: Booked) => object, differences: string[]][] = [
  ['nothing else', () => ({}), []],
  ['nothing but its id and code', ({ id, code }) => ({ id, code, only: true }), []],
  ['another vendor', () => ({ vendor_id: 'somebody' }), ['vendor']],
  ['another currency', () => ({ currency: 'USD' }), ['currency']],
  ['another total', () => ({ total_invoice: '1.00' }), ['total']],
  [
    'another date',
    ({ tickets: [ticket] }) => ({ tickets: [{ ...ticket, date_id: 'another' }] }),
    ['dates'],
  ],
  [
    'fewer participants',
    ({ tickets: [ticket] }) => ({
      tickets: [{ ...ticket, participants: ticket?.participants.slice(1) }],
    }),
    ['participants'],
  ],
  [
    'another price',
    ({ tickets: [ticket] }) => ({
      tickets: [
        {
          ...ticket,
          participants: ticket?.participants.map((participant, index) =>
            index === 0 ? { ...participant, price_id: 987_654 } : participant,
          ),
        },
      ],
    }),
    ['participants'],
  ],
  ['no tickets', () => ({ tickets: [] }), ['dates', 'participants']],
  ['tickets that cannot be read', () => ({ tickets: [{ date_id: {} }] }), []],
  [
    'a product that was not ordered',
    () => ({ products: [{ product_id: 'p', amount: 1 }] }),
    ['products'],
  ],
];
for (const [what, lie, differences] of lies) {
  test(`a response of the platform that has booked ${what} ${differences.length > 0 ? 'is told to operator and customer' : 'is as it was ordered'}`, async () => {
    const world = createFaulty(async (request, platform) => {
      const order = (await (await platform(request)).json()) as Booked;
      const change = lie(order);
      return Response.json('only' in change ? change : { ...order, ...change }, { status: 201 });
    });

    const { key, response } = await placeOne(world);

    assert.equal(response.status, 201);
    assert.deepEqual(response.body.order?.differences ?? [], differences);
    assert.deepEqual((await world.find(key)).body.order?.differences ?? [], differences);
    const alarms = alarmsOf(world, 'order-differs');
    assert.equal(alarms.length, differences.length > 0 ? 1 : 0);
    const [booked] = await world.books();
    for (const alarm of alarms) {
      assert.deepEqual(alarm.differences, differences);
      assert.deepEqual([alarm.order_ids, alarm.codes], [[booked?.id], [booked?.code]]);
      assert.equal(alarm.external_reference, booked?.external_reference);
    }
  });
}

test('what a look-up finds is compared with what was sent, too', async () => {
  const world = createFaulty(async (request, platform) => {
    await platform(request);
    return cutBefore(request, platform);
  });
  world.faults.find = async (request, platform) => {
    const orders = (await (await platform(request)).json()) as Booked[];
    return Response.json(orders.map((order) => ({ ...order, tickets: [] })));
  };
  const { key } = await placeOne(world);

  world.advance(2_000);

  assert.deepEqual((await world.find(key)).body.order?.differences, ['dates', 'participants']);
  assert.equal(alarmsOf(world, 'order-differs').length, 1);
});

test('a price that the platform booked in another currency is told in that currency', async () => {
  const world = createFaulty(async (request, platform) => {
    const order = (await (await platform(request)).json()) as Booked;
    return Response.json({ ...order, currency: 'JPY', total_invoice: '7800.00' }, { status: 201 });
  });

  const { response } = await placeOne(world);

  const { order, summary } = response.body;
  assert.deepEqual([order?.total, order?.currency], [7_800, 'JPY']);
  assert.deepEqual(order?.differences, ['currency']);
  assert.deepEqual([order?.quoted_total, order?.quoted_currency], [7_800, 'EUR']);
  assert.equal(summary?.currency, 'EUR');
});

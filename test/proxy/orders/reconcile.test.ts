import assert from 'node:assert/strict';
import { test } from 'vitest';
import { intentResponse } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import { toInstant } from '../../../proxy/clock.ts';
import { cartOf, createWorld, newKey, requestFor, START } from '../../support/world.ts';
import type { Fault } from './faulty.ts';
import { createFaulty, cutBefore, placeOne } from './faulty.ts';

/** The settle time after what a send can take. */
const SETTLE_TIME = 930_000;

const cutAfter: Fault = async (request, platform) => {
  await platform(request);
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  });
};

const taken: [what: string, fault: Fault][] = [
  ['the connection is cut after the platform took it', cutAfter],
  [
    'the platform takes it and responds with 500',
    async (request, platform) => {
      await platform(request);
      return new Response('', { status: 500 });
    },
  ],
  [
    'the platform takes it and responds with a page',
    async (request, platform) => {
      await platform(request);
      return new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
    },
  ],
  [
    'the platform takes it and somebody on the way says no with a page',
    async (request, platform) => {
      await platform(request);
      const headers = { 'Content-Type': 'text/html' };
      return new Response('<html>', { status: 403, headers });
    },
  ],
  [
    'the platform takes it and somebody on the way says no with a JSON of his own',
    async (request, platform) => {
      await platform(request);
      return Response.json({ message: 'Forbidden' }, { status: 403 });
    },
  ],
  [
    'the platform takes it and redirects',
    async (request, platform) => {
      await platform(request);
      return Response.redirect('https://platform.example/', 303);
    },
  ],
  [
    'the platform takes it and responds with another order',
    async (request, platform) => {
      await platform(request);
      return Response.json({ id: 'x', code: 'x', external_reference: 'OTHER' }, { status: 201 });
    },
  ],
  [
    'the platform takes it and responds with an id that cannot be read',
    async (request, platform) => {
      await platform(request);
      return Response.json({ id: 'o\n', code: 'x' }, { status: 201 });
    },
  ],
];
for (const [what, fault] of taken) {
  test(`when ${what}, the customer sees that the order is being checked, and then placed`, async () => {
    const world = createFaulty(fault);
    const { response, key, request } = await placeOne(world);

    assert.equal(response.status, 202);
    const checking = intentResponse.parse(response.body);
    assert.deepEqual([checking.state, checking.order], ['checking', null]);
    assert.equal(checking.settled_by, toInstant(START + SETTLE_TIME + 3000));

    const { body } = await world.find(key);
    const [booked, ...others] = await world.books();
    assert.equal(others.length, 0);
    assert.deepEqual(
      [body.state, body.order?.id, body.order?.code],
      ['placed', booked?.id, booked?.code],
    );
    assert.deepEqual((await world.place(request, key)).body, body);
    assert.equal((await world.books()).length, 1);
  });
}

test('when nothing arrived, the order is checked until its settle time is over, and then absent', async () => {
  const world = createFaulty(cutBefore);
  const { response, key, request } = await placeOne(world);
  let sent = 0;
  world.faults.create = (call, platform) => {
    sent += 1;
    return platform(call);
  };
  assert.equal(response.body.state, 'checking');

  world.advance(SETTLE_TIME);
  assert.equal((await world.find(key)).body.state, 'checking');
  assert.equal((await world.place(request, key)).status, 202);

  world.advance(2_000);
  const { body } = await world.find(key);
  assert.deepEqual([body.state, body.settled_by], ['absent', null]);
  const again = await world.place(request, key);
  assert.deepEqual([again.status, again.body.state], [200, 'absent']);
  assert.equal(sent, 0);
  assert.equal((await world.books()).length, 0);
});

test('an order is not called absent by a proxy whose client may not see it', async () => {
  const world = createFaulty(cutAfter);
  const { key } = await placeOne(world);
  const { id, secret } = sandboxClients.vendor;
  const other = createWorld({
    store: world.store,
    env: { PLATFORM_CLIENT_ID: id, PLATFORM_CLIENT_SECRET: secret },
  });

  for (const { advance } of [world, other]) advance(SETTLE_TIME * 2);
  await other.runJobs();
  // What nobody asks for costs no call, as it may remain unknown for good.
  assert.ok(!other.calls.some((call) => call.endsWith('/v3/orders')));
  assert.equal((await other.find(key)).body.state, 'checking');
  assert.ok(other.lines.some((line) => line.includes('"reason":"sent-by-other-client"')));

  world.advance(SETTLE_TIME);
  const [booked] = await world.books();
  assert.equal((await world.find(key)).body.order?.code, booked?.code);
});

test('an order is not called absent while the platform cannot be asked', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);

  const failures: Fault[] = [
    async () => new Response('', { status: 500 }),
    async () => Response.json({ orders: [] }),
    async () => Response.json([{ id: 'a\n', external_reference: 'x' }]),
    cutBefore,
  ];
  for (const find of failures) {
    world.faults.find = find;
    world.advance(SETTLE_TIME * 2);
    assert.equal((await world.find(key)).body.state, 'checking');
  }
});

const orders = {
  ours: { external_reference: 'OURS' },
  unnamed: {},
  nulled: { external_reference: null },
  others: { external_reference: 'OTHER' },
} as const;
const lists: [what: string, list: (keyof typeof orders)[], state: string][] = [
  ['nothing', [], 'absent'],
  ['one order under our reference', ['ours'], 'placed'],
  ['one order without a reference', ['unnamed'], 'placed'],
  ['one order whose reference is null', ['nulled'], 'placed'],
  ['an order under another reference', ['others'], 'checking'],
  ['our order among those of others', ['others', 'ours', 'unnamed'], 'placed'],
  ['several orders of others', ['others', 'others'], 'checking'],
  ['several orders without a reference', ['unnamed', 'unnamed'], 'checking'],
];
for (const [what, list, state] of lists) {
  test(`when the platform lists ${what}, the order is ${state}`, async () => {
    const world = createFaulty(cutBefore);
    const { key } = await placeOne(world);
    world.faults.find = async (request) => {
      const ours = new URL(request.url).searchParams.get('accept_external_reference');
      const named = list.map((name) => JSON.stringify(orders[name]).replace('OURS', ours ?? ''));
      const listed = named.map((order, index) => {
        return { ...(JSON.parse(order) as object), id: `o${index}`, code: 'x', status: 'ACCEPTED' };
      });
      return Response.json(listed);
    };

    world.advance(SETTLE_TIME + 2_000);

    assert.equal((await world.find(key)).body.state, state);
  });
}

test('an order that the platform confirms without a reference is placed', async () => {
  const world = createFaulty(async (request, platform) => {
    const created = (await (await platform(request)).json()) as object;
    return Response.json({ ...created, external_reference: undefined }, { status: 201 });
  });

  const { response } = await placeOne(world);

  assert.deepEqual([response.status, response.body.state], [201, 'placed']);
  assert.equal(response.body.order?.code, (await world.books())[0]?.code);
});

const acknowledged: [what: string, body: object][] = [
  ['under another reference', { id: 'x', code: 'x', external_reference: 'OTHER' }],
  ['with an id that cannot be read', { id: 'o\n' }],
];
for (const [what, body] of acknowledged) {
  test(`an order that was responded to with one ${what} is never called absent`, async () => {
    const world = createFaulty(async () => Response.json(body, { status: 201 }));
    const { key } = await placeOne(world);

    world.advance(SETTLE_TIME * 4);

    assert.equal((await world.find(key)).body.state, 'checking');
    assert.ok(world.lines.some((line) => line.includes('"reason":"order-unreadable"')));
  });
}

test('the platform is asked for one reference, of any status, and for no personal data', async () => {
  const world = createFaulty(cutAfter);
  const queries: string[] = [];
  world.faults.find = (request, platform) => {
    queries.push(decodeURIComponent(new URL(request.url).search));
    return platform(request);
  };
  const { key } = await placeOne(world);
  queries.splice(0);

  await Promise.all(Array.from({ length: 20 }, () => world.find(key)));

  const [booked] = await world.books();
  assert.deepEqual(queries, [
    `?accept_external_reference=${booked?.external_reference}&status=ALL&fields=id,code,external_reference,status,total_invoice,currency,vendor_id,tickets,products&limit=10`,
  ]);
});

test('of several orders under one reference the active one counts, and an alarm is raised', async () => {
  const world = createFaulty(cutBefore);
  const { key } = await placeOne(world);
  world.faults.find = async (request) => {
    const external_reference = new URL(request.url).searchParams.get('accept_external_reference');
    const order = { code: 'A', external_reference, total_invoice: '1.00', currency: 'EUR' };
    return Response.json([
      { ...order, id: 'dead', status: 'CANCELLED' },
      { ...order, id: 'alive', status: 'PENDING' },
    ]);
  };

  const { body } = await world.find(key);

  assert.deepEqual([body.order?.id, body.order?.status], ['alive', 'PENDING']);
  assert.ok(world.lines.some((line) => line.includes('"reason":"several-orders"')));
});

test('an order whose sender crashed is found, and never sent again', async () => {
  const died = createFaulty(async (request, platform) => {
    await platform(request);
    return new Promise(() => {});
  });
  const choice = await died.choose();
  const request = requestFor(await died.quoteOne(cartOf(choice, [2])));
  const key = newKey();
  void died.place(request, key);
  while ((await died.books()).length === 0) await new Promise((resolve) => setImmediate(resolve));

  died.restart();
  const { status, body } = await died.place(request, key);

  const [booked] = await died.books();
  assert.deepEqual([status, body.state, body.order?.code], [200, 'placed', booked?.code]);
  assert.equal((await died.books()).length, 1);
});

test('an order is not sent when the journal cannot be written', async () => {
  const world = createWorld();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  world.store.put = async () => {
    throw new Error('disk full');
  };

  const { status, body } = await world.place<Problem>(request, newKey());

  assert.deepEqual([status, body.code], [500, 'internal-error']);
  assert.equal(world.orderCalls(), 0);
});

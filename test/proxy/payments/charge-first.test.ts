import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { FORGET_EVERY, SWEEP_CHECK_EVERY } from '../../../proxy/time-limits.ts';
import { createBank } from '../../support/bank/bank.ts';
import {
  cartOf,
  createWorld,
  createWorldOfSite,
  newKey,
  requestFor,
  type World,
  type WorldOptions,
} from '../../support/world.ts';
import { createFaulty } from '../orders/faulty.ts';
import { crashEverywhere, payFor, type PaymentStory } from './payment-story.ts';

const PAYMENT = 'payment-1';

async function open(options: WorldOptions = {}, kind: 'BOOKING' | 'REQUEST' = 'BOOKING') {
  const payments = createBank();
  const env = { PAYMENT_CHARGE: 'first' };
  const world = createFaulty((request, platform) => platform(request), {
    env,
    ...options,
    payments: payments.provider,
  });
  const choice = await world.choose(({ event }) => event.type === kind);
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  const told = async () => (await world.find(key)).body.payment?.state;
  return { payments, world, quote, request: requestFor(quote), key, told };
}

async function passMinutes(
  world: Pick<World, 'advance' | 'runJobs'>,
  minutes: number,
): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.advance(MINUTE);
    await world.runJobs();
  }
}

test('the money is taken as the customer confirms, and once', async () => {
  const { payments, world, quote, request, key, told } = await open();
  await payFor(world, payments, quote, key);
  assert.deepEqual(payments.became(PAYMENT), ['capture']);
  assert.equal((await world.place(request, key)).status, 201);
  assert.equal(await told(), 'paid');
  await passMinutes(world, 10);

  assert.deepEqual(payments.became(PAYMENT), ['capture']);
  assert.equal(payments.taken(), quote.total);
});

test('what was taken pays for the order that is sent again, and is not paid a second time', async () => {
  const { payments, world, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  world.faults.create = async () => Response.json({ code: '42901' }, { status: 429 });
  assert.equal((await world.place(request, key)).status, 503);
  const { body } = await world.pay(quote, key);
  assert.equal(body.is_confirmed, true);

  world.faults.create = (again, platform) => platform(again);
  assert.equal((await world.place(request, key)).status, 201);
  assert.deepEqual([payments.ids(), payments.taken()], [[PAYMENT], quote.total]);
});

test('it goes back seconds after the order is refused, however long the customer took', async () => {
  const { payments, world, quote, request, key, told } = await open();
  await payFor(world, payments, quote, key);
  await passMinutes(world, 10);
  world.faults.create = async () => Response.json({ code: '42201' }, { status: 422 });
  await world.place(request, key);
  assert.equal(await told(), 'refunding');
  world.advance(2_000);
  await world.runJobs();

  assert.deepEqual([payments.returned(), await told()], [quote.total, 'refunded']);
});

test('it goes back seconds after the vendor declines', async () => {
  const { payments, world, quote, request, key } = await open({ notifies: true }, 'REQUEST');
  await payFor(world, payments, quote, key);
  await world.place(request, key);
  await passMinutes(world, 120);
  assert.equal(payments.returned(), 0);
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'decline');
  await world.sandbox.delivered();
  for (const _ of ['read', 'refund']) {
    world.advance(2_000);
    await world.runJobs();
  }

  assert.equal(payments.returned(), quote.total);
});

test('what was taken pays for its order although the site has ceased to charge first', async () => {
  const { payments, world, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  const { store } = world;
  const restarted = createWorld({ store, payments: payments.provider });
  const { body } = await restarted.pay(quote, key);
  assert.equal(body.is_confirmed, true);

  assert.equal((await restarted.place(request, key)).status, 201);
  await passMinutes(restarted, 10);
  assert.deepEqual([payments.taken(), payments.returned()], [quote.total, 0]);
});

test('a payment that was given back pays for nothing', async () => {
  const { payments, world, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  await payments.provider.refund(PAYMENT, 1, 'by hand');
  const { body } = await world.place<{ code: string }>(request, key);

  assert.deepEqual([body.code, world.orderCalls()], ['payment-required', 0]);
});

test('a payment that is on its way back pays for nothing', async () => {
  const { payments, world, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  const { read } = payments.provider;
  payments.provider.read = async (id) => ({ ...(await read(id)), refunding: 1 });
  const { body } = await world.place<{ code: string }>(request, key);

  assert.deepEqual([body.code, world.orderCalls()], ['payment-required', 0]);
});

const stories: Record<string, PaymentStory> = {
  'an order that goes well': {},
  'an order whose customer goes away after confirming': { customer: 'leaves paid' },
};
for (const [name, story] of Object.entries(stories)) {
  test(`${name} is paid once if it stands, else given back, wherever a process ends`, async () => {
    assert.deepEqual(await crashEverywhere({ ...story, isChargedFirst: true }), []);
  });
}

for (const [what, payments, isTold] of [
  ['is told with the setting', { charge_first: true, tells_platform: true }, true],
  ['is not told without it', { charge_first: true }, false],
  ['is told nothing of money that is only held', { tells_platform: true }, false],
] as const) {
  test(`the platform ${what} that an order is paid`, async () => {
    const bodies: string[] = [];
    const fake = createBank();
    const settings = { payments: { orders: 'required', ...payments } };
    const world = createWorldOfSite(settings, {
      payments: fake.provider,
      between: (platform) => async (request) => {
        if (request.method === 'POST') bodies.push(await request.clone().text());
        return platform(request);
      },
    });
    const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
    const key = newKey();
    await payFor(world, fake, quote, key);
    assert.equal((await world.place(requestFor(quote), key)).status, 201);

    const created = bodies.find((body) => body.includes('external_reference')) ?? '';
    assert.equal(/"payment_date":"2026-/.test(created), isTold);
  });
}

test('what was taken for an order that was not placed goes back, however late the payments are seen to', async () => {
  const { payments, world, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  world.faults.create = async () => Response.json({ code: '42901' }, { status: 429 });
  assert.equal((await world.place(request, key)).status, 503);
  for (let half = 0; half < 2; half += 1) {
    world.advance(31 * MINUTE);
    await world.runJobs(SWEEP_CHECK_EVERY);
  }
  await world.runJobs(FORGET_EVERY);
  await passMinutes(world, 10);

  assert.deepEqual([payments.taken(), payments.returned()], [quote.total, quote.total]);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { createMetrics } from '../../../proxy/operations/metrics.ts';
import { createBank } from '../../support/bank/bank.ts';
import { cartOf, createWorldOfSite, newKey, requestFor } from '../../support/world.ts';
import { crashEverywhere, payFor, type PaymentStory } from './payment-story.ts';

const KEPT = 'payment-1';

/** A site that charges requests once they are accepted, to a method that it keeps until then. */
async function open(kind: 'BOOKING' | 'REQUEST' = 'REQUEST', more: object = {}) {
  const payments = createBank();
  const settings = { payments: { orders: 'required', requests: 'save', ...more } };
  const faults = { isBusy: false };
  const world = createWorldOfSite(settings, {
    payments: payments.provider,
    notifies: true,
    between: (platform) => (request) => {
      const isCreate = request.method === 'POST' && new URL(request.url).pathname === '/v3/orders';
      if (!faults.isBusy || !isCreate) return platform(request);
      return Promise.resolve(Response.json({ code: '42901' }, { status: 429 }));
    },
  });
  const quote = await world.quoteOne(
    cartOf(await world.choose(({ event }) => event.type === kind), [2]),
  );
  const key = newKey();
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 5) {
      world.advance(5 * MINUTE);
      await world.runJobs();
    }
  };
  const change = async (what: 'accept' | 'decline' | 'cancel') => {
    const [order] = await world.books();
    await world.change(order?.id ?? '', what);
    await pass(20);
  };
  const place = async () => {
    await payFor(world, payments, quote, key);
    return world.place<{ code?: string }>(requestFor(quote), key);
  };
  const told = async () => (await world.find(key)).body.payment?.state;
  const alarms = () =>
    world.lines.flatMap((line) => /"reason":"(payment-[^"]+)"/.exec(line)?.[1] ?? []);
  return { payments, world, quote, key, faults, pass, change, place, told, alarms };
}

test('a request holds no money, and is charged once when it is accepted', async () => {
  const { payments, quote, place, change, pass, told } = await open();
  assert.equal((await place()).status, 201);
  assert.equal(await told(), 'saved');
  await pass(30);
  assert.deepEqual([payments.held(), payments.kept(), payments.taken()], [[], [KEPT], 0]);

  await change('accept');
  await pass(60);
  assert.deepEqual(payments.became(KEPT), ['capture']);
  assert.deepEqual([await told(), payments.taken()], ['paid', quote.total]);
});

test('it is charged seconds after it is accepted, however long the vendor took', async () => {
  const { payments, world, quote, place, pass, told } = await open();
  await place();
  await pass(120);
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  await world.sandbox.delivered();
  for (const _ of ['read', 'charge']) {
    world.advance(2_000);
    await world.runJobs();
  }
  assert.deepEqual([await told(), payments.taken()], ['paid', quote.total]);
});

for (const end of ['decline', 'cancel'] as const) {
  test(`where the answer is to ${end}, nothing is charged, and the method is forgotten`, async () => {
    const { payments, place, change, told } = await open();
    await place();
    await change(end);
    assert.deepEqual([payments.taken(), payments.kept(), await told()], [0, [], 'forgotten']);
  });
}

test('a method that is kept for eight days lapses as little as it is held', async () => {
  const { payments, quote, place, pass, change, told, alarms } = await open();
  await place();
  for (let day = 0; day < 8; day += 1) await pass(24 * 60);
  assert.deepEqual([await told(), alarms()], ['saved', []]);
  await change('accept');
  assert.deepEqual([await told(), payments.taken()], ['paid', quote.total]);
});

test('an order whose charge is refused is due, and is paid by another card, held or not', async () => {
  const { payments, world, quote, key, place, change, pass, told, alarms } = await open();
  await place();
  payments.faults.next = () => 'refuses';
  await change('accept');
  payments.faults.next = () => undefined;
  assert.deepEqual([await told(), payments.taken(), payments.kept()], ['due', 0, []]);
  assert.deepEqual(alarms(), ['payment-due']);
  const { order } = (await world.find(key)).body;
  assert.deepEqual([order?.paid_here, order?.paid ?? 0], [undefined, 0]);

  const { body } = await world.payAgain({ 'Idempotency-Key': key });
  assert.equal(payments.charges()['payment-2']?.saves_method, undefined);
  await payments.confirm(body.client_secret);
  await pass(10);
  assert.deepEqual([await told(), payments.taken()], ['paid', quote.total]);
  assert.deepEqual(payments.became(KEPT), ['void']);
});

test('after an unclear response the charge is read back, and is not made again', async () => {
  const { payments, quote, place, change, told } = await open();
  await place();
  const left = ['loses', 'is down'] as const;
  let calls = 0;
  payments.faults.next = () => left[(calls += 1) - 1];
  await change('accept');
  assert.deepEqual(payments.became(KEPT), ['capture']);
  assert.deepEqual([await told(), payments.taken()], ['paid', quote.total]);
});

test('of two kept methods the other is charged where one is refused, and nothing is due', async () => {
  const { payments, world, quote, place, change, told, alarms, faults } = await open();
  faults.isBusy = true;
  assert.equal((await place()).status, 503);
  faults.isBusy = false;
  // The provider does not find the first one for a moment.
  const { read } = payments.provider;
  payments.provider.read = async (id) => ({
    ...(await read(id)),
    ...(id === KEPT && { state: 'voided' }),
  });
  assert.equal((await place()).status, 201);
  payments.provider.read = read;
  assert.deepEqual(payments.kept(), [KEPT, 'payment-2']);
  payments.faults.next = ({ id }) => (id === 'payment-2' ? 'refuses' : undefined);
  await change('accept');
  await world.runJobs();

  assert.deepEqual([await told(), payments.taken(), payments.kept()], ['paid', quote.total, []]);
  assert.deepEqual(alarms(), []);
});

test('a booking is held as before, also where the site has charged requests first', async () => {
  const booking = await open('BOOKING');
  await booking.place();
  assert.deepEqual([booking.payments.held(), booking.payments.kept()], [[KEPT], []]);

  const request = await open('REQUEST', { charge_first: true });
  await request.place();
  assert.deepEqual([request.payments.kept(), request.payments.taken()], [[KEPT], 0]);
});

test('a method that is only kept pays for no booking', async () => {
  const { payments, world, place } = await open('BOOKING');
  const { create } = payments.provider;
  payments.provider.create = (charge, key) => create({ ...charge, saves_method: true }, key);
  assert.equal((await place()).body.code, 'payment-required');
  assert.equal(world.orderCalls(), 0);
});

test('a payment that was begun while the site saved cards is made anew where it holds the money', async () => {
  const { payments, world, quote, key } = await open();
  const before = (await world.pay(quote, key)).body;
  const settings = { payments: { orders: 'required' } };
  const { store } = world;
  const holding = createWorldOfSite(settings, { payments: payments.provider, store });
  const after = (await holding.pay(quote, key)).body;
  assert.deepEqual([before.is_confirmed, after.is_confirmed], [false, false]);
  assert.notEqual(after.client_secret, before.client_secret);
  assert.equal(payments.charges()['payment-2']?.saves_method, undefined);
});

test('doctor and metrics count a saved card apart from what is held', async () => {
  const { world, place } = await open();
  await place();
  const { config, store, clock } = world;
  const metrics = createMetrics({ config, store, clock, isReady: () => true });
  assert.match(await metrics.write(), /^booking_payments_open\{.*state="saved"\} 1$/m);
});

const stories: Record<string, PaymentStory> = {
  'a request that is accepted': { vendor: ['accept'] },
  'a request that is declined': { vendor: ['decline'] },
  'a request that is accepted and canceled': { vendor: ['accept', 'cancel'] },
  'a request that waits for the vendor': {},
  'a request whose charge is refused, and is paid again': {
    vendor: ['accept'],
    faults: ['refuses'],
    customer: 'pays again',
  },
  'a request whose customer has left before it was sent': { customer: 'leaves paid' },
};
for (const [name, story] of Object.entries(stories)) {
  test(`${name} is charged once if it stands, and else not, wherever a process ends`, async () => {
    assert.deepEqual(await crashEverywhere({ kind: 'REQUEST', isSaved: true, ...story }), []);
  });
}

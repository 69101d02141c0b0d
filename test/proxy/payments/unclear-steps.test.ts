import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/milliseconds';
import { examineOrder } from '../../../proxy/operations/doctor-order.ts';
import { createMetrics } from '../../../proxy/operations/metrics.ts';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { createBank, type PaymentCall } from '../../support/bank/bank.ts';
import { listenStripe } from '../../support/stripe/listen.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import {
  cartOf,
  createWorld,
  createWorldOfSite,
  newKey,
  requestFor,
  START,
  type World,
} from '../../support/world.ts';
import { payFor } from './payment-story.ts';

/** The provider does not respond to calls of these kinds. */
async function open(...down: PaymentCall['kind'][]) {
  const bank = createBank();
  const silent = new Set(down);
  bank.faults.next = ({ kind }) => (silent.has(kind) ? 'is down' : undefined);
  const settings = { payments: { orders: 'required' } };
  const world = createWorldOfSite(settings, { payments: bank.provider, notifies: true });
  const choice = await world.choose();
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  await payFor(world, bank, quote, key);
  return {
    bank,
    world,
    quote,
    key,
    silent,
    place: () => world.place(requestFor(quote), key),
    takeAllPlaces: () => world.take(choice.date.id, choice.date.available_slots),
    cancel: async () => {
      const [order] = await world.books();
      await world.change(order?.id ?? '', 'cancel');
    },
    pass: (hours: number) => passHours(world, hours),
    told: async () => (await world.find(key)).body.payment?.state,
    alarms: (reason = 'payment-unclear') => countAlarms(world, reason),
  };
}

async function passHours(world: World, hours: number): Promise<void> {
  for (let minutes = 0; minutes < 60 * hours; minutes += 5) {
    world.advance(5 * MINUTE);
    await world.runJobs();
  }
}

function countAlarms({ lines }: World, reason: string): number {
  return lines.filter((line) => line.includes(`"reason":"${reason}"`)).length;
}

async function ageOf({ config, store, clock }: World, operation: string): Promise<number> {
  const text = await createMetrics({ config, store, clock, isReady: () => true }).write();
  const name = `booking_payment_step_age_seconds{site="only",operation="${operation}"} `;
  const line = text.split('\n').find((each) => each.startsWith(name));
  return Number(line?.slice(name.length)) * 1_000;
}

test('of a capture without an outcome the operator is told after an hour and each day, and the customer', async () => {
  const { bank, world, quote, silent, place, pass, told, alarms } = await open('capture', 'void');
  await place();
  await pass(0.5);
  assert.deepEqual([await told(), alarms()], ['held', 0]);
  assert.ok((await ageOf(world, 'capture')) > 20 * MINUTE);
  await pass(1);
  assert.deepEqual([await told(), alarms()], ['open', 1]);
  const [order] = await world.books();
  const said: string[] = [];
  const options = { ...world, fetch: world.sandbox };
  await examineOrder(order?.code ?? '', options, (level, text) => said.push(`${level} ${text}`));
  assert.ok(
    said.some((text) => text.startsWith('warn payment: capturing, without an outcome since')),
  );
  await pass(22);
  assert.equal(alarms(), 1);
  await pass(3);
  assert.equal(alarms(), 2);

  silent.clear();
  await pass(0.5);
  assert.deepEqual([await told(), bank.taken(), alarms()], ['paid', quote.total, 2]);
  assert.equal(await ageOf(world, 'capture'), 0);
  assert.match(world.lines.join(), /"reason":"payment-unclear".*"provider_code":"TypeError"/);
});

test('a payment that cannot be captured for a day is released, and its customer pays again', async () => {
  const { bank, world, quote, key, silent, place, pass, told, alarms } = await open('capture');
  await place();
  await pass(23);
  assert.deepEqual([await told(), bank.held().length], ['open', 1]);
  await pass(2);
  assert.deepEqual([await told(), bank.held(), alarms('payment-due')], ['due', [], 1]);

  silent.clear();
  const { body } = await world.payAgain({ 'Idempotency-Key': key });
  await bank.confirm(body.client_secret);
  await pass(0.5);
  assert.deepEqual([await told(), bank.taken()], ['paid', quote.total]);
});

test('of a release without an outcome the operator is told after an hour, and each day', async () => {
  const { bank, world, silent, place, takeAllPlaces, pass, alarms } = await open('void');
  await takeAllPlaces();
  await place();
  await pass(0.5);
  assert.equal(alarms(), 0);
  await pass(1);
  assert.equal(alarms(), 1);
  await pass(25);
  assert.deepEqual([alarms(), bank.held().length], [2, 1]);
  assert.ok((await ageOf(world, 'void')) > 26 * HOUR);
  silent.clear();
  await pass(0.5);
  assert.deepEqual([bank.held(), await ageOf(world, 'void')], [[], 0]);
});

test('a refund of which nothing is seen is told after an hour, and left to the operator after a day', async () => {
  const { bank, silent, place, cancel, pass, told, alarms } = await open('refund');
  await place();
  await pass(0.25);
  await cancel();
  await pass(0.5);
  assert.equal(await told(), 'refunding');
  await pass(1);
  assert.deepEqual([await told(), alarms()], ['open', 1]);
  await pass(24);
  assert.equal(await told(), 'refund-due');
  assert.ok(alarms('payment-unrefunded') > 0);
  const before = alarms();
  silent.clear();
  const calls = bank.calls.length;
  await pass(3);
  assert.deepEqual([alarms(), bank.calls.length], [before, calls], 'nobody makes it twice');
});

test('a refund that is on its way is not unclear, however many days it takes', async () => {
  const { bank, place, cancel, pass, told, alarms } = await open();
  await place();
  await pass(0.25);
  let arrive = () => {};
  const { refund } = bank.provider;
  bank.provider.refund = async (id, amount, key) => {
    await refund(id, amount, key);
    arrive = bank.delayRefund(id, amount);
    throw new TypeError('the response is lost');
  };
  await cancel();
  await pass(72);
  assert.deepEqual([await told(), alarms()], ['refunding', 0]);
  arrive();
  await pass(0.5);
  assert.equal(await told(), 'refunded');
});

test('a charge of a saved card that the bank does not decide is told each day', async () => {
  let now = START;
  const server = createStripeServer(() => now);
  const { fetch, close } = await listenStripe(server);
  afterAll(close);
  const secretKey = 'sk_live_undecided';
  const world = createWorld({
    notifies: true,
    createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch, clock }),
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      PAYMENT_REQUESTS: 'save',
    },
  });
  const choice = await world.choose(({ event }) => event.type === 'REQUEST');
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  server.confirm(secretKey, (await world.pay(quote, key)).body.client_secret);
  await world.place(requestFor(quote), key);
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  server.disturb('fails', /POST .*confirm/);
  const told = async () => (await world.find(key)).body.payment?.state;
  const pass = async (hours: number) => {
    for (let minutes = 0; minutes < 60 * hours; minutes += 30) {
      world.advance(30 * MINUTE);
      now = world.clock();
      await world.runJobs();
      const [charge] = server.payments(secretKey);
      if (charge && charge.status === 'requires_confirmation') charge.status = 'processing';
    }
  };
  await pass(1);
  assert.equal(await told(), 'saved');
  await pass(26);
  assert.deepEqual([await told(), countAlarms(world, 'payment-unclear')], ['open', 2]);
  const [charge] = server.payments(secretKey);
  assert.ok(charge);
  Object.assign(charge, { status: 'succeeded', received: charge.amount });
  await pass(1);
  assert.equal(await told(), 'paid');
});

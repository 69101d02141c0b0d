import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { test } from 'vitest';
import { DAY, MINUTE } from '#contract/milliseconds';
import { PaymentRefused } from '../../../proxy/payments/provider.ts';
import { createBank } from '../../support/bank/bank.ts';
import type { PaymentFault } from '../../support/bank/faults.ts';
import {
  cartOf,
  createWorld,
  createWorldOfSite,
  newKey,
  requestFor,
  type WorldOptions,
} from '../../support/world.ts';
import { endAfterWrite } from '../orders/ended-process.ts';
import { createFaulty, cutBefore } from '../orders/faulty.ts';
import { passSeconds } from '../seconds.ts';
import { payFor, tellPaymentStory } from './payment-story.ts';

/** The first that the provider makes. */
const PAYMENT = 'payment-1';

test('a payment whose process ended right after it was recorded is not forgotten', async () => {
  const { provider } = createBank();
  const world = createWorld({ payments: provider });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));

  await endAfterWrite(world, '"state":"made"', () => world.pay(quoted, newKey()));

  assert.equal((await world.store.list('payment/')).length, 1);
});

test('what was paid at another price before is voided, once the money is taken', async () => {
  const payments = createBank();
  const world = createWorld({ payments: payments.provider });
  const choice = await world.choose();
  const key = newKey();
  await payFor(world, payments, await world.quoteOne(cartOf(choice, [1])), key);
  const quoted = await world.quoteOne(cartOf(choice, [2]));
  await payFor(world, payments, quoted, key);
  assert.equal((await world.place(requestFor(quoted), key)).status, 201);
  assert.deepEqual(payments.held(), ['payment-1', 'payment-2']);

  for (let minute = 0; minute < 15; minute += 1) {
    world.advance(MINUTE);
    await world.runJobs();
  }

  assert.deepEqual(
    payments.book.map(({ kind, id }) => [kind, id]),
    [
      ['capture', 'payment-2'],
      ['void', 'payment-1'],
    ],
  );
});

test('the provider is not called while an order is unclear', async () => {
  const payments = createBank();
  const world = createFaulty(cutBefore, { payments: payments.provider });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await payFor(world, payments, quoted, key);
  assert.equal((await world.place(quoted, key)).body.state, 'checking');

  for (let minute = 0; minute < 15; minute += 1) {
    world.advance(MINUTE);
    await world.runJobs();
  }
  const checking = (await world.find(key)).body;
  assert.deepEqual([checking.state, checking.payment?.state], ['checking', 'held']);
  assert.deepEqual(payments.calls, []);

  for (let times = 0; times < 2; times += 1) {
    world.advance(5 * MINUTE);
    await world.runJobs();
  }
  const absent = (await world.find(key)).body;
  assert.deepEqual([absent.state, absent.payment?.state], ['absent', 'released']);
  assert.deepEqual(payments.became(PAYMENT), ['void']);
});

test('a request is held until the vendor says yes or no, however long that is', async () => {
  const { status, held } = await tellPaymentStory({ kind: 'REQUEST' });
  assert.deepEqual([status, held], ['PENDING', [PAYMENT]]);

  const { world, payments } = await placePaid({
    kind: 'REQUEST',
    env: { ORDER_RETENTION_DAYS: '1' },
  });
  for (let day = 0; day < 30; day += 1) {
    world.advance(DAY);
    await world.runJobs();
  }
  assert.deepEqual(payments.calls, []);
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  for (let minute = 0; minute < 20; minute += 1) {
    world.advance(MINUTE);
    await world.runJobs();
  }
  assert.deepEqual(payments.became(PAYMENT), ['capture']);
});

test('the customer of a paid order is told so, and nobody else is', async () => {
  const { world, payments, key } = await placePaid();
  assert.equal((await world.find(key)).body.order?.paid_here, true);
  await afterJobs(world);
  assert.equal((await world.find(key)).body.order?.paid_here, true);
  assert.equal(payments.book.length, 1);

  const unpaid = createWorld();
  const quoted = requestFor(await unpaid.quoteOne(cartOf(await unpaid.choose(), [2])));
  const { body } = await unpaid.place(quoted, newKey());
  assert.equal(body.order && 'paid_here' in body.order, false);
});

test('the money is taken seconds after the order, however long the customer took to pay', async () => {
  const payments = createBank();
  const world = createWorld({ payments: payments.provider });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  await payFor(world, payments, quote, key);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    world.advance(60_000);
    await world.runJobs();
  }
  await world.place(requestFor(quote), key);
  world.advance(2_000);
  await world.runJobs();
  assert.equal(payments.taken(), quote.total);
});

test('the amount is what was quoted, of the order that the platform has', async () => {
  const { world, payments, quoted } = await placePaid();
  await afterJobs(world);

  const [booked] = await world.books();
  const { total: amount, currency } = quoted;
  const reference = booked?.external_reference;
  assert.deepEqual(payments.charges(), { [PAYMENT]: { amount, currency, reference } });
  assert.deepEqual(
    payments.book.map((call) => call.amount),
    [amount],
  );
});

/** The platform says another total than was quoted. */
const withTotal =
  (total_invoice: string): NonNullable<WorldOptions['between']> =>
  (platform) =>
  async (request) => {
    const response = await platform(request);
    if (request.method !== 'POST' || !request.url.endsWith('/v3/orders')) return response;
    const order = (await response.json()) as object;
    return Response.json({ ...order, total_invoice }, { status: response.status });
  };

test('an order that costs more than was agreed is left to people, and an alarm is raised', async () => {
  const { world, payments } = await placePaid({ between: withTotal('1000.00') });
  await afterJobs(world);
  await afterJobs(world);

  assert.deepEqual(payments.calls, []);
  assert.equal(countAlarms(world, 'payment-uncaptured'), 1);
});

test('what was left to people is released, or given back, once its order is canceled', async () => {
  for (const isTaken of [false, true]) {
    const between = withTotal('1000.00');
    const { world, payments, quoted } = await placePaid({ between, notifies: true });
    await afterJobs(world);
    if (isTaken) await payments.provider.capture(PAYMENT, quoted.total, 'by hand');
    const [order] = await world.books();
    await world.change(order?.id ?? '', 'cancel');
    for (let times = 0; times < 4; times += 1) await afterJobs(world);

    assert.deepEqual(payments.held(), []);
    assert.equal(payments.returned(), payments.taken());
  }
});

test('a payment of an account that the site has left is told to the operator once', async () => {
  const before = createBank();
  const first = createWorldOfSite(
    { payments: { orders: 'required' } },
    { payments: before.provider },
  );
  const quote = await first.quoteOne(cartOf(await first.choose(), [2]));
  const key = newKey();
  await payFor(first, before, quote, key);
  const { store } = first;
  const settings = { payments: { orders: 'none' } };
  const world = createWorldOfSite(settings, { store, payments: createBank().provider });
  assert.equal((await world.place(requestFor(quote), key)).status, 201);
  for (let times = 0; times < 3; times += 1) await afterJobs(world);

  assert.equal(countAlarms(world, 'payment-unvoided'), 1);
  assert.ok(!world.lines.some((line) => line.includes('background-failed')));
});

test('of an order that costs less than was agreed, no more than that is taken', async () => {
  const { world, payments } = await placePaid({ between: withTotal('1.00') });
  await afterJobs(world);

  assert.deepEqual([payments.taken(), payments.held()], [100, []]);
});

for (const refunds of ['automatic', 'manual'] as const) {
  test(`of an order that the vendor cancels, refunds being ${refunds}, the money is given back or an alarm raised`, async () => {
    const { world, payments, quoted } = await placePaid({ notifies: true, refunds });
    await afterJobs(world);
    assert.equal(payments.taken(), quoted.total);

    const [order] = await world.books();
    await world.change(order?.id ?? '', 'cancel');
    await afterJobs(world);
    await afterJobs(world);
    await afterJobs(world);

    const isAutomatic = refunds === 'automatic';
    assert.equal(payments.returned(), isAutomatic ? quoted.total : 0);
    assert.equal(countAlarms(world, 'payment-unrefunded') > 0, !isAutomatic);
    assert.equal(
      payments.calls.filter(({ kind }) => kind === 'refund').length,
      isAutomatic ? 1 : 0,
    );
  });
}

test('what was taken by hand, or went back by hand, is told as it is, and what is too much goes back', async () => {
  const more = await placePaid({ between: withTotal('1.00') });
  await more.payments.provider.capture(PAYMENT, more.quoted.total, 'by hand');
  for (let times = 0; times < 3; times += 1) await afterJobs(more.world);
  assert.equal(more.payments.taken() - more.payments.returned(), 100);

  const { world, payments, quoted, key } = await placePaid({ kind: 'REQUEST' });
  await payments.provider.capture(PAYMENT, quoted.total, 'by hand');
  await payments.provider.refund(PAYMENT, quoted.total, 'by hand too');
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  for (let times = 0; times < 3; times += 1) await afterJobs(world);
  assert.equal((await world.find(key)).body.payment?.state, 'refunded');
});

test('a refund whose process ended before it was due in the store is found by tidying', async () => {
  const { world, payments, quoted } = await placePaid();
  await afterJobs(world);
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'cancel');
  world.advance(2 * MINUTE);
  await endAfterWrite(world, '"CANCELED"', world.runJobs);
  assert.equal(payments.returned(), 0);

  for (let times = 0; times < 2; times += 1) await afterJobs(world);
  assert.equal(payments.returned(), quoted.total);
});

test('money that a store which went back has forgotten to have taken is given back', async () => {
  const { world, payments, quoted } = await placePaid({ soldOut: true });
  await payments.provider.capture(PAYMENT, quoted.total, 'forgotten');
  for (let times = 0; times < 3; times += 1) await afterJobs(world);

  assert.equal(payments.returned(), quoted.total);
  assert.equal(countAlarms(world, 'payment-unvoided'), 0);
});

test('the alarm of a refund that is refused stands until the provider shows the refund', async () => {
  const { world, payments, quoted } = await placePaid({ notifies: true });
  await afterJobs(world);
  payments.faults.next = () => 'refuses';
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'cancel');
  const alarmsOfSixHours = async () => {
    const before = countAlarms(world, 'payment-unrefunded');
    for (let minute = 0; minute < 360; minute += 10) {
      world.advance(10 * MINUTE);
      await world.runJobs();
    }
    return countAlarms(world, 'payment-unrefunded') - before;
  };
  assert.ok((await alarmsOfSixHours()) > 1);
  assert.equal(await alarmsOfSixHours(), 6);
  assert.equal(payments.calls.filter(({ kind }) => kind === 'refund').length, 1);

  payments.faults.next = () => undefined;
  await payments.provider.refund(PAYMENT, quoted.total, 'by hand');
  await alarmsOfSixHours();
  assert.equal(await alarmsOfSixHours(), 0);
  assert.equal(payments.returned(), quoted.total);
});

for (const [fault, reason, soldOut] of [
  ['a capture that is refused', 'payment-uncaptured', false],
  ['a void that is refused', 'payment-unvoided', true],
] as const) {
  test(`${fault} is asked for once, and raises an alarm`, async () => {
    const { world, payments } = await placePaid({ soldOut, refuses: true });
    await afterJobs(world);
    await afterJobs(world);

    assert.equal(payments.calls.length, 1);
    assert.deepEqual([payments.book, countAlarms(world, reason)], [[], 1]);
  });
}

test('a provider that never responds does not block the payment of other orders', async () => {
  const { world, payments } = await placePaid();
  const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [1])));
  const key = newKey();
  await payFor(world, payments, request, key);
  await world.place(request, key);
  const hung = new Set<string>();
  payments.faults.next = ({ id }) => {
    if (hung.size > 0) return undefined;
    hung.add(id);
    return 'hangs';
  };
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    world.advance(2_000);
    const jobs = world.runJobs();
    while (payments.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    passSeconds(10);
    await jobs;
  } finally {
    mock.timers.reset();
  }
  assert.deepEqual(payments.ids().map(payments.became), [['capture'], ['capture']]);

  await afterJobs(world);
  assert.equal(payments.calls.length, 2, 'the one without a response is read, and not repeated');
  assert.equal(payments.book.length, 2);
});

test('a capture without a response is repeated under its key, while the provider does not show it', async () => {
  const { world, payments, quoted } = await placePaid();
  const faults: PaymentFault[] = ['loses'];
  payments.faults.next = () => faults.shift();
  const { read } = payments.provider;
  payments.provider.read = async (id) => ({ ...(await read(id)), state: 'authorised' });
  for (let times = 0; times < 2; times += 1) await afterJobs(world);

  assert.deepEqual([payments.calls.length, payments.taken()], [2, quoted.total]);
});

test('two processes on one store ask for a capture once', async () => {
  const { world, payments } = await placePaid();
  const other = createWorld({ store: world.store, payments: payments.provider });
  world.advance(2_000);
  other.advance(2_000);

  await Promise.all([world.runJobs(), other.runJobs()]);

  assert.equal(payments.calls.length, 1);
});

test('what a slow process has done is not taken for what another one has begun since', async () => {
  const { world, payments, quoted } = await placePaid({ notifies: true });
  const { capture } = payments.provider;
  let respond = () => {};
  const responded = new Promise<void>((resolve) => (respond = resolve));
  payments.provider.capture = async (...values) => {
    const payment = await capture(...values);
    await responded;
    return payment;
  };
  world.advance(2_000);
  const slow = world.runJobs();
  while (payments.book.length === 0) await new Promise((resolve) => setImmediate(resolve));
  world.restart();
  await afterJobs(world);
  payments.faults.next = () => 'is down';
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'cancel');
  for (let times = 0; times < 2; times += 1) await afterJobs(world);
  respond();
  await slow;
  payments.faults.next = () => undefined;
  for (let times = 0; times < 5; times += 1) await afterJobs(world);

  assert.deepEqual([payments.taken(), payments.returned()], [quoted.total, quoted.total]);
});

test('a customer who authorised and never came back has no order, and is told so', async () => {
  const payments = createBank();
  const world = createFaulty(async () => Response.json({ code: '42901' }, { status: 429 }), {
    payments: payments.provider,
  });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await payFor(world, payments, quoted, key);
  assert.equal((await world.place(quoted, key)).status, 503);
  world.advance(59 * MINUTE);
  await world.runJobs();
  assert.deepEqual(payments.calls, []);

  world.advance(6 * MINUTE);
  await world.runJobs();
  assert.deepEqual(payments.became(PAYMENT), ['void']);
  world.faults.create = (request, platform) => platform(request);
  const again = await world.place<{ code: string }>(quoted, key);
  assert.deepEqual([again.body.code, await world.books()], ['quote-expired', []]);
});

test('a payment that is still being processed when its time is over is not given up', async () => {
  const payments = createBank();
  const world = createWorld({ payments: payments.provider });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  await payFor(world, payments, quoted, newKey());
  const { read, void: release } = payments.provider;
  let isProcessing = true;
  payments.provider.read = async (id) => ({
    ...(await read(id)),
    ...(isProcessing && { state: 'processing' }),
  });
  payments.provider.void = (id, key) => {
    if (isProcessing) throw new PaymentRefused('it is being processed');
    return release(id, key);
  };
  world.advance(65 * MINUTE);
  await world.runJobs();
  isProcessing = false;
  world.advance(10 * MINUTE);
  await world.runJobs();

  assert.deepEqual(payments.became(PAYMENT), ['void']);
});

test('a payment that is confirmed while it is being voided is not given up', async () => {
  const payments = createBank();
  const world = createWorld({ payments: payments.provider, env: { PAYMENT_CHARGE: 'first' } });
  const quoted = await world.quoteOne(cartOf(await world.choose(), [2]));
  const { client_secret } = (await world.pay(quoted, newKey())).body;
  const { read, void: release } = payments.provider;
  let isProcessing = false;
  payments.provider.read = async (id) => ({
    ...(await read(id)),
    ...(isProcessing && { state: 'processing' }),
  });
  payments.provider.void = async () => {
    isProcessing = true;
    throw new PaymentRefused('the customer has just confirmed it');
  };
  world.advance(65 * MINUTE);
  await world.runJobs();
  isProcessing = false;
  payments.provider.void = release;
  await payments.confirm(client_secret);
  for (let times = 0; times < 5; times += 1) await afterJobs(world);

  assert.equal(countAlarms(world, 'payment-unvoided'), 0);
  assert.deepEqual([payments.taken(), payments.returned()], [quoted.total, quoted.total]);
});

test('before the hold of an unanswered request ends the operator is told, and again when it has', async () => {
  const { world, payments, quoted, key } = await placePaid({ kind: 'REQUEST' });
  const alarms = () =>
    ['payment-lapses', 'payment-lapsed', 'payment-due'].map((each) => countAlarms(world, each));
  const passDays = async (days: number) => {
    for (let hour = 0; hour < 24 * days; hour += 1) {
      world.advance(60 * MINUTE);
      await world.runJobs();
    }
  };
  await passDays(5.5);
  assert.deepEqual(alarms(), [0, 0, 0]);
  await passDays(1);
  assert.deepEqual(alarms(), [1, 0, 0]);
  assert.equal((await world.find(key)).body.payment?.state, 'held');

  await payments.provider.void(PAYMENT, 'after a week');
  await passDays(1);
  assert.deepEqual(alarms(), [1, 1, 0]);
  const { payment } = (await world.find(key)).body;
  assert.deepEqual([payment?.state, payment?.amount], ['released', quoted.total]);

  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  await passDays(0.5);
  assert.deepEqual(alarms(), [1, 1, 1]);
  assert.equal((await world.find(key)).body.payment?.state, 'due');
  assert.equal(payments.taken(), 0);
});

test('a request that the vendor has answered is not watched, nor one whose hold lasts longer', async () => {
  const { world, payments, quoted } = await placePaid({ kind: 'REQUEST', notifies: true });
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  for (let times = 0; times < 3; times += 1) await afterJobs(world);
  world.advance(8 * 24 * 60 * MINUTE);
  await world.runJobs();
  assert.deepEqual([payments.taken(), countAlarms(world, 'payment-lapses')], [quoted.total, 0]);

  const longer = await placePaid({ kind: 'REQUEST' });
  for (let day = 0; day < 9; day += 1) {
    longer.world.advance(24 * 60 * MINUTE);
    await longer.world.runJobs();
  }
  assert.deepEqual(
    ['payment-lapses', 'payment-lapsed'].map((each) => countAlarms(longer.world, each)),
    [1, 0],
  );
});

test('neither the payment’s id nor its secret is in a log, a request to the platform or the intent', async () => {
  const seen: string[] = [];
  const { world, key } = await placePaid({
    between: (platform) => async (request) => {
      seen.push(request.url, await request.clone().text());
      return platform(request);
    },
  });
  await afterJobs(world);

  const { body } = await world.find(key);
  for (const text of [...seen, ...world.lines, JSON.stringify(body)]) {
    assert.ok(!text.includes(PAYMENT), text);
  }
});

interface PlacePaid extends Omit<WorldOptions, 'payments'> {
  readonly kind?: 'BOOKING' | 'REQUEST';
  readonly refunds?: 'automatic' | 'manual';
  readonly soldOut?: boolean;
  readonly refuses?: boolean;
}

async function placePaid({
  kind = 'BOOKING',
  soldOut = false,
  refuses = false,
  refunds = 'automatic',
  ...options
}: PlacePaid = {}) {
  const payments = createBank();
  if (refuses) payments.faults.next = () => 'refuses';
  const settings = { payments: { orders: 'required', refunds } };
  const world = createWorldOfSite(settings, { ...options, payments: payments.provider });
  const choice = await world.choose(({ event }) => event.type === kind);
  const quoted = await world.quoteOne(cartOf(choice, [2]));
  if (soldOut) await world.take(choice.date.id, choice.date.available_slots);
  const key = newKey();
  await payFor(world, payments, quoted, key);
  const response = await world.place(requestFor(quoted), key);
  assert.equal(response.status, soldOut ? 409 : 201);
  return { world, payments, quoted, key };
}

async function afterJobs(world: ReturnType<typeof createWorld>): Promise<void> {
  world.advance(2 * MINUTE);
  await world.runJobs();
}

function countAlarms({ lines }: ReturnType<typeof createWorld>, reason: string): number {
  return lines.filter((line) => line.includes(`"reason":"${reason}"`)).length;
}

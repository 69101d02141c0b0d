import test, { mock } from 'node:test';
import assert from 'node:assert/strict';
import { createFakePayments } from '../../support/fake-payments.ts';
import {
  cartOf,
  createWorld,
  fieldsOf,
  newKey,
  requestFor,
  type WorldOptions,
} from '../../support/world.ts';
import { endAfterWrite } from './ended-process.ts';
import { createFaulty, cutBefore } from './faulty.ts';
import { tellPaymentStory } from './payment-story.ts';
import { passSeconds } from '../seconds.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('a payment whose process ended right after it was recorded is captured or voided', async () => {
  const { provider } = createFakePayments();
  const world = createWorld({ payments: provider });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const place = () => world.place({ ...quoted, payment: 'a' }, newKey());

  await endAfterWrite(world, '"state":"authorised"', place);

  assert.equal((await world.store.list('payment/')).length, 1);
});

test('a second payment of an order that was placed meanwhile is voided', async () => {
  const payments = createFakePayments();
  const world = createWorld({ payments: payments.provider });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  await world.place({ ...quoted, payment: 'a' }, key);
  await world.place({ ...quoted, payment: 'b' }, key);

  for (let minute = 0; minute < 15; minute += 1) {
    world.advance(MINUTE);
    await world.runJobs();
  }

  assert.deepEqual(['a', 'b'].map(payments.became).toSorted(), [['capture'], ['void']]);
});

test('the provider is not called while an order is unclear', async () => {
  const payments = createFakePayments();
  const world = createFaulty(cutBefore, { payments: payments.provider });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  assert.equal((await world.place({ ...quoted, payment: 'a' }, key)).body.state, 'checking');

  for (let minute = 0; minute < 15; minute += 1) {
    world.advance(MINUTE);
    await world.runJobs();
  }
  assert.deepEqual([(await world.find(key)).body.state, payments.calls], ['checking', []]);

  for (let times = 0; times < 2; times += 1) {
    world.advance(5 * MINUTE);
    await world.runJobs();
  }
  assert.deepEqual((await world.find(key)).body.state, 'absent');
  assert.deepEqual(payments.became('a'), ['void']);
});

test('a request is held until the vendor says yes or no, however long that is', async () => {
  const { status, became } = await tellPaymentStory({ kind: 'REQUEST' });
  assert.deepEqual([status, became], ['PENDING', { first: [] }]);

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
  assert.deepEqual(payments.became('a'), ['capture']);
});

test('the amount is what was quoted, of the order that the platform has', async () => {
  const { world, payments, quoted } = await placePaid();
  await afterJobs(world);

  const [booked] = await world.books();
  const [{ charge } = {}] = payments.book;
  assert.deepEqual(charge, {
    amount: quoted.total,
    currency: quoted.currency,
    reference: booked?.external_reference,
  });
});

test('an order whose total is not the quoted one is left to people, and an alarm is raised', async () => {
  const { world, payments } = await placePaid({
    between: (platform) => async (request) => {
      const response = await platform(request);
      if (request.method !== 'POST' || !request.url.endsWith('/v3/orders')) return response;
      const order = (await response.json()) as object;
      return Response.json({ ...order, total_invoice: '1.00' }, { status: response.status });
    },
  });
  await afterJobs(world);
  await afterJobs(world);

  assert.deepEqual(payments.calls, []);
  assert.equal(countAlarms(world, 'payment-uncaptured'), 1);
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
  await world.place({ ...request, payment: 'b' }, newKey());
  const hung = new Set<string>();
  payments.faults.next = ({ authorisation }) => {
    if (hung.size > 0) return undefined;
    hung.add(authorisation);
    return 'hangs';
  };
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    world.advance(2_000);
    const jobs = world.runJobs();
    while (payments.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    passSeconds({ mock }, 10);
    await jobs;
  } finally {
    mock.timers.reset();
  }
  assert.deepEqual([payments.became('a'), payments.became('b')], [['capture'], ['capture']]);

  await afterJobs(world);
  assert.equal(payments.calls.length, 3, 'the one without a response is asked for again');
  assert.equal(payments.book.length, 2);
});

test('two processes on one store ask for a capture once', async () => {
  const { world, payments } = await placePaid();
  const other = createWorld({ store: world.store, payments: payments.provider });
  world.advance(2_000);
  other.advance(2_000);

  await Promise.all([world.runJobs(), other.runJobs()]);

  assert.equal(payments.calls.length, 1);
});

test('a customer who authorised and never came back has no order, and is told so', async () => {
  const payments = createFakePayments();
  const world = createFaulty(async () => Response.json({ code: '42901' }, { status: 429 }), {
    payments: payments.provider,
  });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();
  assert.equal((await world.place({ ...quoted, payment: 'a' }, key)).status, 503);
  world.advance(29 * MINUTE);
  await world.runJobs();
  assert.deepEqual(payments.calls, []);

  world.advance(6 * MINUTE);
  await world.runJobs();
  assert.deepEqual(payments.became('a'), ['void']);
  world.faults.create = (request, platform) => platform(request);
  const again = await world.place<{ code: string }>({ ...quoted, payment: 'a' }, key);
  assert.deepEqual([again.body.code, await world.books()], ['quote-expired', []]);
});

test('the authorisation is in no log, no request to the platform and no response', async () => {
  const seen: string[] = [];
  const { world, key } = await placePaid({
    payment: 'secret-authorisation',
    between: (platform) => async (request) => {
      seen.push(request.url, await request.clone().text());
      return platform(request);
    },
  });
  await afterJobs(world);

  const { body } = await world.find(key);
  for (const text of [...seen, ...world.lines, JSON.stringify(body)]) {
    assert.ok(!text.includes('secret-authorisation'));
  }
});

test('a proxy without a provider refuses a payment and names the field, and places orders without one', async () => {
  const world = createWorld();
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
  const key = newKey();

  const refused = await world.place<never>({ ...quoted, payment: 'a' }, key);
  assert.deepEqual([refused.status, fieldsOf(refused)], [400, ['payment']]);
  assert.equal((await world.place(quoted, key)).status, 201);
});

test('an order without a payment is placed although there is a provider', async () => {
  const payments = createFakePayments();
  const world = createWorld({ payments: payments.provider });
  const quoted = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));

  assert.equal((await world.place(quoted, newKey())).status, 201);
  await afterJobs(world);
  assert.deepEqual(payments.calls, []);
});

interface PlacePaid extends Omit<WorldOptions, 'payments'> {
  readonly kind?: 'BOOKING' | 'REQUEST';
  readonly payment?: string | undefined;
  readonly soldOut?: boolean;
  readonly refuses?: boolean;
}

async function placePaid({
  kind = 'BOOKING',
  soldOut = false,
  refuses = false,
  ...options
}: PlacePaid = {}) {
  const payments = createFakePayments();
  if (refuses) payments.faults.next = () => 'refuses';
  const world = createWorld({ ...options, payments: payments.provider });
  const choice = await world.choose(({ event }) => event.type === kind);
  const quoted = await world.quoteOne(cartOf(choice, [2]));
  if (soldOut) await world.take(choice.date.id, choice.date.available_slots);
  const key = newKey();
  const payment = 'payment' in options ? options.payment : 'a';
  const response = await world.place({ ...requestFor(quoted), payment }, key);
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

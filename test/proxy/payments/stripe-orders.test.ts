import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { listenStripe } from '../../support/stripe/listen.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  START,
} from '../../support/world.ts';

/** By Stripe's clock. */
let now = START;
const server = createStripeServer(() => now);
const { fetch, close } = await listenStripe(server);
afterAll(close);

for (const [currency, minorUnits] of [
  ['JPY', 1],
  ['KWD', 1_000],
] as const) {
  test(`what an order in ${currency} costs is taken, to the minor unit`, async () => {
    const secretKey = `sk_live_${currency}`;
    const world = createWorld({
      scenario: 'unusual',
      createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch, clock }),
      env: { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    });
    const choice = await world.choose(
      ({ event, group }) =>
        event.type === 'BOOKING' &&
        group.prices.some((price) => price.currency === currency && price.value >= 50),
    );
    const quote = await world.quoteOne(cartOf(choice, [2]));
    const key = newKey();
    server.confirm(secretKey, (await world.pay(quote, key)).body.client_secret);
    assert.equal((await world.place(requestFor(quote), key)).status, 201);
    world.advance(60_000);
    await world.runJobs();

    const [payment] = server.payments(secretKey);
    const [order] = await world.books();
    assert.deepEqual([payment?.currency, payment?.status], [currency.toLowerCase(), 'succeeded']);
    assert.equal(payment?.received, Math.round(Number(order?.total_invoice) * minorUnits));
  });
}

test('a key that Stripe refuses is said plainly in the log, and not with each request', async () => {
  const world = createWorld({
    createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch, clock }),
    env: { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await world.pay(quote, key);
    assert.deepEqual([status, (body as { code?: string }).code], [409, 'payment-impossible']);
  }

  const [line, ...others] = world.lines.filter((text) => text.includes('payment-key-refused'));
  assert.match(line ?? '', /does not accept the secret key of the site/);
  assert.deepEqual(others, []);
});

async function open(kind: 'BOOKING' | 'REQUEST' = 'BOOKING') {
  now = START;
  const secretKey = `sk_live_canary${crypto.randomUUID().replaceAll('-', '')}`;
  const store = createMemoryStore();
  const world = createWorld({
    store,
    notifies: true,
    createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch, clock }),
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_canary',
    },
  });
  const choice = await world.choose(({ event }) => event.type === kind);
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  const settle = async () => {
    for (let times = 0; times < 5; times += 1) {
      world.advance(60_000);
      await world.runJobs();
    }
  };
  const send = (event: { text: string; signature: string }, path = '/payments/stripe/events') =>
    world.respond(
      new Request(PROXY + path, {
        method: 'POST',
        body: event.text,
        headers: { 'Stripe-Signature': event.signature },
      }),
    );
  return {
    world,
    send,
    store,
    secretKey,
    quote,
    pay: async () => (await world.pay(quote, key)).body,
    place: () => world.place(requestFor(quote), key),
    confirm: (clientSecret: string) => server.confirm(secretKey, clientSecret),
    payment: () => server.payments(secretKey)[0],
    settle,
    told: async () => (await world.find(key)).body,
    /** Stripe tells that something has happened to the payment. */
    tell: (type: Parameters<typeof server.event>[0]) => {
      const webhook = { secret: 'whsec_canary', at: world.clock() };
      const { id = '' } = server.payments(secretKey)[0] ?? {};
      return send(server.event(type, secretKey, id, webhook));
    },
    alarms: (reason: string) => world.lines.filter((line) => line.includes(`"${reason}"`)).length,
  };
}

test('an order is paid at Stripe once it is confirmed, and paid back when it is canceled', async () => {
  const { world, quote, pay, place, confirm, payment, settle, secretKey } = await open();
  const { provider, client_secret } = await pay();
  assert.equal(provider, 'stripe');
  assert.equal((await place()).status, 402);
  confirm(client_secret);
  assert.equal((await pay()).is_confirmed, true);
  assert.equal((await place()).status, 201);
  await settle();
  assert.deepEqual([payment()?.status, payment()?.received], ['succeeded', quote.total]);

  const [order] = await world.books();
  await world.change(order?.id ?? '', 'cancel');
  await settle();
  assert.equal(server.refunded(secretKey, payment()?.id ?? ''), quote.total);
});

test('what is confirmed and never ordered is released', async () => {
  const { world, pay, confirm, payment, settle } = await open();
  confirm((await pay()).client_secret);
  world.advance(61 * 60_000);
  await settle();
  assert.equal(payment()?.status, 'canceled');
});

test('the page learns the publishable key, and no secret leaves the proxy or is stored', async () => {
  const { world, store, pay, place, confirm, settle } = await open();
  const site = await world.get<{ payments: object }>('/site', { Origin: SHOP });
  assert.deepEqual(site.body.payments, {
    orders: 'required',
    vendors: {},
    provider: 'stripe',
    publishable_key: 'pk_live_1',
  });
  const payment = await pay();
  confirm(payment.client_secret);
  const placed = await place();
  await settle();

  const rows = await store.list('');
  assert.ok(rows.length > 0);
  for (const text of [rows, site.body, payment, placed.body, world.lines].map((part) =>
    JSON.stringify(part),
  )) {
    assert.doesNotMatch(text, /canary/);
  }
  assert.ok(!JSON.stringify(rows).includes(payment.client_secret));
  assert.ok(!world.lines.join().includes(payment.client_secret));
});

test('an event of Stripe has the payment looked at at once, as often as it comes', async () => {
  const { world, pay, place, confirm, payment, settle, secretKey, send } = await open();
  confirm((await pay()).client_secret);
  await place();
  const id = payment()?.id ?? '';
  const secret = 'whsec_canary';
  const event = server.event('payment_intent.amount_capturable_updated', secretKey, id, { secret });
  const reads = () => server.requests.filter((request) => request.endsWith(id)).length;
  const before = reads();
  assert.deepEqual([(await send(event)).status, (await send(event)).status], [200, 200]);
  assert.equal(reads(), before + 4, 'to find the order, and after that was read');
  await world.runJobs();
  assert.equal(payment()?.status, 'succeeded');

  await settle();
  const refunded = server.event('refund.created', secretKey, id, { secret });
  assert.equal((await send(refunded)).status, 200);
});

test('an operator is told that a customer disputes a payment', async () => {
  const { world, pay, place, confirm, payment, send, secretKey, settle } = await open();
  confirm((await pay()).client_secret);
  const { body } = await place();
  await settle();
  const webhook = { secret: 'whsec_canary', at: world.clock() };
  const event = server.event('charge.dispute.created', secretKey, payment()?.id ?? '', webhook);
  const alarms = () => world.lines.filter((line) => line.includes('"payment-disputed"'));
  assert.deepEqual(alarms(), []);

  assert.equal((await send(event)).status, 200);

  assert.equal(alarms().length, 1);
  assert.ok(alarms()[0]?.includes(body.order?.code ?? 'no order'));
});

test('an event about a payment that the account does not have is taken, and told once an hour', async () => {
  const { world, send, secretKey, pay, alarms } = await open();
  await pay();
  const strange = `sk_live_${crypto.randomUUID().replaceAll('-', '')}`;
  const theirs = createStripeProvider(
    { secret_key: strange, publishable_key: 'pk_live_2', webhook_secret: undefined },
    { fetch, clock: () => now },
  );
  const charge = { amount: 9_800, currency: 'EUR', reference: 'order-of-others' };
  const { id } = await theirs.create(charge, 'first');
  const tellOfTheirs = async () => {
    const webhook = { secret: 'whsec_canary', at: world.clock() };
    return (await send(server.event('payment_intent.succeeded', strange, id, webhook))).status;
  };

  assert.deepEqual([await tellOfTheirs(), await tellOfTheirs()], [200, 200]);
  const told = world.lines.filter((line) => line.includes('"payment-unreadable"'));
  assert.equal(told.length, 1);
  assert.ok(told[0]?.includes(id) && !told[0].includes(secretKey), told[0]);

  world.advance(60 * 60_000);
  assert.equal(await tellOfTheirs(), 200);
  assert.equal(alarms('payment-unreadable'), 2);
});

test('an event is sent again by Stripe while the payment cannot be read for another reason', async () => {
  const { payment, pay, tell, alarms } = await open();
  await pay();
  server.disturb('fails', new RegExp(`GET .*${payment()?.id}`));

  assert.equal((await tell('payment_intent.succeeded')).status, 503);
  assert.equal(alarms('payment-unreadable'), 0);
});

for (const type of ['refund.created', 'charge.refunded'] as const) {
  test(`what is given back in Stripe’s dashboard is told (${type}), and goes back no second time`, async () => {
    const { world, pay, place, confirm, payment, settle, secretKey, quote, tell, told } =
      await open();
    confirm((await pay()).client_secret);
    await place();
    await settle();
    server.refundByHand(secretKey, payment()?.id ?? '', 500);
    assert.equal((await tell(type)).status, 200);
    const { order } = await told();
    assert.deepEqual([order?.paid, order?.refunded], [quote.total, 500]);

    await world.change(order?.id ?? '', 'cancel');
    await settle();
    assert.equal(server.refunded(secretKey, payment()?.id ?? ''), quote.total);
    assert.equal((await told()).payment?.state, 'refunded');
  });
}

test('of a refund that the bank sends back nobody is told that it has arrived', async () => {
  const { world, pay, place, confirm, payment, settle, secretKey, tell, told, alarms } =
    await open();
  confirm((await pay()).client_secret);
  const { body } = await place();
  await settle();
  await world.change(body.order?.id ?? '', 'cancel');
  await settle();
  assert.equal((await told()).payment?.state, 'refunded');
  server.turnRefunds(secretKey, payment()?.id ?? '', 'failed');
  assert.equal((await tell('refund.failed')).status, 200);
  await settle();

  assert.equal((await told()).payment?.state, 'refund-due');
  assert.equal(alarms('payment-unrefunded'), 1);
});

/** A paid order that its vendor has canceled, at a bank that takes its time to give money back. */
async function openCanceled() {
  const opened = await open();
  const { world, pay, place, confirm, payment, settle, secretKey } = opened;
  confirm((await pay()).client_secret);
  const { body } = await place();
  await settle();
  server.startRefundsAs(secretKey, 'pending');
  const id = payment()?.id ?? '';
  const passDays = async (days: number) => {
    for (let hour = 0; hour < 24 * days; hour += 1) {
      world.advance(60 * 60_000);
      now = world.clock();
      await world.runJobs();
    }
  };
  return {
    ...opened,
    passDays,
    cancel: async () => {
      await world.change(body.order?.id ?? '', 'cancel');
      await settle();
    },
    refundByHand: (amount: number) => server.refundByHand(secretKey, id, amount),
    turnRefunds: (status: 'succeeded' | 'failed') => server.turnRefunds(secretKey, id, status),
    refunds: () => server.refunds(secretKey, id).map(({ amount }) => amount),
  };
}

test('a refund that takes days is told as on its way, asked for once, and told once it has arrived', async () => {
  const canceled = await openCanceled();
  const { world, quote, cancel, passDays, turnRefunds, refunds, tell, told, alarms } = canceled;
  await cancel();
  for (let day = 0; day < 5; day += 1) {
    const { order, payment } = await told();
    assert.deepEqual([payment?.state, payment?.amount], ['refunding', quote.total]);
    assert.deepEqual([order?.paid, order?.refunded], [quote.total, 0]);
    await passDays(1);
  }
  turnRefunds('succeeded');
  await tell('refund.updated');
  await world.runJobs();

  const { order, payment } = await told();
  assert.deepEqual([payment?.state, order?.refunded], ['refunded', quote.total]);
  assert.deepEqual([refunds(), alarms('payment-unrefunded')], [[quote.total], 0]);
});

test('a refund that has arrived is told within minutes where Stripe tells nothing', async () => {
  const { cancel, passDays, turnRefunds, settle, told } = await openCanceled();
  await cancel();
  await passDays(1);
  turnRefunds('succeeded');
  await settle();
  assert.equal((await told()).payment?.state, 'refunded');
});

for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated', null] as const) {
  test(`a refund that fails after days is left to the operator, by ${type ?? 'the next look'}, and not made again`, async () => {
    const canceled = await openCanceled();
    const { world, quote, cancel, passDays, settle, turnRefunds, refunds, tell, told, alarms } =
      canceled;
    await cancel();
    await passDays(2);
    turnRefunds('failed');
    if (type) await tell(type);
    await (type ? world.runJobs() : settle());
    assert.equal((await told()).payment?.state, 'refund-due');
    assert.equal(alarms('payment-unrefunded'), 1);

    await passDays(1);
    assert.equal(alarms('payment-unrefunded'), 25, 'each hour');
    assert.deepEqual(refunds(), [quote.total]);
    const { order, payment } = await told();
    assert.deepEqual([payment?.state, order?.refunded], ['refund-due', 0]);
  });
}

test('a refund that fails as it is made is left to the operator, and not made again', async () => {
  const { secretKey, quote, cancel, passDays, refunds, told, alarms } = await openCanceled();
  server.startRefundsAs(secretKey, 'failed');
  await cancel();
  assert.equal((await told()).payment?.state, 'refund-due');
  assert.ok(alarms('payment-unrefunded') > 0);
  await passDays(3);
  assert.deepEqual(refunds(), [quote.total]);
});

test('while a refund by hand is on its way the alarm rests, and it is back if that one fails', async () => {
  const canceled = await openCanceled();
  const { quote, cancel, passDays, turnRefunds, refundByHand, refunds, told, alarms } = canceled;
  await cancel();
  turnRefunds('failed');
  await passDays(1);
  refundByHand(quote.total);
  const before = alarms('payment-unrefunded');
  await passDays(2);
  assert.equal(alarms('payment-unrefunded'), before);
  assert.equal((await told()).payment?.state, 'refund-due');

  turnRefunds('failed');
  await passDays(1);
  assert.equal(alarms('payment-unrefunded'), before + 24);
  refundByHand(quote.total);
  turnRefunds('succeeded');
  await passDays(1);
  assert.equal((await told()).payment?.state, 'refunded');
  assert.equal(refunds().length, 3, 'one by itself, and two by hand');
});

test('of what is on its way by hand before an order is canceled, only the rest goes back', async () => {
  const { quote, cancel, passDays, turnRefunds, refundByHand, refunds, told } =
    await openCanceled();
  refundByHand(500);
  await cancel();
  await passDays(1);
  assert.equal((await told()).payment?.state, 'refunding');
  assert.deepEqual(refunds(), [quote.total - 500, 500]);
  turnRefunds('succeeded');
  await passDays(1);
  assert.equal((await told()).payment?.state, 'refunded');
});

test('where a refund by hand fails that was on its way before, its part is left to the operator', async () => {
  const canceled = await openCanceled();
  const { secretKey, payment, quote, cancel, passDays, refundByHand, refunds, told, alarms } =
    canceled;
  refundByHand(500);
  await cancel();
  const [own, byHand] = server.refunds(secretKey, payment()?.id ?? '');
  assert.ok(own && byHand);
  byHand.status = 'failed';
  await passDays(2);
  own.status = 'succeeded';
  await passDays(1);
  const { order, payment: described } = await told();
  assert.deepEqual([described?.state, order?.refunded], ['refund-due', 0]);
  assert.ok(alarms('payment-unrefunded') > 0);
  assert.deepEqual(refunds(), [quote.total - 500, 500]);
});

test('a refund whose response was lost is not asked for again while it is on its way', async () => {
  const { quote, cancel, passDays, refunds, told } = await openCanceled();
  server.disturb('loses the response', /POST .*refunds$/);
  await cancel();
  await passDays(2);
  assert.equal((await told()).payment?.state, 'refunding');
  assert.deepEqual(refunds(), [quote.total]);
});

test('of a request whose hold ends in Stripe’s dashboard the operator is told, and the customer', async () => {
  const { pay, place, confirm, payment, secretKey, tell, told, alarms } = await open('REQUEST');
  confirm((await pay()).client_secret);
  await place();
  assert.equal((await told()).payment?.state, 'held');
  server.cancelByHand(secretKey, payment()?.id ?? '');
  for (let times = 0; times < 2; times += 1) await tell('payment_intent.canceled');

  assert.equal((await told()).payment?.state, 'released');
  assert.equal(alarms('payment-lapsed'), 1);
});

for (const fault of ['fails', 'fails afterwards'] as const) {
  test(`after a failure of Stripe (${fault}) the same customer pays, and is charged and paid back within minutes`, async () => {
    const { world, quote, pay, place, confirm, payment, settle, secretKey, told, alarms } =
      await open();
    server.disturb(fault, /POST .*payment_intents$/);
    assert.equal(((await pay()) as { code?: string }).code, 'payment-unavailable');
    confirm((await pay()).client_secret);
    assert.equal((await place()).status, 201);
    server.disturb(fault, /POST .*capture/);
    await settle();
    assert.equal((await told()).payment?.state, 'paid');

    const [order] = await world.books();
    await world.change(order?.id ?? '', 'cancel');
    server.disturb(fault, /POST .*refunds/);
    await settle();
    assert.equal((await told()).payment?.state, 'refunded');
    const [paid] = server.payments(secretKey).filter(({ received }) => received > 0);
    assert.equal(server.refunded(secretKey, paid?.id ?? ''), quote.total);
    assert.ok(payment());
    assert.equal(alarms('payment-unrefunded'), 0);
  });
}

test('of a hold that ends before a week the operator is told a day before, and at once when it has ended', async () => {
  const { world, pay, place, confirm, secretKey, told, alarms } = await open('REQUEST');
  const holdTime = 4.75 * 24 * 60 * 60_000;
  server.set(secretKey, { holdTime });
  confirm((await pay()).client_secret);
  await place();
  const until = START + holdTime;
  const counts = () => [alarms('payment-lapses'), alarms('payment-lapsed')];
  const passTo = async (time: number) => {
    for (let minutes = 0; world.clock() < time; minutes += 5) {
      world.advance(Math.min(5 * 60_000, time - world.clock()));
      now = world.clock();
      await world.runJobs();
    }
  };
  await passTo(until - 25 * 60 * 60_000);
  assert.deepEqual(counts(), [0, 0]);
  await passTo(until - 23 * 60 * 60_000);
  assert.deepEqual(counts(), [1, 0]);
  assert.equal((await told()).payment?.state, 'held');
  await passTo(until + 6 * 60_000);
  assert.deepEqual(counts(), [1, 1]);
  assert.equal((await told()).payment?.state, 'released');
});

test('a hold that somebody ends on its last day is found at the next look, where Stripe tells nothing', async () => {
  const { world, pay, place, confirm, payment, secretKey, told } = await open('REQUEST');
  confirm((await pay()).client_secret);
  await place();
  for (const hours of [6.5 * 24, 1, 1]) {
    world.advance(hours * 60 * 60_000);
    now = world.clock();
    await world.runJobs();
  }
  assert.equal((await told()).payment?.state, 'held');
  server.cancelByHand(secretKey, payment()?.id ?? '');
  world.advance(6 * 60_000);
  now = world.clock();
  await world.runJobs();
  assert.equal((await told()).payment?.state, 'released');
});

test('an event that Stripe has not signed, or long ago, is refused and reads nothing', async () => {
  const { pay, payment, secretKey, send } = await open();
  await pay();
  const id = payment()?.id ?? '';
  const type = 'payment_intent.canceled';
  const event = server.event(type, secretKey, id, { secret: 'whsec_canary' });
  const old = server.event(type, secretKey, id, { secret: 'whsec_canary', at: START - 301_000 });
  const before = server.requests.length;
  for (const wrong of [
    { ...event, signature: '' },
    { ...event, text: `${event.text} ` },
    server.event(type, secretKey, id, { secret: 'whsec_other' }),
    old,
  ]) {
    assert.equal((await send(wrong)).status, 400);
  }
  assert.equal((await send({ ...event, text: event.text.padEnd(300_000) })).status, 413);
  assert.equal((await send(event, '/payments/stripe/events?site=other')).status, 404);
  assert.equal(server.requests.length, before);
  assert.equal((await send(event)).status, 200, 'control: it is right as it was sent');
});

test('while Stripe cannot be asked, it is to send its event again', async () => {
  const { pay, payment, secretKey, send } = await open();
  await pay();
  const webhook = { secret: 'whsec_canary' };
  const event = server.event('payment_intent.canceled', secretKey, payment()?.id ?? '', webhook);
  server.disturb('fails');
  assert.equal((await send(event)).status, 503);
  assert.equal((await send(event)).status, 200);
});

test('a site without a webhook secret takes no events', async () => {
  const world = createWorld();
  const request = new Request(`${PROXY}/payments/stripe/events`, { method: 'POST', body: '{}' });
  const { status } = await world.respond(request);
  assert.equal(status, 404);
});

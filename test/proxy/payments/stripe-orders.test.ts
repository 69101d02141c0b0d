import test, { after } from 'node:test';
import assert from 'node:assert/strict';
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

const server = createStripeServer(() => START);
const { fetch, close } = await listenStripe(server);
after(close);

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
        group.prices.some((price) => price.currency === currency && price.value > 0),
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
  assert.equal((await world.pay(quote, key)).status, 503);
  assert.equal((await world.pay(quote, key)).status, 503);

  const [line, ...others] = world.lines.filter((text) => text.includes('payment-key-refused'));
  assert.match(line ?? '', /does not accept the secret key of the site/);
  assert.deepEqual(others, []);
});

async function open(kind: 'BOOKING' | 'REQUEST' = 'BOOKING') {
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

test('what is given back in Stripe’s dashboard is told, and goes back no second time', async () => {
  const { world, pay, place, confirm, payment, settle, secretKey, quote, tell, told } =
    await open();
  confirm((await pay()).client_secret);
  await place();
  await settle();
  server.refundByHand(secretKey, payment()?.id ?? '', 500);
  assert.equal((await tell('refund.created')).status, 200);
  const { order } = await told();
  assert.deepEqual([order?.paid, order?.refunded], [quote.total, 500]);

  await world.change(order?.id ?? '', 'cancel');
  await settle();
  assert.equal(server.refunded(secretKey, payment()?.id ?? ''), quote.total);
  assert.equal((await told()).payment?.state, 'refunded');
});

test('of a refund that the bank sends back nobody is told that it has arrived', async () => {
  const { world, pay, place, confirm, payment, settle, secretKey, tell, told, alarms } =
    await open();
  confirm((await pay()).client_secret);
  const { body } = await place();
  await settle();
  await world.change(body.order?.id ?? '', 'cancel');
  await settle();
  assert.equal((await told()).payment?.state, 'refunded');
  server.failRefunds(secretKey, payment()?.id ?? '');
  assert.equal((await tell('refund.failed')).status, 200);
  await settle();

  assert.equal((await told()).payment?.state, 'refund-due');
  assert.equal(alarms('payment-unrefunded'), 1);
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

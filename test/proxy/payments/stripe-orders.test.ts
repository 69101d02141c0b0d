import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { listenStripe } from '../../support/stripe/listen.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import { cartOf, createWorld, newKey, requestFor, SHOP, START } from '../../support/world.ts';

const server = createStripeServer(() => START);
const { fetch, close } = await listenStripe(server);
after(close);

async function open() {
  const secretKey = `sk_live_canary${crypto.randomUUID().replaceAll('-', '')}`;
  const store = createMemoryStore();
  const world = createWorld({
    store,
    notifies: true,
    createStripe: (keys) => createStripeProvider(keys, { fetch }),
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_canary',
    },
  });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  const settle = async () => {
    for (let times = 0; times < 5; times += 1) {
      world.advance(60_000);
      await world.runJobs();
    }
  };
  return {
    world,
    store,
    secretKey,
    quote,
    pay: async () => (await world.pay(quote, key)).body,
    place: () => world.place(requestFor(quote), key),
    confirm: (clientSecret: string) => server.confirm(secretKey, clientSecret),
    payment: () => server.payments(secretKey)[0],
    settle,
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

import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { examineOrder } from '../../../proxy/operations/doctor-order.ts';
import { createMetrics } from '../../../proxy/operations/metrics.ts';
import { type PaymentProvider, PaymentRefused } from '../../../proxy/payments/provider.ts';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { createBank } from '../../support/bank/bank.ts';
import { listenStripe } from '../../support/stripe/listen.ts';
import type { Card } from '../../support/stripe/methods.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import type { Settings } from '../../support/stripe/settings.ts';
import {
  cartOf,
  createWorld,
  createWorldOfSite,
  newKey,
  type ProblemResponse,
  requestFor,
  START,
  type World,
} from '../../support/world.ts';

let now = START;
const server = createStripeServer(() => now);
const { fetch, close } = await listenStripe(server);
afterAll(close);

/** A site whose customers pay at Stripe, with an account that is set up in another way. */
async function open(settings: Partial<Settings> = {}, env: Readonly<Record<string, string>> = {}) {
  now = START;
  const secretKey = `sk_live_${crypto.randomUUID().replaceAll('-', '')}`;
  server.set(secretKey, settings);
  const world = createWorld({
    notifies: true,
    createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch, clock }),
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: 'pk_live_1', ...env },
  });
  const kind = env['PAYMENT_REQUESTS'] ? 'REQUEST' : 'BOOKING';
  const choice = await world.choose(({ event }) => event.type === kind);
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  return {
    world,
    secretKey,
    pay: async () => {
      const { status, body } = await world.pay(quote, key);
      return { status, ...body, code: (body as { code?: string }).code };
    },
    payAsAnother: async () => world.pay(await world.quoteOne(cartOf(choice, [2])), newKey()),
    confirm: (clientSecret: string, card?: Card) => server.confirm(secretKey, clientSecret, card),
    place: () => world.place(requestFor(quote), key),
    pass: async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 1) {
        world.advance(MINUTE);
        now = world.clock();
        await world.runJobs();
      }
    },
    told: async () => (await world.find(key)).body.payment?.state,
  };
}

/** The log lines of an event, or the alarms of a reason. */
function linesOf({ lines }: World, name: string): Record<string, unknown>[] {
  return lines
    .filter((line) => line.includes(`"${name}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function metricsOf({ lines, config, store, clock }: World): Promise<string> {
  const metrics = createMetrics({ config, store, clock, isReady: () => true });
  for (const line of lines) metrics.count(JSON.parse(line) as Parameters<typeof metrics.count>[0]);
  return metrics.write();
}

for (const [code, settings] of [
  ['amount_too_small', { minimums: { eur: 10_000_000 } }],
  ['testmode_charges_only', { isActivated: false }],
  ['invalid_request_error', { methods: ['sepa_debit'] }],
] as const) {
  test(`a payment that Stripe refuses to make (${code}) is told to customer and operator`, async () => {
    const { world, pay } = await open(settings);
    const refused = await pay();
    assert.deepEqual([refused.status, refused.code], [409, 'payment-impossible']);

    const [line] = linesOf(world, 'payment-failed');
    assert.deepEqual([line?.['operation'], line?.['provider_code']], ['create', code]);
    assert.match(String(line?.['provider_request']), /^req_/);
    const [alarm] = linesOf(world, 'payment-refused');
    const { provider_code, provider_request, external_reference } = alarm ?? {};
    assert.equal(provider_code, code);
    assert.equal(provider_request, line?.['provider_request']);
    assert.match(
      await metricsOf(world),
      new RegExp(`^booking_payment_failures_total\\{operation="create",code="${code}"\\} 1$`, 'm'),
    );
    const said: string[] = [];
    const options = { ...world, fetch: world.sandbox };
    await examineOrder(String(external_reference), options, (level, text) => {
      said.push(`${level} ${text}`);
    });
    const failed = `warn payment: create has failed with ${code} (${String(provider_request)})`;
    assert.ok(said.some((text) => text.startsWith(failed)));
  });
}

test('the operator is alarmed about a refusal once in ten minutes, however many customers meet it', async () => {
  const { world, payAsAnother } = await open({ isActivated: false });
  for (let customers = 0; customers < 3; customers += 1) await payAsAnother();
  assert.equal(linesOf(world, 'payment-failed').length, 3);
  assert.equal(linesOf(world, 'payment-refused').length, 1);

  world.advance(10 * MINUTE);
  await payAsAnother();
  assert.equal(linesOf(world, 'payment-refused').length, 2);
});

test('once the account is in order, the same customer can pay', async () => {
  const { world, secretKey, pay, confirm, place } = await open({ isActivated: false });
  await pay();
  server.set(secretKey, { isActivated: true });
  confirm((await pay()).client_secret);
  assert.equal((await place()).status, 201);
  assert.equal(world.orderCalls(), 1);
});

test('while Stripe is failing, the customer is told to try later, and nobody is alarmed', async () => {
  const { world, pay } = await open();
  for (const fault of ['fails', 'is limited'] as const) {
    server.disturb(fault);
    const { status, code } = await pay();
    assert.deepEqual([status, code], [503, 'payment-unavailable']);
  }
  assert.deepEqual(
    linesOf(world, 'payment-failed').map(({ provider_code }) => provider_code),
    ['api_error', 'rate_limit'],
  );
  assert.deepEqual(linesOf(world, 'order-alarm'), []);
});

test('a refused charge of a saved card has its code in the alarm, and nothing of the card', async () => {
  const opened = await open({}, { PAYMENT_REQUESTS: 'save' });
  const { world, pay, confirm, place, pass, told } = opened;
  confirm((await pay()).client_secret, 'is declined later');
  await place();
  const [order] = await world.books();
  await world.change(order?.id ?? '', 'accept');
  await pass(5);

  assert.equal(await told(), 'due');
  const [alarm] = linesOf(world, 'payment-due');
  assert.equal(alarm?.['provider_code'], 'card_declined');
  assert.match(String(alarm?.['provider_request']), /^req_/);
  assert.doesNotMatch(world.lines.join('\n'), /stolen_card|"last4"|pm_|pi_|seti_/);
});

for (const [operation, reason] of [
  ['capture', 'payment-uncaptured'],
  ['void', 'payment-unvoided'],
  ['refund', 'payment-unrefunded'],
] as const) {
  test(`a ${operation} that is refused has its code in the log, the metrics and the alarm`, async () => {
    const { provider, ...bank } = createBank();
    const refuse = async () => {
      throw new PaymentRefused('not_allowed', 'req_7');
    };
    const payments: PaymentProvider = { ...provider, [operation]: refuse };
    const world = createWorld({ payments, notifies: true });
    const choice = await world.choose();
    const quote = await world.quoteOne(cartOf(choice, [2]));
    if (operation === 'void') await world.take(choice.date.id, choice.date.available_slots);
    const key = newKey();
    await bank.confirm((await world.pay(quote, key)).body.client_secret);
    await world.place(requestFor(quote), key);
    const pass = async () => {
      for (let times = 0; times < 4; times += 1) {
        world.advance(2 * MINUTE);
        await world.runJobs();
      }
    };
    await pass();
    const [order] = await world.books();
    if (operation === 'refund') await world.change(order?.id ?? '', 'cancel');
    await pass();

    const [alarm] = linesOf(world, reason);
    const { provider_code, provider_request } = alarm ?? {};
    assert.deepEqual([provider_code, provider_request], ['not_allowed', 'req_7']);
    const counted = `booking_payment_failures_total{operation="${operation}",code="not_allowed"} 1`;
    assert.ok((await metricsOf(world)).includes(counted));
  });
}

test('what a provider throws besides is written down by its name alone', async () => {
  const { provider } = createBank();
  const wrong = [
    new PaymentRefused('card 4242 of Ada', 'req 1'),
    Object.assign(new Error('4242'), { name: 'A b' }),
    new TypeError('4242'),
  ];
  const create = async () => Promise.reject(wrong.shift() ?? new Error('none'));
  const world = createWorld({ payments: { ...provider, create } });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  for (let times = 0; times < 3; times += 1) await world.pay(quote, key);

  const lines = linesOf(world, 'payment-failed');
  const named = lines.map(({ provider_code, provider_request }) => [
    provider_code,
    provider_request,
  ]);
  assert.deepEqual(named, [
    ['other', undefined],
    ['other', undefined],
    ['TypeError', undefined],
  ]);
  assert.doesNotMatch(world.lines.join('\n'), /4242/);
});

test('a payment of another account is not asked for any more, and the customer pays anew', async () => {
  const before = createBank();
  const first = createWorld({ payments: before.provider });
  const quote = await first.quoteOne(cartOf(await first.choose(), [2]));
  const key = newKey();
  await first.pay(quote, key);
  const after = createBank();
  const payments = { ...after.provider };
  payments.read = async (id) => {
    if (id === 'payment-1') throw new PaymentRefused('no-such-payment');
    return after.provider.read(id);
  };
  // Its ids differ from those of the other account.
  await after.provider.create({ amount: 1, currency: 'EUR', reference: 'another' }, 'another');
  const world = createWorld({ payments, store: first.store });
  const { status, body } = await world.pay(quote, key);
  assert.equal(status, 200);
  await after.confirm(body.client_secret);
  assert.equal((await world.place(requestFor(quote), key)).status, 201);
});

const total = (quote: { readonly total: number }) => quote.total;

for (const [reason, code] of [
  ['too-small', 'payment-too-small'],
  ['too-large', 'payment-too-large'],
  ['inexact', 'payment-impossible'],
] as const) {
  test(`an order that is ${reason} for the provider is told so before the checkout, and may be left unpaid where it may`, async () => {
    const bank = createBank();
    const { provider } = bank;
    const seen = createWorld();
    const cart = cartOf(await seen.choose(), [2]);
    const limit = total(await seen.quoteOne(cart));
    const payments: PaymentProvider = {
      ...provider,
      unpayable: (amount) => (amount === limit ? reason : undefined),
    };
    const world = createWorld({ payments });
    const refused = (await world.quote(cart)) as unknown as ProblemResponse;
    assert.deepEqual([refused.status, refused.body.code], [409, code]);
    const other = await world.quoteOne(cartOf(await world.choose(), [1]));
    assert.equal((await world.pay(other, newKey())).status, 200);

    for (const orders of ['optional', 'none']) {
      const lenient = createWorldOfSite({ payments: { orders } }, { payments });
      const quote = await lenient.quoteOne(cart);
      const key = newKey();
      if (orders === 'optional') {
        const { body } = await lenient.pay(quote, key);
        assert.deepEqual([body.is_confirmed, body.client_secret], [true, '']);
      }
      assert.equal((await lenient.place(requestFor(quote), key)).status, 201);
    }
    assert.equal(bank.ids().length, 1);
  });
}

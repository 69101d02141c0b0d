import assert from 'node:assert/strict';
import { test } from 'vitest';
import { toInstant } from '../../../proxy/clock.ts';
import type { ProxyContext } from '../../../proxy/context.ts';
import { WrongUse } from '../../../proxy/operations/lists.ts';
import { runPayments } from '../../../proxy/operations/payments.ts';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import { createStripeSetUp, type StripeSetUp } from '../../support/stripe/set-up.ts';
import { cartOf, createWorld, newKey, requestFor, START } from '../../support/world.ts';

const HOUR = 3_600_000;

interface Given extends Partial<StripeSetUp> {
  readonly env?: Readonly<Record<string, string>>;
}

/** A shop at Stripe, and what its operator lists. */
function openShop({ env, ...setUp }: Given = {}) {
  const secret_key = 'sk_live_1';
  const server = createStripeServer(() => world.clock());
  const { respond } = createStripeSetUp(server, {
    secret_key,
    publishable_key: 'pk_live_1',
    ...setUp,
  });
  const keys = setUp.restricted ? Object.keys(setUp.restricted) : [secret_key];
  const atStripe: Pick<Required<ProxyContext>, 'createStripe'> = {
    createStripe: (given, { clock }) => createStripeProvider(given, { fetch: respond, clock }),
  };
  const world = createWorld({
    ...atStripe,
    notifies: true,
    env: { STRIPE_SECRET_KEY: keys[0] ?? '', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', ...env },
  });
  const settle = async () => {
    for (let times = 0; times < 5; times += 1) {
      world.advance(60_000);
      await world.runJobs();
    }
  };

  /** A customer pays for an order, which is placed. */
  async function sell(kind: 'BOOKING' | 'REQUEST' = 'BOOKING') {
    const choice = await world.choose(({ event }) => event.type === kind);
    const quote = await world.quoteOne(cartOf(choice, [2]));
    const key = newKey();
    server.confirm(secret_key, (await world.pay(quote, key)).body.client_secret);
    const { body } = await world.place(requestFor(quote), key);
    await settle();
    return { total: quote.total, code: body.order?.code ?? '', id: body.order?.id ?? '' };
  }

  async function list(...args: string[]) {
    let out = '';
    let error = '';
    const { config, store, clock, monotonic } = world;
    const options = { config, store, clock, monotonic, fetch: respond, ...atStripe };
    const code = await runPayments(args, options, {
      out: (text) => (out += text),
      error: (text) => (error += text),
    });
    return { code, out, error };
  }

  async function rows(...args: string[]) {
    const { out } = await list('--csv', ...args);
    const [head = [], ...lines] = out
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    return lines.map((cells) =>
      Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])),
    );
  }

  return { world, server, secret_key, settle, sell, list, rows };
}

const major = (minor: number) => (minor / 100).toFixed(2);

test('lists what was taken, with the fee that Stripe tells, and nothing differs', async () => {
  const { sell, rows, list, server, secret_key } = openShop();
  const { total, code } = await sell();

  const [row, ...others] = await rows();
  const [payment] = server.payments(secret_key);
  assert.deepEqual(others, []);
  assert.equal(row?.['payment'], payment?.id);
  assert.equal(row?.['reference'], payment?.metadata['reference']);
  const { order, site, amount, currency, state, taken, refund } = row ?? {};
  assert.deepEqual([order, site, currency, state], [code, 'default', 'EUR', 'captured']);
  assert.deepEqual([amount, taken, refund], [major(total), major(total), '0.00']);
  const fee = Math.round(total * 0.015) + 25;
  assert.deepEqual([row?.['fee'], row?.['fee_currency']], [major(fee), 'EUR']);
  const { code: exit, error } = await list('--reconcile');
  assert.deepEqual([exit, error], [0, 'differences: 0\n']);
});

test('a refund that the proxy has made is listed, and is no difference', async () => {
  const { world, settle, sell, rows, list } = openShop();
  const { total, id } = await sell();
  await world.change(id, 'cancel');
  await settle();

  const [row] = await rows();
  assert.deepEqual([row?.['taken'], row?.['refund']], [major(total), major(total)]);
  assert.equal((await list('--reconcile')).code, 0);
});

test('a refund that somebody has made in the dashboard is named, by payment and amount', async () => {
  const { server, secret_key, sell, list } = openShop();
  await sell();
  const { id = '' } = server.payments(secret_key)[0] ?? {};
  server.refundByHand(secret_key, id, 500);

  const { code, error } = await list('--reconcile');

  assert.equal(code, 1);
  assert.equal(
    error,
    `default ${id} refunded: 0.00 EUR here, 5.00 at the provider\ndifferences: 1\n`,
  );
});

test('what was captured by hand, of an order that is only held here, is named', async () => {
  const { server, secret_key, sell, list } = openShop();
  const { total } = await sell('REQUEST');
  const payment = server.payments(secret_key)[0]!;
  payment.status = 'succeeded';
  payment.received = total;

  const { error } = await list('--reconcile');

  assert.match(error, new RegExp(`taken: 0.00 EUR here, ${major(total)} at the provider`));
});

test('money of no order here is named', async () => {
  const { server, secret_key, list } = openShop();
  const provider = createStripeProvider(
    { secret_key, publishable_key: 'pk_live_1', webhook_secret: undefined },
    { fetch: server.respond, clock: () => START },
  );
  const charge = { amount: 700, currency: 'EUR', reference: 'of-others', at_once: true };
  const { client_secret, id } = await provider.create(charge, 'key');
  server.confirm(secret_key, client_secret);

  const { error } = await list('--reconcile');

  assert.match(error, new RegExp(`default ${id} the provider has a charge of 7.00 EUR for no or`));
});

test('a saved method is found by its order, though it is charged under another id', async () => {
  const { world, settle, sell, rows, list, server, secret_key } = openShop({
    env: { PAYMENT_REQUESTS: 'save' },
  });
  const { id, total } = await sell('REQUEST');
  await world.change(id, 'accept');
  await settle();
  server.refundByHand(secret_key, server.payments(secret_key)[0]?.id ?? '', 300);

  const [row, ...others] = await rows();
  assert.match(row?.['payment'] ?? '', /^seti_/);
  assert.deepEqual([row?.['taken'], others], [major(total), []]);
  const { error } = await list('--reconcile');
  assert.match(error, /^default seti_\w+ refunded: 0.00 EUR here, 3.00 at/);
});

test('what is paid out in another currency is compared in the payment’s', async () => {
  const { sell, rows, list } = openShop({ settlement: { currency: 'usd', rate: 0.101 } });
  const { total } = await sell();

  const [row] = await rows();
  assert.deepEqual([row?.['taken'], row?.['fee_currency']], [major(total), 'USD']);
  assert.equal((await list('--reconcile')).error, 'differences: 0\n');
});

test('only what is younger than --since is listed and compared', async () => {
  const { world, sell, rows, list, server, secret_key } = openShop();
  await sell();
  world.advance(HOUR);
  const since = toInstant(world.clock());
  await sell();

  const [row, ...others] = await rows('--since', since);
  assert.deepEqual([row?.['payment'], others], [server.payments(secret_key)[1]?.id, []]);
  assert.equal((await list('--since', since, '--reconcile')).error, 'differences: 0\n');
  assert.deepEqual(await rows('--since', toInstant(world.clock() + HOUR)), []);
  assert.equal((await rows('--since', '2020-01-01')).length, 2);
});

test('more entries than Stripe gives at once are all compared', async () => {
  const { server, secret_key, sell, list } = openShop();
  await sell();
  const { id = '' } = server.payments(secret_key)[0] ?? {};
  for (let times = 0; times < 120; times += 1) server.refundByHand(secret_key, id, 1);

  const { error } = await list('--reconcile');

  assert.match(error, /refunded: 0.00 EUR here, 1.20 at the provider/);
});

test('where the key may not read the balance, payments are listed without fees, and it is said', async () => {
  const permissions = ['rak_payment_intent_write', 'rak_charge_write'];
  const { sell, rows, list } = openShop({ restricted: { rk_live_1: permissions } });
  await sell();

  assert.deepEqual(
    (await rows()).map(({ fee }) => fee),
    [''],
  );
  const { code, error } = await list();
  assert.deepEqual([code, error.split(':')[0]], [0, 'default']);
  assert.equal((await list('--reconcile')).code, 1);
});

test('a provider that tells no balance is no proof that nothing differs', async () => {
  const world = createWorld({
    env: {
      PLATFORM_URL: 'http://localhost:8788',
      PAYMENT: 'required',
      PAYMENT_PROVIDER: 'test',
    },
  });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  await world.pay(quote, newKey());
  const { config, store, clock, monotonic } = world;
  const options = { config, store, clock, monotonic, fetch: world.respond };
  let error = '';

  const code = await runPayments(['--reconcile'], options, {
    out: () => {},
    error: (text) => (error += text),
  });

  assert.equal(code, 1);
  assert.match(error, /^default: the provider does not tell its balance;/);
});

test('unknown options, sites and times are refused with the usage', async () => {
  const { list } = openShop();
  for (const args of [
    ['--sinze', 'x'],
    ['--since', 'yesterday'],
    ['--site', 'other'],
  ]) {
    await assert.rejects(list(...args), WrongUse);
  }
  const { payments } = { payments: JSON.parse((await list('--json')).out) as unknown };
  assert.deepEqual(payments, []);
});

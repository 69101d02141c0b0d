import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { neededEvents } from '../../../proxy/payments/stripe-account.ts';
import type { Fault } from '../../support/stripe/server.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import { createStripeSetUp, type StripeSetUp } from '../../support/stripe/set-up.ts';
import { PROXY, START } from '../../support/world.ts';
import { changing, consult, type Situation } from './consult.ts';

const ADDRESS = `${PROXY}/payments/stripe/events`;
const allEvents = Object.values(neededEvents).flat();
const webhook = { url: ADDRESS, status: 'enabled', enabled_events: allEvents };

interface Account extends Partial<StripeSetUp> {
  /** The key that the proxy has in place of the account's own. */
  readonly given?: string;
  /** The page's key, if not the account's. */
  readonly givenToPages?: string;
  /** Whether somebody has paid before. */
  readonly hasPayment?: boolean;
  readonly fault?: Fault;
  readonly env?: Situation['env'];
  readonly between?: Situation['between'];
}

/** What the doctor says of payments, and what it has asked of Stripe. */
async function consultOf({ hasPayment = true, fault, env, between, ...account }: Account = {}) {
  const own = { secret_key: 'sk_live_1', publishable_key: 'pk_live_1', webhooks: [webhook] };
  const { given, givenToPages, ...setUp } = { ...own, ...account };
  const server = createStripeServer(() => START);
  const { respond } = createStripeSetUp(server, setUp);
  const provider = (secret_key: string) =>
    createStripeProvider(
      { secret_key, publishable_key: setUp.publishable_key, webhook_secret: undefined },
      { fetch: server.respond, clock: () => START },
    );
  const charge = { amount: 9_800, currency: 'EUR', reference: 'order-1' };
  if (hasPayment) await provider(setUp.secret_key).create(charge, 'first');
  if (fault) server.disturbAll(() => fault);
  server.requests.splice(0);
  const { said } = await consult({
    env: {
      STRIPE_SECRET_KEY: given ?? setUp.secret_key,
      STRIPE_PUBLISHABLE_KEY: givenToPages ?? setUp.publishable_key,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      ...env,
    },
    ...(between && { between }),
    createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch: respond, clock }),
  });
  return {
    lines: said.filter((line) => line.includes(' payment: ')),
    payments: server.payments(setUp.secret_key),
    requests: server.requests,
  };
}

const complaintsOf = async (account: Account) =>
  (await consultOf(account)).lines.filter((line) => !line.startsWith('ok '));

test('says of a sound set-up what was proven', async () => {
  assert.deepEqual((await consultOf()).lines, [
    'ok payment: Stripe takes the key, which may take money and give it back',
    'ok payment: the publishable key is of the same account',
    'ok payment: the account can charge, and is paid out in EUR',
    `ok payment: the webhook leads to ${ADDRESS}, with all events that are needed`,
  ]);
});

test('moves no money, and makes and changes nothing', async () => {
  const { payments, requests } = await consultOf({ env: { PAYMENT_REQUESTS: 'save' } });

  assert.deepEqual(
    payments.map(({ status }) => status),
    ['requires_payment_method'],
  );
  const writes = requests.filter((request) => request.startsWith('POST'));
  assert.deepEqual(writes.sort(), [
    'POST /v1/payment_intents/doctor/cancel',
    'POST /v1/payment_methods/doctor/detach',
    'POST /v1/refunds',
    'POST /v1/setup_intents/doctor/cancel',
  ]);
});

for (const [what, account, said] of [
  ['refuses the key', { given: 'rk_live_unknown' }, /^fail payment: .* not accept the secret key/],
  ['is failing', { fault: 'fails' }, /^warn payment: stripe cannot be reached/],
] as const) {
  test(`says in one line that Stripe ${what}`, async () => {
    const [line, ...others] = (await consultOf(account)).lines;
    assert.match(line ?? '', said);
    assert.deepEqual(others, []);
  });
}

const reads = ['rak_accounts_kyc_basic_read', 'rak_webhook_read'];
const writes = ['rak_payment_intent_write', 'rak_charge_write'];
const saving = ['rak_customer_write', 'rak_setup_intent_write', 'rak_payment_method_write'];

const ofKey = (permissions: readonly string[], more: Account = {}) =>
  complaintsOf({ given: 'rk_live_1', restricted: { rk_live_1: permissions }, ...more });

test('a restricted key with the permissions that are needed is sound', async () => {
  assert.deepEqual(await ofKey([...reads, ...writes]), []);
  const saves = { env: { PAYMENT_REQUESTS: 'save' } };
  assert.deepEqual(await ofKey([...reads, ...writes, ...saving], saves), []);
});

for (const [lacking, name] of [
  ['rak_payment_intent_write', 'Payment Intents'],
  ['rak_charge_write', 'Charges and Refunds'],
] as const) {
  test(`names a key that may not write ${name}`, async () => {
    const permissions = [...reads, ...writes].filter((one) => one !== lacking);
    const [complaint] = await ofKey([...permissions, lacking.replace('write', 'read')]);
    assert.equal(
      complaint,
      `fail payment: the secret key may not write ${name}; edit it under Developers → API keys`,
    );
  });
}

test('names what saving cards needs, where cards are saved', async () => {
  const [complaint] = await ofKey([...reads, ...writes], { env: { PAYMENT_REQUESTS: 'save' } });
  assert.match(complaint ?? '', /may not write Customers, Setup Intents, Payment Methods;/);
});

test('says what a key may not read, and so is not proven', async () => {
  const complaints = await ofKey(writes);
  assert.equal(complaints.length, 2);
  assert.match(complaints[0] ?? '', /^warn .* may not read whether the account can charge;/);
  assert.match(complaints[1] ?? '', /^warn .* may not read the webhooks; give it Read/);
});

test('a publishable key of another account is told, and one that Stripe does not know', async () => {
  const strangers = ['pk_live_other'];
  const [other, ...more] = await complaintsOf({ strangers, givenToPages: 'pk_live_other' });
  assert.match(other ?? '', /^fail payment: the publishable key is of another account, so nobody/);
  assert.deepEqual(more, []);
  const [unknown, ...rest] = await complaintsOf({ givenToPages: 'pk_live_unknown' });
  assert.match(unknown ?? '', /^fail payment: Stripe does not know the publishable key/);
  assert.deepEqual(rest, []);
});

test('before the first payment, the account of the publishable key is not proven', async () => {
  const [complaint, ...rest] = await complaintsOf({ hasPayment: false });
  assert.match(complaint ?? '', /^warn .* shows once there is a payment; order something/);
  assert.deepEqual(rest, []);
  const [unknown] = await complaintsOf({ hasPayment: false, givenToPages: 'pk_live_unknown' });
  assert.match(unknown ?? '', /^fail payment: Stripe does not know the publishable key/);
});

test('an account that cannot charge is told with the reason, and in test mode as what is to come', async () => {
  const closed = { charges_enabled: false, disabled_reason: 'requirements.past_due' };
  const [live] = await complaintsOf(closed);
  assert.match(live ?? '', /^fail .* cannot charge \(requirements\.past_due\), so nobody can pay;/);

  const forTests = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1' };
  const complaints = await complaintsOf({ ...closed, ...forTests });
  const [later] = complaints.filter((line) => line.includes('account'));
  assert.match(later ?? '', /^warn .* cannot take real money yet \(requirements\.past_due\);/);
});

for (const [what, webhooks, said] of [
  [
    'there is no webhook',
    [],
    /^warn payment: no webhook leads to https:\/\/book\.example\/\S+events;/,
  ],
  [
    'it leads elsewhere on this proxy',
    [{ ...webhook, url: `${PROXY}/stripe/webhook?token=canary` }],
    /^warn .*no webhook leads to \S+, but to https:\/\/book\.example\/stripe\/webhook;/,
  ],
  [
    'it is of another machine',
    [{ ...webhook, url: 'https://other.example/payments/stripe/events' }],
    /^warn payment: no webhook leads to [^,]+;/,
  ],
  ['it is disabled', [{ ...webhook, status: 'disabled' }], /^warn .* is disabled; enable it$/],
  [
    'it does not send refunds that fail',
    [{ ...webhook, enabled_events: allEvents.filter((event) => event !== 'refund.failed') }],
    /^warn payment: the webhook does not send Refund: refund\.failed; add them$/,
  ],
  [
    'it sends what a beginner ticks',
    [{ ...webhook, enabled_events: ['payment_intent.succeeded'] }],
    /does not send Payment Intent: .*canceled.*; Charge: charge\.dispute\.closed.*; Refund: /,
  ],
  [
    'two of them lead here',
    [webhook, { ...webhook, enabled_events: ['*'] }],
    /^warn payment: 2 webhooks lead to \S+; each signs with a secret of its own; leave one$/,
  ],
] as const) {
  test(`says of the webhook that ${what}`, async () => {
    const [line, ...others] = await complaintsOf({ webhooks } as Account);
    assert.match(line ?? '', said);
    assert.deepEqual(others, []);
  });
}

test('a webhook that sends all events is sound, and one that names the only site', async () => {
  const webhooks = [{ ...webhook, url: `${ADDRESS}?site=default`, enabled_events: ['*'] }];
  assert.deepEqual(await complaintsOf({ webhooks }), []);
});

/** A catalog in which each price of the first event costs so much, in major units. */
const costing = (value: string, currency: string) =>
  changing('/events', ([first, ...others]) => {
    const text = JSON.stringify(first)
      .replaceAll(/"value":[\d.]+/g, `"value":${value}`)
      .replaceAll(/"currency":"\w+"/g, `"currency":"${currency}"`);
    return [JSON.parse(text) as Record<string, unknown>, ...others];
  });

test('names events with a price below the least that Stripe takes', async () => {
  const [line, ...others] = await complaintsOf({ between: costing('0.10', 'EUR') });
  assert.match(line ?? '', /^warn payment: 1 events have a price of less than .* EUR 0\.50: \w+$/);
  assert.deepEqual(others, []);
});

test('the least also goes by the currency that the account is paid out in', async () => {
  const [line] = await complaintsOf({ between: costing('0.10', 'EUR'), default_currency: 'gbp' });
  assert.match(line ?? '', /EUR 0\.50 or what converts to GBP 0\.30: \w+$/);
});

test('where nothing is paid, no price is too small', async () => {
  const between = costing('0.10', 'EUR');
  assert.deepEqual(await complaintsOf({ between, env: { PAYMENT: 'none' } }), []);
});

test('the page on payments names the events as the doctor does', () => {
  const text = readFileSync('proxy/payments/README.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const [group, events] of Object.entries(neededEvents)) {
    const named = events.map((event) => `\`${event}\``).join(', ');
    assert.ok(text.includes(`_${group}_: ${named}`), `${group}: ${named}`);
  }
});

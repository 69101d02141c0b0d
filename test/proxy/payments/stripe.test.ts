import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { DAY } from '#contract/milliseconds';
import { allMethods, heldMethods, savedMethods } from '#contract/stripe-methods';
import { type PaymentProvider, PaymentRefused } from '../../../proxy/payments/provider.ts';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { REFUND_DOUBT } from '../../../proxy/time-limits.ts';
import { listenStripe } from '../../support/stripe/listen.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import { testProvider } from './contract.ts';

let now = Date.parse('2026-11-21T09:00:00Z');
const server = createStripeServer(() => now);
const { fetch, close } = await listenStripe(server);
afterAll(close);

const clock = () => now;
const openAccount = (secret_key: string) =>
  createStripeProvider(
    { secret_key, publishable_key: 'pk_test_1', webhook_secret: 'whsec_1' },
    { fetch, clock },
  );

function open() {
  const secretKey = `sk_test_${crypto.randomUUID().replaceAll('-', '')}`;
  return {
    secretKey,
    provider: openAccount(secretKey),
    other: openAccount(secretKey),
    confirm: async (clientSecret: string) => server.confirm(secretKey, clientSecret),
    passDays: (days: number) => void (now += days * DAY),
    confirmForNow: (['is declined later', 'needs approval later'] as const).map(
      (card) => async (clientSecret: string) => server.confirm(secretKey, clientSecret, card),
    ),
  };
}

testProvider('Stripe', open);

const charge = { amount: 9_800, currency: 'EUR', reference: 'order-1' };
const saved = { ...charge, saves_method: true };

async function openConfirmed() {
  const opened = open();
  const payment = await opened.provider.create(charge, 'create');
  await opened.confirm(payment.client_secret);
  return { ...opened, id: payment.id };
}

test('at Stripe the money is taken at once only where the site has it so, and by more methods', async () => {
  const { provider, secretKey, confirm } = open();
  const held = await provider.create(charge, 'held');
  const taken = await provider.create({ ...charge, at_once: true }, 'taken');
  for (const { client_secret } of [held, taken]) await confirm(client_secret);

  const states = [await provider.read(held.id), await provider.read(taken.id)];
  assert.deepEqual(
    states.map(({ state, captured }) => [state, captured]),
    [
      ['authorised', 0],
      ['captured', charge.amount],
    ],
  );
  const [ofHeld, ofTaken] = server.payments(secretKey).map(({ methods }) => methods);
  assert.deepEqual([ofHeld, ofTaken], [heldMethods, allMethods]);
  // They cannot be captured later.
  assert.ok(!ofHeld?.includes('ideal'));
});

const counted: Readonly<Record<string, [ours: number, atStripe: number]>> = {
  EUR: [9_800, 9_800],
  JPY: [12_000, 12_000],
  KWD: [3_900, 3_900],
  // No decimals in ISO 4217, and two at Stripe.
  ISK: [5_000, 500_000],
  UGX: [2_900, 290_000],
  // Two decimals in ISO 4217, and none at Stripe.
  MGA: [290_000, 2_900],
};
for (const [currency, [amount, atStripe]] of Object.entries(counted)) {
  test(`Stripe counts ${currency} in its own way`, async () => {
    const { provider, secretKey } = open();
    const made = await provider.create({ ...charge, currency, amount }, 'create');
    assert.deepEqual([made.amount, made.currency], [amount, currency]);
    const [payment] = server.payments(secretKey);
    assert.deepEqual([payment?.amount, payment?.currency], [atStripe, currency.toLowerCase()]);
  });
}

for (const [currency, amount] of Object.entries({ KWD: 3_905, MGA: 150 })) {
  test(`an amount in ${currency} that Stripe cannot take exactly is not rounded`, async () => {
    const { provider, secretKey } = open();
    const making = provider.create({ ...charge, currency, amount }, 'create');
    await assert.rejects(making, PaymentRefused);
    assert.deepEqual(server.payments(secretKey), []);
  });
}

test('the payment is one that is held by card, with the order in its metadata', async () => {
  const { provider, secretKey } = open();
  await provider.create(charge, 'create');
  const [payment] = server.payments(secretKey);
  assert.deepEqual([payment?.isManual, payment?.metadata], [true, { reference: 'order-1' }]);
});

async function openSaved() {
  const opened = open();
  const { id, client_secret } = await opened.provider.create(saved, 'create');
  await opened.confirm(client_secret);
  return { ...opened, id };
}

test('a method is kept at Stripe for charges without the customer, and by what can be kept', async () => {
  const { provider, secretKey } = await openSaved();
  const [setup, ...others] = server.setups(secretKey);
  const metadata = { reference: 'order-1', amount: '9800', currency: 'eur' };
  assert.deepEqual([setup?.metadata, setup?.methods], [metadata, savedMethods]);
  assert.deepEqual([others, server.payments(secretKey)], [[], []]);
  assert.ok(savedMethods.every((method) => heldMethods.includes(method)));
  assert.equal((await provider.read(setup?.id ?? '')).amount, 9_800);
});

for (const [what, end] of Object.entries({
  charged: (provider: PaymentProvider, id: string) => provider.capture(id, 7_800, 'capture'),
  forgotten: (provider: PaymentProvider, id: string) => provider.void(id, 'void'),
})) {
  test(`a method that is ${what} is not kept at Stripe any longer`, async () => {
    const { provider, id, secretKey } = await openSaved();
    assert.equal(server.kept(secretKey).length, 1);
    await end(provider, id);
    assert.deepEqual(server.kept(secretKey), []);
  });
}

test('a charge whose response was lost is found again, also when its key is forgotten', async () => {
  const { provider, id, secretKey } = await openSaved();
  // The readings before it go well.
  server.disturb('loses the response', /POST .*confirm/);
  await assert.rejects(provider.capture(id, 7_800, 'capture'), isUnclear);
  now += 2 * DAY;
  const { state, captured } = await provider.capture(id, 7_800, 'capture');
  assert.deepEqual([state, captured], ['captured', 7_800]);
  assert.deepEqual([server.payments(secretKey).length, server.kept(secretKey)], [1, []]);
});

test('a refusal whose response was lost is found again, also when its key is forgotten', async () => {
  const { provider, secretKey, confirmForNow } = open();
  const { id, client_secret } = await provider.create(saved, 'create');
  await confirmForNow[0]?.(client_secret);
  server.disturb('loses the response', /POST .*confirm/);
  await assert.rejects(provider.capture(id, 7_800, 'capture'));
  now += 2 * DAY;
  await assert.rejects(provider.capture(id, 7_800, 'capture'), PaymentRefused);
  assert.deepEqual([server.payments(secretKey).length, server.kept(secretKey)], [1, []]);
});

test('what was taken counts once the method is forgotten as well', async () => {
  const { provider, id, secretKey } = await openSaved();
  server.disturb('fails', /POST .*detach/);
  await assert.rejects(provider.capture(id, 9_800, 'capture'));
  assert.equal((await provider.read(id)).state, 'authorised');

  assert.equal((await provider.capture(id, 9_800, 'capture')).state, 'captured');
  assert.deepEqual([server.payments(secretKey).length, server.kept(secretKey)], [1, []]);
});

test('a charge that the bank has not decided is neither refused nor made again', async () => {
  const { provider, id, secretKey } = await openSaved();
  server.disturb('loses the response', /POST .*confirm/);
  await assert.rejects(provider.capture(id, 9_800, 'capture'));
  const [charge] = server.payments(secretKey);
  assert.ok(charge);
  charge.status = 'processing';
  assert.equal((await provider.read(id)).state, 'processing');
  assert.equal((await provider.capture(id, 9_800, 'capture')).state, 'processing');
  assert.equal(server.kept(secretKey).length, 1);

  charge.status = 'succeeded';
  assert.equal((await provider.capture(id, 9_800, 'capture')).state, 'captured');
  assert.equal(server.payments(secretKey).length, 1);
});

test('a state that Stripe adds later says neither yes nor no', async () => {
  const held = await openConfirmed();
  const kept = await openSaved();
  const [payment] = server.payments(held.secretKey);
  const [setup] = server.setups(kept.secretKey);
  for (const one of [payment, setup]) Object.assign(one ?? {}, { status: 'requires_patience' });

  assert.equal((await held.provider.read(held.id)).state, 'processing');
  assert.equal((await kept.provider.read(kept.id)).state, 'processing');
});

test('what the customer confirms while it is being canceled is forgotten', async () => {
  const { provider, confirm, secretKey } = open();
  const { id, client_secret } = await provider.create(saved, 'create');
  server.before(/POST .*cancel/, () => void confirm(client_secret));
  assert.equal((await provider.void(id, 'void')).state, 'voided');
  assert.deepEqual(server.kept(secretKey), []);
});

test('what was released of a payment is not taken for a refund', async () => {
  const { provider, id } = await openConfirmed();
  const taken = await provider.capture(id, 7_800, 'capture');
  assert.deepEqual([taken.captured, taken.refunded], [7_800, 0]);

  const { refunded } = await provider.refund(id, 2_000, 'refund');
  assert.equal(refunded, 2_000, 'as much as was released');
});

test('a refund by hand in the dashboard counts', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  server.refundByHand(secretKey, id, 1_500);
  assert.equal((await provider.read(id)).refunded, 1_500);
});

for (const [kind, openPaid] of [
  ['taken from what was held', openConfirmed],
  ['charged to a kept method', openSaved],
] as const) {
  for (const status of ['pending', 'requires_action'] as const) {
    test(`of what was ${kind}, a refund that is ${status} is on its way, and has not gone back`, async () => {
      const { provider, id, secretKey } = await openPaid();
      await provider.capture(id, 9_800, 'capture');
      const charge = server.payments(secretKey)[0]?.id ?? '';
      server.startRefundsAs(secretKey, status);
      const begun = await provider.refund(id, 2_000, 'refund');
      assert.deepEqual([begun.refunded, begun.refunding], [0, 2_000]);

      server.turnRefunds(secretKey, charge, 'succeeded');
      const done = await provider.read(id);
      assert.deepEqual([done.refunded, done.refunding], [2_000, undefined]);
    });
  }

  for (const status of ['failed', 'canceled'] as const) {
    test(`of what was ${kind}, a refund that is ${status} later is refused, and not made again under its key`, async () => {
      const { provider, id, secretKey } = await openPaid();
      await provider.capture(id, 9_800, 'capture');
      const charge = server.payments(secretKey)[0]?.id ?? '';
      server.startRefundsAs(secretKey, 'pending');
      await provider.refund(id, 2_000, 'refund');
      server.turnRefunds(secretKey, charge, status);
      await assert.rejects(provider.refund(id, 2_000, 'refund'), PaymentRefused);
      // Stripe has forgotten the key by then.
      now += 2 * DAY;
      await assert.rejects(provider.refund(id, 2_000, 'refund'), PaymentRefused);

      const { refunded, refunding } = await provider.read(id);
      assert.deepEqual([refunded, refunding], [0, undefined]);
      assert.equal(server.refunds(secretKey, charge).length, 1);
    });
  }
}

test('a refund that fails as it is made is refused', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  server.startRefundsAs(secretKey, 'failed');
  await assert.rejects(provider.refund(id, 2_000, 'refund'), PaymentRefused);
});

test('a refund by hand that is on its way is told from what was released of the payment', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  await provider.capture(id, 7_800, 'capture');
  server.startRefundsAs(secretKey, 'pending');
  server.refundByHand(secretKey, id, 2_000);
  const { refunded, refunding } = await provider.read(id);
  assert.deepEqual([refunded, refunding], [0, 2_000], 'as much as was released');
});

test('a hold that has lapsed after seven days is gone', async () => {
  const { provider, id } = await openConfirmed();
  now += 7 * DAY - 1;
  assert.equal((await provider.read(id)).state, 'authorised');
  now += 1;
  assert.equal((await provider.read(id)).state, 'voided');
  await assert.rejects(provider.capture(id, 9_800, 'capture'), PaymentRefused);
});

test('a hold ends when Stripe says, which is not known of other methods', async () => {
  const { provider, secretKey, id, confirm } = await openConfirmed();
  assert.equal((await provider.read(id)).held_until, Math.floor(now / 1_000) * 1_000 + 7 * DAY);
  server.set(secretKey, { holdTime: 4 * DAY });
  const made = await provider.create(charge, 'shorter');
  assert.equal((await provider.read(made.id)).held_until, undefined, 'it is not held yet');
  await confirm(made.client_secret);
  assert.equal(
    (await provider.read(made.id)).held_until,
    Math.floor(now / 1_000) * 1_000 + 4 * DAY,
  );
  await provider.capture(made.id, 9_800, 'capture');
  assert.equal((await provider.read(made.id)).held_until, undefined);

  const other = await provider.create(charge, 'another');
  server.confirm(secretKey, other.client_secret, 'succeeds', 'klarna');
  const { state, held_until } = await provider.read(other.id);
  assert.deepEqual([state, held_until], ['authorised', undefined]);
});

test('a key that may not read charges reads payments, and does not know until when they are held', async () => {
  const { provider, secretKey, id } = await openConfirmed();
  server.set(secretKey, { readsCharges: false });
  for (let times = 0; times < 2; times += 1) {
    const { state, held_until } = await provider.read(id);
    assert.deepEqual([state, held_until], ['authorised', undefined]);
  }
  const expanded = server.requests.filter((request) => request.endsWith(id));
  assert.equal(expanded.length, 3, 'it is asked for no second time');
});

test('while Stripe is at work on the same call, it is made again', async () => {
  const { provider } = open();
  server.disturb('is busy');
  const { state } = await provider.create(charge, 'create');
  assert.equal(state, 'unconfirmed');
});

test('after a lost response the call is not made again by itself, and the payment is found', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  const before = server.requests.length;
  server.disturb('loses the response');
  await assert.rejects(provider.void(id, 'void'), (error) => !(error instanceof PaymentRefused));
  assert.deepEqual(server.requests.slice(before), [`POST /v1/payment_intents/${id}/cancel`]);

  assert.equal(server.payments(secretKey)[0]?.status, 'canceled');
  assert.equal((await provider.read(id)).state, 'voided');
});

const isUnclear = (error: unknown) => !(error instanceof PaymentRefused);

for (const fault of ['fails', 'fails afterwards'] as const) {
  const name =
    fault === 'fails' ? 'a failure of Stripe' : 'a failure of Stripe that comes too late';

  test(`${name} is no refusal, and the next call makes the payment`, async () => {
    const { provider, other } = open();
    server.disturb(fault);
    await assert.rejects(provider.create(charge, 'create'), isUnclear);

    const made = await provider.create(charge, 'create');
    assert.equal((await other.create(charge, 'create')).id, made.id);
  });

  test(`after ${name} the money is taken, or released, by the next call`, async () => {
    const { provider, id, secretKey } = await openConfirmed();
    server.disturb(fault, /POST .*capture/);
    await assert.rejects(provider.capture(id, 9_800, 'capture'), isUnclear);
    const { state } = await provider.read(id);
    assert.equal(state, fault === 'fails' ? 'authorised' : 'captured');
    if (state === 'authorised') await provider.capture(id, 9_800, 'capture');
    assert.equal(server.payments(secretKey)[0]?.received, 9_800);

    const released = await openConfirmed();
    server.disturb(fault, /POST .*cancel/);
    await assert.rejects(released.provider.void(released.id, 'void'), isUnclear);
    const after = await released.provider.read(released.id);
    if (after.state === 'authorised') await released.provider.void(released.id, 'void');
    assert.equal(server.payments(released.secretKey)[0]?.status, 'canceled');
  });

  test(`after ${name} all that is left goes back once, by the next call`, async () => {
    const { provider, other, id, secretKey } = await openConfirmed();
    await provider.capture(id, 9_800, 'capture');
    server.refundByHand(secretKey, id, 800);
    server.disturb(fault, /POST .*refunds/);
    await assert.rejects(provider.refund(id, 9_000, 'refund'), isUnclear);
    for (const one of [provider, other]) {
      assert.equal((await one.refund(id, 9_000, 'refund')).refunded, 9_800);
    }
    assert.equal(server.refunded(secretKey, id), 9_800);
  });

  test(`after ${name} a part of a payment goes back once, and late if Stripe shows no refund`, async () => {
    const { provider, other, id, secretKey } = await openConfirmed();
    await provider.capture(id, 9_800, 'capture');
    server.disturb(fault, /POST .*refunds/);
    await assert.rejects(provider.refund(id, 2_000, 'refund'), isUnclear);
    if (fault === 'fails') await assert.rejects(provider.refund(id, 2_000, 'refund'), isUnclear);
    now += REFUND_DOUBT - 1;
    if (fault === 'fails') await assert.rejects(provider.refund(id, 2_000, 'refund'), isUnclear);
    now += 1;
    for (const one of [provider, other, provider]) {
      assert.equal((await one.refund(id, 2_000, 'refund')).refunded, 2_000);
    }
    assert.equal(server.refunds(secretKey, id).length, 1);
  });

  for (const place of [/POST .*payment_intents$/, /POST .*confirm/, /POST .*detach/]) {
    test(`after ${name} at ${place.source} a saved method is charged once`, async () => {
      const { provider, other, id, secretKey } = await openSaved();
      server.disturb(fault, place);
      await assert.rejects(provider.capture(id, 7_800, 'capture'), isUnclear);
      for (const one of [other, provider]) {
        const { state, captured } = await one.capture(id, 7_800, 'capture');
        assert.deepEqual([state, captured], ['captured', 7_800]);
      }
      const taken = server.payments(secretKey).map(({ received }) => received);
      assert.deepEqual(
        taken.filter((received) => received > 0),
        [7_800],
      );
      assert.deepEqual(server.kept(secretKey), []);
    });
  }
}

test('a part refund that appears late is not made a second time', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  server.disturb('fails', /POST .*refunds/);
  for (let times = 0; times < 2; times += 1) {
    await assert.rejects(provider.refund(id, 2_000, 'refund'), isUnclear);
  }
  now += REFUND_DOUBT;
  // Stripe rolls the failed call forward just before the look.
  server.before(/GET .*refunds/, () => {
    server.refundByHand(secretKey, id, 2_000, { key: 'refund', reference: 'order-1' });
  });
  assert.equal((await provider.refund(id, 2_000, 'refund')).refunded, 2_000);
  assert.equal(server.refunds(secretKey, id).length, 1);
});

test('a refund of what is left is made, although another amount has failed under its key', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  await provider.capture(id, 9_800, 'capture');
  server.disturb('fails', /POST .*refunds/);
  await assert.rejects(provider.refund(id, 9_800, 'refund'), isUnclear);
  server.refundByHand(secretKey, id, 500);
  assert.equal((await provider.refund(id, 9_300, 'refund')).refunded, 9_800);
});

test('another charge under a key makes another payment', async () => {
  const { provider } = open();
  const { id } = await provider.create(charge, 'create');
  const other = await provider.create({ ...charge, at_once: true }, 'create');
  assert.notEqual(other.id, id);
});

test('a payment that could not be released while it was processed is released after it', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  const [payment] = server.payments(secretKey);
  assert.ok(payment);
  payment.status = 'processing';
  await assert.rejects(provider.void(id, 'void'), PaymentRefused);
  payment.status = 'requires_capture';
  assert.equal((await provider.void(id, 'void')).state, 'voided');
});

test('while Stripe limits the rate nothing is refused, and the same call succeeds later', async () => {
  const { provider, secretKey } = open();
  server.disturb('is limited');
  await assert.rejects(provider.create(charge, 'create'), isUnclear);
  await provider.create(charge, 'create');
  assert.equal(server.payments(secretKey).length, 1);
});

test('a hold that is over counts as released, although the payment says otherwise for a while', async () => {
  const { provider, id, secretKey } = await openConfirmed();
  server.set(secretKey, { expiryLag: 3_600_000 });
  now += 7 * DAY;
  assert.equal((await provider.read(id)).state, 'authorised');
  assert.equal((await provider.capture(id, 9_800, 'capture')).state, 'voided');
});

test('of a method that can only be taken whole all is taken, and shown as it is', async () => {
  const { provider, secretKey } = open();
  server.set(secretKey, { capturesInFull: ['affirm'] });
  const { id, client_secret } = await provider.create(charge, 'create');
  server.confirm(secretKey, client_secret, 'succeeds', 'affirm');
  const { state, captured, refunded } = await provider.capture(id, 7_800, 'capture');
  assert.deepEqual([state, captured, refunded], ['captured', 9_800, 0]);
});

for (const listsReleased of [true, false]) {
  test(`what goes back counts, whether Stripe ${listsReleased ? 'lists' : 'does not list'} what was released`, async () => {
    const { provider, id, secretKey } = await openConfirmed();
    server.set(secretKey, { listsReleased });
    await provider.capture(id, 7_800, 'capture');
    assert.equal((await provider.read(id)).refunded, 0);
    assert.equal((await provider.refund(id, 1_000, 'refund')).refunded, 1_000);
    server.refundByHand(secretKey, id, 2_000);
    assert.equal((await provider.read(id)).refunded, 3_000, 'as much as was released');
    assert.equal((await provider.refund(id, 4_800, 'rest')).refunded, 7_800);
  });
}

test('a card that was declined, or waits for a second step, can still be confirmed or voided', async () => {
  for (const saves_method of [false, true]) {
    const { provider, secretKey, confirm } = open();
    const { id, client_secret } = await provider.create({ ...charge, saves_method }, 'create');
    for (const card of ['is declined', 'needs a second step'] as const) {
      server.confirm(secretKey, client_secret, card);
      assert.equal((await provider.read(id)).state, 'unconfirmed');
    }
    const other = await provider.create({ ...charge, saves_method }, 'another');
    server.confirm(secretKey, other.client_secret, 'needs a second step');
    assert.equal((await provider.void(other.id, 'void')).state, 'voided');
    await confirm(client_secret);
    assert.equal((await provider.read(id)).state, 'authorised');
  }
});

for (const [code, settings, amount] of [
  ['amount_too_small', {}, 49],
  ['amount_too_large', {}, 100_000_000],
  ['testmode_charges_only', { isActivated: false }, 9_800],
  ['invalid_request_error', { methods: ['sepa_debit'] }, 9_800],
] as const) {
  test(`a payment that Stripe does not make is refused with its code (${code}) and its request`, async () => {
    const { provider, secretKey } = open();
    server.set(secretKey, settings);
    const refused = provider.create({ ...charge, amount }, 'create');
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof PaymentRefused);
      assert.match(error.request_id ?? '', /^req_/);
      return error.code === code;
    });
  });
}

test('a charge that the bank refuses has its code, and nothing of the card', async () => {
  const { provider, confirmForNow } = open();
  for (const [place, code] of ['card_declined', 'authentication_required'].entries()) {
    const { id, client_secret } = await provider.create(saved, `create ${place}`);
    await confirmForNow[place]?.(client_secret);
    for (let times = 0; times < 2; times += 1) {
      const error: unknown = await provider
        .capture(id, 9_800, `${place}`)
        .catch((thrown) => thrown);
      assert.ok(error instanceof PaymentRefused);
      if (times === 0) assert.equal(error.code, code);
      assert.doesNotMatch(JSON.stringify(error) + error.message, /stolen|payment_intent"/);
    }
  }
});

test('a saved method whose charge was made and not confirmed is charged, or forgotten', async () => {
  for (const end of ['capture', 'void'] as const) {
    const { provider, id, secretKey } = await openSaved();
    server.disturb('fails', /POST .*confirm/);
    await assert.rejects(provider.capture(id, 9_800, 'capture'), isUnclear);
    assert.equal((await provider.read(id)).state, 'authorised');
    if (end === 'capture') await provider.capture(id, 9_800, 'capture');
    else await provider.void(id, 'void');
    const expected = end === 'capture' ? 'succeeded' : 'canceled';
    assert.deepEqual(
      server.payments(secretKey).map(({ status }) => status),
      [expected],
    );
  }
});

test('a charge for which the bank asks for the customer is refused', async () => {
  const { provider, id, secretKey } = await openSaved();
  server.disturb('fails', /POST .*confirm/);
  await assert.rejects(provider.capture(id, 9_800, 'capture'), isUnclear);
  const [made] = server.payments(secretKey);
  assert.ok(made);
  made.status = 'requires_action';
  await assert.rejects(provider.capture(id, 9_800, 'capture'), PaymentRefused);
  assert.equal((await provider.read(id)).state, 'voided');
});

test('a wrong key refuses nothing for good, and no error repeats it', async () => {
  const secretKey = 'rk_live_canary';
  const provider = openAccount(secretKey);
  const error: unknown = await provider.read('pi_1').catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Error && !(error instanceof PaymentRefused));
  assert.doesNotMatch(JSON.stringify(error) + error.message + error.stack, /canary/);
});

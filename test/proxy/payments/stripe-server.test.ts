import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createStripeServer } from '../../support/stripe/server.ts';

const published = JSON.parse(
  readFileSync('test/support/stripe/published-objects.json', 'utf8'),
) as Record<string, Record<string, unknown>>;

function open(clock?: () => number) {
  const server = createStripeServer(clock);
  const call = async (path: string, body?: Record<string, string>, key?: string) => {
    const headers = {
      Authorization: 'Bearer sk_test_1',
      ...(key && { 'Idempotency-Key': key }),
    };
    const init = body && { method: 'POST', body: new URLSearchParams(body) };
    const request = new Request(`https://api.stripe.com/v1/${path}`, { ...init, headers });
    const response = await server.respond(request);
    const { error, ...object } = (await response.json()) as Record<string, unknown> & {
      error?: { type: string; code?: string };
    };
    return { status: response.status, headers: response.headers, object, error };
  };
  const create = (key?: string) =>
    call('payment_intents', { amount: '9800', currency: 'eur', capture_method: 'manual' }, key);
  return { server, call, create };
}

/** Each field has the published name and kind; one of the two may be null. */
function assertPublished(name: string, object: Record<string, unknown>): void {
  const example = published[name] ?? {};
  assert.deepEqual(Object.keys(object).sort(), Object.keys(example).sort());
  for (const [field, value] of Object.entries(object)) {
    if (value === null || example[field] === null) continue;
    assert.equal(typeof value, typeof example[field], `${name}.${field}`);
  }
}

test('its objects have the fields of the published examples', async () => {
  const { server, call, create } = open();
  const { object } = await create();
  const id = String(object['id']);
  assertPublished('payment_intent', object);
  server.confirm('sk_test_1', String(object['client_secret']));
  await call(`payment_intents/${id}/capture`, { amount_to_capture: '7800' });
  const expanded = await call(`payment_intents/${id}?expand[0]=latest_charge`);
  assertPublished('charge', expanded.object['latest_charge'] as Record<string, unknown>);
  const { object: refund } = await call('refunds', { payment_intent: id, amount: '100' });
  assertPublished('refund', refund);
  const { object: customer } = await call('customers', { 'metadata[reference]': 'order-1' });
  assertPublished('customer', customer);
  const given = { customer: String(customer['id']), usage: 'off_session' };
  const { object: setup } = await call('setup_intents', given);
  assertPublished('setup_intent', setup);
  server.confirm('sk_test_1', String(setup['client_secret']));
  const { object: done } = await call(`setup_intents/${String(setup['id'])}`);
  assertPublished('setup_intent', done);
  const { object: method } = await call(
    `payment_methods/${String(done['payment_method'])}/detach`,
    {},
  );
  assertPublished('payment_method', method);
  const { text } = server.event('payment_intent.succeeded', 'sk_test_1', id, { secret: 'whsec_1' });
  const event = JSON.parse(text) as Record<string, unknown> & { data: { object: object } };
  assertPublished('event', event);
  assert.equal('object' in event.data.object && event.data.object.object, 'payment_intent');
});

test('an event about a charge carries the charge, with what was refunded of it', async () => {
  const { server, call, create } = open();
  const { object } = await create();
  const id = String(object['id']);
  server.confirm('sk_test_1', String(object['client_secret']));
  await call(`payment_intents/${id}/capture`, { amount_to_capture: '9800' });
  await call('refunds', { payment_intent: id, amount: '100' });
  const { text } = server.event('charge.refunded', 'sk_test_1', id, { secret: 'whsec_1' });
  const { data } = JSON.parse(text) as { data: { object: Record<string, unknown> } };
  const { object: kind, payment_intent, amount_refunded, amount_captured } = data.object;
  assert.deepEqual([kind, payment_intent], ['charge', id]);
  assert.deepEqual([amount_refunded, amount_captured], [100, 9_800]);
});

test('a failure is kept under its key for a day, whether the call was done or not', async () => {
  for (const fault of ['fails', 'fails afterwards'] as const) {
    let now = 0;
    const { server, create } = open(() => now);
    server.disturb(fault);
    const isReplayed = async () => {
      const { status, headers } = await create('key');
      return [status, headers.get('Idempotent-Replayed')];
    };
    assert.deepEqual(await isReplayed(), [500, null]);
    now += 24 * 3_600_000 - 1;
    assert.deepEqual(await isReplayed(), [500, 'true']);
    assert.equal(server.payments('sk_test_1').length, fault === 'fails' ? 0 : 1);
    now += 1;
    assert.deepEqual(await isReplayed(), [200, null]);
  }
});

test('a limited rate is kept under no key', async () => {
  const { server, create } = open();
  server.disturb('is limited');
  assert.deepEqual([(await create('key')).status, (await create('key')).status], [429, 200]);
});

test('it charges no less than the minimum, and no more digits than are allowed', async () => {
  const { server, call } = open();
  const codeOf = async (amount: number, currency: string) => {
    const given = { amount: String(amount), currency, capture_method: 'manual' };
    return (await call('payment_intents', given)).error?.code;
  };
  assert.deepEqual(
    [await codeOf(49, 'eur'), await codeOf(50, 'eur')],
    ['amount_too_small', undefined],
  );
  assert.equal(await codeOf(17_499, 'huf'), 'amount_too_small');
  assert.equal(await codeOf(100_000_000, 'eur'), 'amount_too_large');
  assert.equal(await codeOf(100_000_000, 'inr'), undefined);
  server.set('sk_test_1', { minimums: { jpy: 80 } });
  assert.equal(await codeOf(79, 'jpy'), 'amount_too_small', 'what is converted has another one');
});

test('a declined card leaves its error, and a second step waits for the customer', async () => {
  const { server, call, create } = open();
  const { object } = await create();
  const secret = String(object['client_secret']);
  const read = async () => (await call(`payment_intents/${String(object['id'])}`)).object;
  server.confirm('sk_test_1', secret, 'is declined');
  const declined = await read();
  assert.equal(declined['status'], 'requires_payment_method');
  assert.deepEqual((declined['last_payment_error'] as { code: string }).code, 'card_declined');
  server.confirm('sk_test_1', secret, 'needs a second step');
  const { status, next_action } = await read();
  assert.deepEqual([status, next_action], ['requires_action', { type: 'use_stripe_sdk' }]);
  server.confirm('sk_test_1', secret);
  const held = await read();
  assert.deepEqual([held['status'], held['last_payment_error']], ['requires_capture', null]);
});

test('a payment has the methods that are switched on, and none is made without one', async () => {
  const { server, call } = open();
  server.set('sk_test_1', { methods: ['card', 'sepa_debit'] });
  const given = { amount: '9800', currency: 'eur', capture_method: 'manual' };
  const types = {
    'allowed_payment_method_types[0]': 'card',
    'allowed_payment_method_types[1]': 'link',
  };
  const { object } = await call('payment_intents', { ...given, ...types });
  assert.deepEqual(object['payment_method_types'], ['card']);
  const { status, error } = await call('payment_intents', {
    ...given,
    'allowed_payment_method_types[0]': 'link',
  });
  assert.deepEqual([status, error?.type, error?.code], [400, 'invalid_request_error', undefined]);
});

test('a hold says until when it can be captured, and then cannot be', async () => {
  let now = 0;
  const { server, call, create } = open(() => now);
  server.set('sk_test_1', { holdTime: 4.75 * 24 * 3_600_000, expiryLag: 1_000 });
  const { object } = await create();
  const path = `payment_intents/${String(object['id'])}`;
  server.confirm('sk_test_1', String(object['client_secret']));
  const { object: held } = await call(`${path}?expand[0]=latest_charge`);
  const charge = held['latest_charge'] as { payment_method_details: { card: object } };
  const { card } = charge.payment_method_details;
  assert.equal('capture_before' in card && card.capture_before, 4.75 * 24 * 3_600);
  now += 4.75 * 24 * 3_600_000;
  const late = await call(`${path}/capture`, { amount_to_capture: '9800' });
  assert.equal(late.error?.code, 'charge_expired_for_capture');
  now += 1_000;
  assert.equal((await call(path)).object['status'], 'canceled');
});

test('a key leads to the same response, and to an error with other parameters', async () => {
  const { call, create } = open();
  const first = await create('key');
  assert.deepEqual((await create('key')).object, first.object);
  const other = { amount: '51', currency: 'eur', capture_method: 'manual' };
  const { status, error } = await call('payment_intents', other, 'key');
  assert.deepEqual([status, error?.type], [400, 'idempotency_error']);
});

test('a refusal is kept under its key, unless the parameters were wrong', async () => {
  const { server, call, create } = open();
  const { object } = await create();
  const path = `payment_intents/${String(object['id'])}/capture`;
  const wrong = await call(path, { amount_to_capture: 'much' }, 'key');
  const early = await call(path, { amount_to_capture: '9800' }, 'key');
  server.confirm('sk_test_1', String(object['client_secret']));
  const again = await call(path, { amount_to_capture: '9800' }, 'key');
  assert.equal(wrong.error?.code, 'parameter_invalid_integer');
  assert.equal(early.error?.code, 'payment_intent_unexpected_state');
  assert.deepEqual(again.error, early.error);
});

test('it knows no other parameter, path or payment', async () => {
  const { call, create } = open();
  const id = String((await create()).object['id']);
  const unknown = await call(`payment_intents/${id}/cancel`, { because: 'x' });
  assert.equal(unknown.error?.code, 'parameter_unknown');
  assert.equal((await call('charges')).status, 404);
  assert.equal((await call('payment_intents/pi_unknown')).error?.code, 'resource_missing');
});

test('what is on its way back cannot go back again, and can once that has failed', async () => {
  const { server, call, create } = open();
  const { object } = await create();
  const id = String(object['id']);
  server.confirm('sk_test_1', String(object['client_secret']));
  await call(`payment_intents/${id}/capture`, { amount_to_capture: '9800' });
  server.startRefundsAs('sk_test_1', 'pending');
  const all = { payment_intent: id, amount: '9800' };
  const first = await call('refunds', all, 'first');
  assert.equal(first.object['status'], 'pending');
  assert.equal((await call('refunds', all, 'second')).error?.code, 'charge_already_refunded');

  server.turnRefunds('sk_test_1', id, 'failed');
  const again = await call('refunds', all, 'first');
  assert.deepEqual(again.object, first.object, 'its key leads to what it was');
  assert.equal((await call('refunds', all, 'third')).object['status'], 'pending');
});

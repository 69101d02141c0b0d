import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createStripeServer } from '../../support/stripe/server.ts';

const published = JSON.parse(
  readFileSync('test/support/stripe/published-objects.json', 'utf8'),
) as Record<string, Record<string, unknown>>;

function open() {
  const server = createStripeServer();
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
    return { status: response.status, object, error };
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
  assertPublished('event', JSON.parse(text) as Record<string, unknown>);
});

test('a key leads to the same response, and to an error with other parameters', async () => {
  const { call, create } = open();
  const first = await create('key');
  assert.deepEqual(await create('key'), first);
  const other = { amount: '1', currency: 'eur', capture_method: 'manual' };
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
  assert.deepEqual(again, early);
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
  assert.deepEqual(await call('refunds', all, 'first'), first, 'its key leads to what it was');
  assert.equal((await call('refunds', all, 'third')).object['status'], 'pending');
});

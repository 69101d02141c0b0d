import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { paymentResponse } from '#contract/payment.schema';
import { createBank } from '../../support/bank/bank.ts';
import {
  cartOf,
  type Choice,
  createWorld,
  createWorldOfSite,
  fieldsOf,
  newKey,
  type ProblemResponse,
  requestFor,
  type WorldOptions,
} from '../../support/world.ts';
import { payFor } from './payment-story.ts';

async function open(options: WorldOptions = {}) {
  const payments = createBank();
  const world = createWorld({ ...options, payments: payments.provider });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  return { payments, world, quote, request: requestFor(quote), key: newKey() };
}

const code = ({ body }: { readonly body: object }) => (body as { code?: string }).code;

test('the payment is of the quoted amount, and the page learns no more than it needs', async () => {
  const { world, payments, quote, key } = await open();
  const { status, headers, body } = await world.pay(quote, key);

  assert.deepEqual([status, headers.get('Cache-Control')], [200, 'no-store']);
  assert.deepEqual(paymentResponse.parse(body), {
    provider: 'bank',
    reference: payments.charges()['payment-1']?.reference,
    client_secret: body.client_secret,
    is_confirmed: false,
  });
  assert.match(body.client_secret, /^payment-1\./);
  const { amount, currency } = payments.charges()['payment-1'] ?? {};
  assert.deepEqual([amount, currency], [quote.total, quote.currency]);
});

test('whatever else the browser sends is refused, and no payment is made', async () => {
  const { world, payments, quote, key } = await open();
  for (const more of [{ amount: 1 }, { currency: 'USD' }, { id: 'payment-1' }]) {
    const body = { quote: quote.quote, ...more };
    const headers = { 'Idempotency-Key': key };
    assert.equal((await world.post('/checkout/payments', body, headers)).status, 400);
  }
  const forged = await world.pay({ quote: `${quote.quote}x` }, key);
  assert.deepEqual([forged.status, payments.ids()], [422, []]);
});

test('under one key there is one payment, also after a reload and for two requests at once', async () => {
  const { world, payments, quote, key } = await open();
  const [first, second] = await Promise.all([world.pay(quote, key), world.pay(quote, key)]);
  assert.deepEqual(first.body, second.body);

  await payments.confirm(first.body.client_secret);
  const again = await world.pay(quote, key);
  assert.deepEqual(again.body, { ...first.body, is_confirmed: true });
  assert.equal(payments.ids().length, 1);
});

test('it is recorded before the customer can confirm it', async () => {
  const payments = createBank();
  let recorded = '';
  const world = createWorld({ payments: payments.provider });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const { status } = await world.pay(quote, newKey());
  for (const { value } of await world.store.list('intent/')) recorded += value;

  assert.equal(status, 200);
  assert.match(recorded, /"id":"payment-1","state":"made"/);
});

test('an order that has to be paid is refused before anything is sent, until it is', async () => {
  const { world, payments, quote, request, key } = await open();
  const unpaid = await world.place(request, key);
  const { body } = await world.pay(quote, key);
  const unconfirmed = await world.place(request, key);

  assert.deepEqual([unpaid.status, code(unpaid)], [402, 'payment-required']);
  assert.deepEqual([unconfirmed.status, code(unconfirmed)], [402, 'payment-required']);
  assert.equal(world.orderCalls(), 0);

  await payments.confirm(body.client_secret);
  assert.equal((await world.place(request, key)).status, 201);
});

test('where payment is optional, an order may be unpaid, but not by whoever has begun to pay', async () => {
  const { world, quote, request, key } = await open({ env: { PAYMENT: 'optional' } });
  await world.pay(quote, key);
  assert.equal(code(await world.place(request, key)), 'payment-required');

  const other = requestFor(await world.quoteOne(cartOf(await world.choose(), [1])));
  assert.equal((await world.place(other, newKey())).status, 201);
});

test('the payment of one order does not pay for another', async () => {
  const { world, payments, quote, key } = await open();
  await payFor(world, payments, quote, key);
  const other = await world.quoteOne(cartOf(await world.choose(), [2]));
  const otherKey = newKey();

  assert.equal(code(await world.place(requestFor(other), otherKey)), 'payment-required');
  const stolen = { ...requestFor(other), payment: 'payment-1' };
  assert.equal((await world.place(stolen, otherKey)).status, 400);
  // The provider mixes two payments up.
  const { reference } = payments.charges()['payment-1'] ?? {};
  const { read } = payments.provider;
  payments.provider.read = async (id) => ({ ...(await read(id)), reference: `${reference}` });
  await payFor(world, payments, other, otherKey);
  assert.equal(code(await world.place(requestFor(other), otherKey)), 'payment-required');
  assert.equal(world.orderCalls(), 0);
});

for (const [what, change] of Object.entries({
  'of another amount': { amount: 1 },
  'in another currency': { currency: 'JPY' },
  'that was voided': { state: 'voided' },
  'of which another amount was captured': { state: 'captured', captured: 9_800 },
} as const)) {
  test(`a payment ${what} pays for nothing`, async () => {
    const { world, payments, quote, request, key } = await open();
    await payFor(world, payments, quote, key);
    const { read } = payments.provider;
    payments.provider.read = async (id) => ({ ...(await read(id)), ...change });

    assert.equal(code(await world.place(request, key)), 'payment-required');
    assert.equal(world.orderCalls(), 0);
  });
}

test('a payment that is being processed is neither paid nor to be paid again, until it is known', async () => {
  const { world, payments, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  const { read } = payments.provider;
  payments.provider.read = async (id) => ({ ...(await read(id)), state: 'processing' });
  assert.equal(code(await world.pay(quote, key)), 'payment-unavailable');
  assert.equal(code(await world.place(request, key)), 'payment-unavailable');
  assert.equal(world.orderCalls(), 0);

  payments.provider.read = read;
  assert.equal((await world.place(request, key)).status, 201);
  assert.equal(payments.ids().length, 1);
});

test('while the provider does not respond, nothing is sent, and the order can be sent again', async () => {
  const { world, payments, quote, request, key } = await open();
  payments.faults.nextCreate = () => 'loses';
  const unmade = await world.pay(quote, key);
  assert.deepEqual([unmade.status, code(unmade)], [503, 'payment-unavailable']);

  payments.faults.nextCreate = () => undefined;
  await payFor(world, payments, quote, key);
  payments.faults.nextRead = () => 'is down';
  const unread = await world.place(request, key);
  assert.deepEqual([unread.status, code(unread)], [503, 'payment-unavailable']);
  assert.equal(world.orderCalls(), 0);

  payments.faults.nextRead = () => undefined;
  assert.equal((await world.place(request, key)).status, 201);
  assert.equal(payments.ids().length, 1, 'the payment without a response is found again');
});

test('a quote lives half an hour longer once its payment is begun, and no longer', async () => {
  const { world, payments, quote, request, key } = await open();
  const { quote: late } = await world.quoteOne(cartOf(await world.choose(), [1]));
  world.advance(29 * MINUTE);
  await payFor(world, payments, quote, key);
  world.advance(30 * MINUTE);
  assert.equal(code(await world.pay({ quote: late }, newKey())), 'quote-expired');
  assert.equal((await world.place(request, key)).status, 201);

  const other = await open();
  await payFor(other.world, other.payments, other.quote, other.key);
  other.world.advance(60 * MINUTE);
  assert.equal(code(await other.world.place(other.request, other.key)), 'quote-expired');
});

test('a payment that has lapsed is made anew, up to a limit', async () => {
  const { world, payments, quote, key } = await open();
  const statuses: number[] = [];
  for (let times = 0; times < 21; times += 1) {
    const { status, body } = await world.pay(quote, key);
    statuses.push(status);
    const id = body.client_secret?.split('.')[0] ?? '';
    await payments.provider.void(id, `lapse ${times}`).catch(() => {});
  }
  assert.deepEqual([...new Set(statuses)], [200, 429]);
  assert.equal(payments.ids().length, 20);
});

test('an order that was sent needs no confirmation any more', async () => {
  const { world, payments, quote, request, key } = await open();
  await payFor(world, payments, quote, key);
  await world.place(request, key);

  const { body } = await world.pay(quote, key);
  assert.deepEqual([body.is_confirmed, body.client_secret], [true, '']);
});

test('each vendor may differ from the site, and a free order is not paid', async () => {
  const payments = createBank();
  const seen = createWorld();
  const vendorOf = ({ event }: Choice) => event.vendor_id;
  const vendor = vendorOf(await seen.choose());
  const settings = { payments: { orders: 'required', vendors: { [vendor]: 'none' } } };
  const world = createWorldOfSite(settings, { payments: payments.provider });
  const isOther = (choice: Choice) =>
    choice.event.type === 'BOOKING' && vendorOf(choice) !== vendor;
  const own = await world.quoteOne(cartOf(await world.choose(), [2]));
  const other = await world.quoteOne(cartOf(await world.choose(isOther), [2]));

  const refused = (await world.pay(own, newKey())) as unknown as ProblemResponse;
  assert.deepEqual([refused.status, fieldsOf(refused)], [400, ['quote']]);
  assert.equal((await world.place(requestFor(own), newKey())).status, 201);
  assert.equal(code(await world.place(requestFor(other), newKey())), 'payment-required');

  const { body } = await world.get<{ payments: object }>('/site');
  assert.deepEqual(body.payments, settings.payments);
});

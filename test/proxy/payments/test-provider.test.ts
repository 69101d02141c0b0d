import assert from 'node:assert/strict';
import { test } from 'vitest';
import { intentResponse } from '#contract/order.schema';
import { type TestConfirmation, testConfirmationResponse } from '#contract/payment.schema';
import { testCards } from '#contract/test-cards';
import { PaymentRefused } from '../../../proxy/payments/provider.ts';
import { createTestProvider } from '../../../proxy/payments/test.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { HOLD_LIFETIME } from '../../../proxy/time-limits.ts';
import {
  cartOf,
  createWorld,
  newKey,
  PROXY,
  requestFor,
  SHOP,
  type WorldOptions,
} from '../../support/world.ts';
import { testProvider } from './contract.ts';

testProvider('the test provider', () => {
  const store = createMemoryStore();
  let now = Date.now();
  const clock = () => now;
  const provider = createTestProvider({ store, clock });
  const confirmWith =
    (card: TestConfirmation['card']) =>
    (client_secret: string): Promise<unknown> =>
      provider.confirm({ client_secret, card, is_approved: false });
  return {
    provider,
    other: createTestProvider({ store, clock }),
    passDays: (days) => void (now += days * 24 * 3_600_000),
    confirm: confirmWith(testCards.succeeds),
    confirmForNow: [testCards.isDeclinedLater, testCards.needsApprovalLater].map(confirmWith),
  };
});

const isPaidHere = {
  PLATFORM_URL: 'http://localhost:8788',
  PAYMENT: 'required',
  PAYMENT_PROVIDER: 'test',
};

async function open(options: WorldOptions = {}) {
  const world = createWorld({ env: isPaidHere, ...options });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  const pay = async () => (await world.pay(quote, key)).body;
  const confirm = async (card: string, more = {}) => {
    const { client_secret } = await pay();
    const confirmation = { client_secret, card, ...more };
    return world.post<{ outcome?: string; code?: string }>('/payments/test/confirm', confirmation);
  };
  const place = () => world.place(requestFor(quote), key);
  /** What the provider has of the only payment. */
  const payment = async () => {
    const [row] = await world.store.list('test-payment/');
    return JSON.parse(row?.value ?? '{}') as { state: string; captured: number; refunded: number };
  };
  const settle = async () => {
    for (let times = 0; times < 5; times += 1) {
      world.advance(60_000);
      await world.runJobs();
    }
  };
  /** What the customer is told of the money. */
  const told = async () => {
    const { order, payment } = intentResponse.parse((await world.find(key)).body);
    return [payment?.state, order?.paid, order?.refunded];
  };
  return { world, quote, pay, confirm, place, payment, settle, told };
}

test('a page confirms with a card, and the order is paid', async () => {
  const { confirm, place, payment, settle, quote } = await open();
  assert.equal((await place()).status, 402);
  const { status, body } = await confirm(testCards.succeeds);
  assert.deepEqual([status, testConfirmationResponse.parse(body).outcome], [200, 'authorised']);
  assert.equal((await place()).status, 201);
  await settle();

  const { state, captured } = await payment();
  assert.deepEqual([state, captured], ['captured', quote.total]);
});

test('what is held lapses after a week, and a saved card does not', async () => {
  let now = 0;
  const provider = createTestProvider({ store: createMemoryStore(), clock: () => now });
  const charge = { amount: 9_800, currency: 'EUR', reference: 'order-1' };
  const held = await provider.create(charge, 'held');
  const saved = await provider.create({ ...charge, saves_method: true }, 'saved');
  for (const { client_secret } of [held, saved]) {
    await provider.confirm({ client_secret, card: testCards.succeeds, is_approved: false });
  }
  const states = async () =>
    [await provider.read(held.id), await provider.read(saved.id)].map(({ state }) => state);
  now += HOLD_LIFETIME - 1;
  assert.deepEqual(await states(), ['authorised', 'authorised']);
  now += 1;
  assert.deepEqual(await states(), ['voided', 'authorised']);
  await assert.rejects(provider.capture(held.id, 9_800, 'capture'), PaymentRefused);
});

test('a declined card leaves the payment for another card', async () => {
  const { confirm, place, pay } = await open();
  assert.equal((await confirm(testCards.isDeclined)).body.outcome, 'declined');
  assert.deepEqual([(await pay()).is_confirmed, (await place()).status], [false, 402]);

  assert.equal((await confirm(testCards.succeeds)).body.outcome, 'authorised');
  assert.equal((await place()).status, 201);
});

test('a card with a second step pays only once the customer has approved it', async () => {
  const { confirm, place } = await open();
  assert.equal((await confirm(testCards.needsSecondStep)).body.outcome, 'second-step');
  assert.equal((await place()).status, 402);

  const approved = await confirm(testCards.needsSecondStep, { is_approved: true });
  assert.equal(approved.body.outcome, 'authorised');
  assert.equal((await place()).status, 201);
});

/** What the bank's page is asked for, and where it leads. */
async function askBank({ world, pay }: Awaited<ReturnType<typeof open>>, more: object) {
  const { client_secret } = await pay();
  const query = new URLSearchParams({ client_secret, return_url: `${SHOP}/tours?a=1#b`, ...more });
  return world.read(new Request(`${PROXY}/payments/test/bank?${query}`));
}

test('a card that leaves the page pays only once the customer approves on the bank’s', async () => {
  const opened = await open();
  const { confirm, place } = opened;
  assert.equal((await confirm(testCards.leavesPage)).body.outcome, 'other-page');
  const { status, text } = await askBank(opened, {});
  assert.equal(status, 200);
  assert.match(text, /Approve the payment.*Do not approve/s);
  const refused = await askBank(opened, { answer: 'refuse' });
  assert.match(refused.headers.get('Location') ?? '', /redirect_status=failed/);
  assert.equal((await place()).status, 402);

  const approved = await askBank(opened, { answer: 'approve' });
  assert.equal(approved.status, 303);
  assert.match(
    approved.headers.get('Location') ?? '',
    /^https:.*\/tours\?a=1&payment_intent=\w+&payment_intent_client_secret=[\w.-]+&redirect_status=succeeded#b$/,
  );
  assert.equal((await place()).status, 201);
});

test('the bank’s page leads nobody to a page that is not the shop’s', async () => {
  const opened = await open();
  const elsewhere = { return_url: 'https://evil.example/', answer: 'approve' };
  assert.equal((await askBank(opened, elsewhere)).status, 400);
  assert.equal((await opened.place()).status, 402);
});

// Its origin is that of the page that made it, so that any script of the shop's page could have.
for (const scheme of ['blob:', 'filesystem:']) {
  test(`the bank’s page leads nobody to a ${scheme} address, though its origin is the shop’s`, async () => {
    const opened = await open();
    const made = `${scheme}${SHOP}/550e8400-e29b-41d4-a716-446655440000`;
    for (const answer of ['', 'approve', 'refuse']) {
      const query = { return_url: made, ...(answer && { answer }) };
      const { status, text } = await askBank(opened, query);
      assert.deepEqual([status, JSON.parse(text).errors[0].field], [400, 'return_url']);
    }
    assert.equal((await opened.place()).status, 402);
  });
}

test('where responses are lost, the money is taken once all the same', async () => {
  const { confirm, place, pay, payment, settle, quote } = await open();
  assert.equal((await confirm(testCards.timesOut)).body.code, 'payment-unavailable');
  assert.equal((await pay()).is_confirmed, true);
  assert.equal((await place()).status, 201);
  await settle();

  const { state, captured } = await payment();
  assert.deepEqual([state, captured], ['captured', quote.total]);
});

test('a canceled order is paid back once, although each call arrives twice', async () => {
  const { world, confirm, place, payment, settle, quote } = await open({ notifies: true });
  await confirm(testCards.answersTwice);
  await place();
  await settle();
  assert.equal((await payment()).captured, quote.total);

  const [order] = await world.books();
  await world.tryChange(order?.id ?? '', 'cancel');
  await settle();
  assert.equal((await payment()).refunded, quote.total);
});

test('the customer is told what was taken and given back, once it is', async () => {
  const { world, quote, confirm, place, settle, told } = await open({ notifies: true });
  await confirm(testCards.succeeds);
  await place();
  assert.deepEqual(await told(), ['held', undefined, undefined]);
  await settle();
  assert.deepEqual(await told(), ['paid', quote.total, 0]);

  const [order] = await world.books();
  await world.change(order?.id ?? '', 'cancel');
  await settle();
  assert.deepEqual(await told(), ['refunded', quote.total, quote.total]);
});

test('no other number is taken as a card, and no other secret confirms', async () => {
  const { world, confirm, pay } = await open();
  assert.equal((await confirm('4242424242424242')).status, 400);
  const guessed = { client_secret: 'guessed', card: testCards.succeeds };
  assert.equal((await world.post('/payments/test/confirm', guessed)).status, 400);

  const { client_secret } = await pay();
  const almost = { client_secret: `${client_secret}x`, card: testCards.succeeds };
  assert.equal((await world.post('/payments/test/confirm', almost)).status, 400);
  assert.equal((await pay()).is_confirmed, false);
});

test('a site without it has no such route, and does not name it', async () => {
  const { world } = await open();
  const { body: named } = await world.get<{ payments: object }>('/site', { Origin: SHOP });
  assert.deepEqual(named.payments, { orders: 'required', vendors: {}, provider: 'test' });

  const other = createWorld();
  const { body } = await other.get<{ payments: object }>('/site', { Origin: SHOP });
  assert.deepEqual(body.payments, { orders: 'none', vendors: {} });
  assert.equal((await other.post('/payments/test/confirm', {})).status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { createBank, type PaymentCall } from '../../support/bank/bank.ts';
import { cartOf, createWorldOfSite, newKey, requestFor, type World } from '../../support/world.ts';
import { crashEverywhere, payFor } from './payment-story.ts';

/** A request that the vendor accepts once its money is not held any more. */
async function acceptLate({ due_hours = 48, isForgotten = false, lapses = 'before' } = {}) {
  const payments = createBank();
  const settings = { payments: { orders: 'required', due_hours } };
  const world = createWorldOfSite(settings, { payments: payments.provider, notifies: true });
  const choice = await world.choose(({ event }) => event.type === 'REQUEST');
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const key = newKey();
  await payFor(world, payments, quote, key);
  const { view_key = '' } = (await world.place(requestFor(quote), key)).body;
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 5) {
      world.advance(5 * MINUTE);
      await world.runJobs();
    }
  };
  if (isForgotten) await forgetVerified(world);
  const lapse = () => payments.lapse('payment-1');
  if (lapses === 'before') await lapse();
  else payments.faults.next = refuseLapsed(lapse);
  const [order] = await world.books();
  const change = (what: 'accept' | 'cancel') => world.change(order?.id ?? '', what);
  await pass(10);
  await change('accept');
  await pass(20);
  const told = async () => (await world.find(key)).body.payment;
  const own = { 'Idempotency-Key': key };
  const link = { 'Booking-View-Key': view_key };
  return { world, payments, quote, key, told, change, pass, own, link };
}

/** The hold ends after the provider was asked, and before it is to be taken. */
function refuseLapsed(lapse: () => Promise<void>) {
  return async ({ kind }: PaymentCall) => {
    if (kind !== 'capture') return undefined;
    await lapse();
    return 'refuses' as const;
  };
}

/** As a store has it that went back to before the payment was verified. */
async function forgetVerified({ store }: World): Promise<void> {
  const [row] = await store.list('intent/');
  const verified = /"state":"authorised"(.*?),"held_since":\d+/;
  assert.match(row?.value ?? '', verified);
  const value = row?.value.replace(verified, '"state":"made"$1') ?? '';
  await store.put(row?.key ?? '', value, row?.version ?? 0);
}

test('an accepted order whose money is not held any more is due, and the operator is told once', async () => {
  const { world, quote, key, told, pass } = await acceptLate();
  const { state, amount, due_by } = (await told()) ?? {};
  assert.deepEqual([state, amount], ['due', quote.total]);
  assert.match(due_by ?? '', /^2026-/);
  const { order } = (await world.find(key)).body;
  assert.deepEqual([order?.paid_here, order?.paid ?? 0], [undefined, 0]);

  await pass(60);
  assert.equal(world.lines.filter((line) => line.includes('"payment-due"')).length, 1);
});

test('it is due too where the store has gone back and forgotten that the money was held', async () => {
  const { world, told } = await acceptLate({ isForgotten: true });

  assert.equal((await told())?.state, 'due');
  assert.equal(world.lines.filter((line) => line.includes('"payment-due"')).length, 1);
});

test('it is due too where the hold ends in the very moment in which it is to be taken', async () => {
  const { world, told } = await acceptLate({ lapses: 'as it is taken' });

  assert.equal((await told())?.state, 'due');
  assert.ok(!world.lines.some((line) => line.includes('"payment-uncaptured"')));
});

for (const whose of ['own', 'link'] as const) {
  test(`what is due is paid once, with the ${whose} key, and is only then called paid`, async () => {
    const { world, payments, quote, told, pass, ...keys } = await acceptLate();
    const [first, again] = [await world.payAgain(keys[whose]), await world.payAgain(keys[whose])];
    assert.deepEqual(first.body, again.body);
    assert.equal(first.body.is_confirmed, false);
    await pass(60);
    assert.equal((await told())?.state, 'due');

    await payments.confirm(first.body.client_secret);
    const confirmed = await world.payAgain(keys[whose]);
    assert.deepEqual([confirmed.body.is_confirmed, confirmed.body.client_secret], [true, '']);
    await world.runJobs();
    assert.deepEqual([(await told())?.state, payments.taken()], ['paid', quote.total]);
    await pass(60);
    assert.deepEqual(payments.ids(), ['payment-1', 'payment-2']);
    assert.deepEqual(payments.became('payment-2'), ['capture']);
    assert.equal((await world.payAgain(keys[whose])).body.is_confirmed, true);
  });
}

test('after its time nothing is asked for, and what was begun is voided', async () => {
  const { world, payments, told, pass, own } = await acceptLate({ due_hours: 2 });
  const { body } = await world.payAgain(own);
  await pass(100);
  assert.equal((await told())?.state, 'due');
  await pass(25);

  assert.equal((await told())?.state, 'overdue');
  assert.deepEqual(payments.became('payment-2'), ['void']);
  assert.ok(body.client_secret);
  assert.equal((await world.payAgain(own)).status, 503);
});

const alarmsOf = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.flatMap((line) => /"reason":"(payment-[^"]+)"/.exec(line)?.[1] ?? []);

test('once the time is over the operator is told, and once, because nothing else cancels the order', async () => {
  const { world, told, pass, change } = await acceptLate({ due_hours: 2 });
  await pass(90);
  assert.deepEqual(alarmsOf(world), ['payment-due']);
  await pass(40);
  assert.deepEqual(alarmsOf(world), ['payment-due', 'payment-overdue']);
  await pass(120);
  assert.deepEqual(alarmsOf(world), ['payment-due', 'payment-overdue']);

  await change('cancel');
  await pass(10);
  assert.equal((await told())?.state, 'released');
});

test('nobody is told of a time that is over where it was paid in time, or canceled', async () => {
  const paid = await acceptLate({ due_hours: 2 });
  await paid.payments.confirm((await paid.world.payAgain(paid.own)).body.client_secret);
  const canceled = await acceptLate({ due_hours: 2 });
  await canceled.change('cancel');
  for (const { pass, world } of [paid, canceled]) {
    await pass(180);
    assert.deepEqual(alarmsOf(world), ['payment-due']);
  }
});

test('what was confirmed for an order that is canceled meanwhile is not taken', async () => {
  const { world, payments, told, pass, key, own, change } = await acceptLate();
  const { body } = await world.payAgain(own);
  await change('cancel');
  // The notification is handled beside the jobs.
  while ((await world.find(key)).body.order?.status !== 'CANCELED') await pass(5);
  await payments.confirm(body.client_secret);
  await pass(20);

  assert.deepEqual([payments.taken(), payments.held()], [0, []]);
  assert.notEqual((await told())?.state, 'paid');
});

test('nobody is asked to pay an order that is not known', async () => {
  const { world } = await acceptLate();
  assert.equal((await world.payAgain({ 'Idempotency-Key': newKey() })).status, 404);
  assert.equal((await world.payAgain({ 'Booking-View-Key': newKey() })).status, 404);
});

test('what is due is taken once, wherever a process ends', async () => {
  const story = {
    kind: 'REQUEST',
    lapses: true,
    vendor: ['accept'],
    customer: 'pays again',
  } as const;
  assert.deepEqual(await crashEverywhere(story), []);
});

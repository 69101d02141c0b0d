import assert from 'node:assert/strict';
import test from 'node:test';
import { transition, type Action, type Step } from '../../src/state/booking-flow.ts';
import {
  aCheckingIntent,
  aChoice,
  aKey,
  aPlacedIntent,
  aQuotedOrder,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';

const failure = noResponse;
type CheckoutStep = Extract<Step, { name: 'checkout' }>;

const order = aQuotedOrder();
const expires = '2026-11-21T09:30:00Z';
const choice = aChoice();
const quoting: Step = { name: 'event', choice, quoting: true, failure: null };
const checkout: CheckoutStep = {
  name: 'checkout',
  ...{ choice, order, key: aKey, expires },
  busy: null,
  doubt: null,
  failure: null,
};
const ordering: Step = { ...checkout, busy: 'ordering' };
const refused: Step = { ...checkout, failure };

const after = (step: Step, ...actions: Action[]) =>
  actions.reduce(transition, { step, details: new Map() }).step;

test('asking for a price keeps the choice and takes the last failure off', () => {
  const failed: Step = { name: 'event', choice, quoting: false, failure };

  assert.deepEqual(after(failed, { type: 'quote' }), quoting);
});

test('a price that cannot be had leaves the choice with the reason', () => {
  assert.deepEqual(after(quoting, { type: 'failed', failure }), {
    name: 'event',
    choice,
    quoting: false,
    failure,
  });
});

test('a quote opens the checkout, with the key of this attempt', () => {
  assert.deepEqual(after(quoting, { type: 'quoted', order, key: aKey, expires }), checkout);
});

test('ordering is busy, and takes the last failure off', () => {
  assert.deepEqual(after(refused, { type: 'order' }), ordering);
});

test('an order that was refused stays at the checkout with the reason, and under its key', () => {
  assert.deepEqual(after(ordering, { type: 'failed', failure }), refused);
});

test('an intent shows the result, with the order that it is about', () => {
  const intent = aPlacedIntent();

  assert.deepEqual(after(ordering, { type: 'intent-received', key: aKey, intent }), {
    name: 'result',
    ...{ choice, order, key: aKey, expires, intent },
  });
});

test('an order that was being checked turns into what came of it', () => {
  const checked = after(
    ordering,
    { type: 'intent-received', key: aKey, intent: aCheckingIntent() },
    { type: 'intent-received', key: aKey, intent: aPlacedIntent({ code: 'SPREE-8' }) },
  );

  assert.ok(checked.name === 'result');
  assert.equal(checked.intent.order?.code, 'SPREE-8');
  assert.equal(checked.key, aKey);
});

test('another time is priced before it is shown, and the reason stays until it is', () => {
  const taking = after(refused, { type: 'take-start', start: aWeekendStart() });

  assert.ok(taking.name === 'checkout');
  assert.equal(taking.choice.start?.date.id, 'saturday');
  assert.deepEqual([...taking.choice.amounts], [[11, 2]]);
  assert.deepEqual([taking.busy, taking.failure, taking.order], ['pricing', failure, order]);
});

test('the price of another time renews the order and its key', () => {
  const renewed = aQuotedOrder({ quote: 'another' });
  const key = 'B'.repeat(43);
  const step = after(
    refused,
    { type: 'take-start', start: aWeekendStart() },
    { type: 'quoted', order: renewed, key, expires },
  );

  assert.ok(step.name === 'checkout');
  assert.deepEqual([step.order, step.key, step.busy, step.failure], [renewed, key, null, null]);
  assert.equal(step.choice.start?.date.id, 'saturday');
});

for (const step of [
  refused,
  after(ordering, { type: 'intent-received', key: aKey, intent: aPlacedIntent() }),
]) {
  test(`from the ${step.name} the way back has everything that was chosen`, () => {
    assert.deepEqual(after(step, { type: 'change-choice' }), {
      name: 'event',
      choice,
      quoting: false,
      failure: null,
    });
  });
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import {
  type Action,
  type CheckoutStep,
  type EventStep,
  initialState,
  type Step,
} from '../../src/state/steps.ts';
import { transition } from '../../src/visit/visit-flow.ts';
import {
  aCheckingIntent,
  aChoice,
  aDate,
  aKey,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';

const failure = noResponse;

const choice = aChoice();
const quoting: EventStep = {
  name: 'event',
  choice,
  quoting: true,
  failure: null,
  placed: [],
  replaces: null,
};
const attempt = anAttempt();
const checkout: CheckoutStep = { name: 'checkout', choice, attempts: [attempt], busy: null };
const ordering: Step = {
  ...checkout,
  attempts: [anAttempt({ state: 'ordering' })],
  busy: 'ordering',
};
const refused: CheckoutStep = { ...checkout, attempts: [anAttempt({ state: 'refused', failure })] };
const received = (intent: IntentResponse): Action => ({
  type: 'intent-received',
  key: aKey,
  intent,
});

const after = (step: Step, ...actions: Action[]) =>
  actions.reduce(transition, { ...initialState, step }).step;

test('a failed quote keeps the choice and shows the reason', () => {
  assert.deepEqual(after(quoting, { type: 'not-loaded', failure }), {
    ...quoting,
    quoting: false,
    failure,
  });
});

test('a quote opens the checkout, with the key of this attempt', () => {
  assert.deepEqual(after(quoting, { type: 'quoted', attempts: [attempt] }), checkout);
});

test('ordering is busy, and removes the last failure', () => {
  const pressed = after(refused, { type: 'order' }, { type: 'send', key: aKey, at: 1 });

  assert.deepEqual(pressed, { ...ordering, attempts: [anAttempt({ state: 'ordering', sent: 1 })] });
});

test('an order that was refused stays at the checkout with the reason, and under its key', () => {
  const failed = after(ordering, { type: 'failed', key: aKey, failure }, { type: 'ordered' });

  assert.deepEqual(failed, refused);
});

test('an intent shows the result, with the order that it is about', () => {
  const intent = aPlacedIntent();

  assert.deepEqual(after(ordering, received(intent), { type: 'ordered' }), {
    name: 'result',
    choice,
    attempts: [anAttemptWith(intent)],
  });
});

test('an order that was being checked turns into its outcome', () => {
  const checked = after(
    ordering,
    received(aCheckingIntent()),
    { type: 'ordered' },
    received(aPlacedIntent({ code: 'SPREE-8' })),
  );

  assert.ok(checked.name === 'result');
  const [only] = checked.attempts;
  assert.deepEqual([only?.intent?.order?.code, only?.key], ['SPREE-8', aKey]);
});

const exchange = { lost: aDate().id, start: aWeekendStart() };

test('another time is priced before it is shown, and the reason stays until it is', () => {
  const taking = after(refused, { type: 'take-start', exchange });

  assert.ok(taking.name === 'checkout');
  assert.equal(taking.choice?.start?.date.id, 'saturday');
  assert.deepEqual(taking.choice && [...taking.choice.amounts], [[11, 2]]);
  assert.deepEqual([taking.busy, taking.attempts], ['pricing', refused.attempts]);
});

test('the price of another time renews the order and its key', () => {
  const order = aQuotedOrder({ lines: [aQuotedLine({ date_id: 'saturday' })] });
  const renewed = anAttempt({ order, key: 'B'.repeat(43) });
  const step = after(
    refused,
    { type: 'take-start', exchange },
    { type: 'quoted', attempts: [renewed] },
  );

  assert.ok(step.name === 'checkout');
  assert.deepEqual([step.attempts, step.busy], [[renewed], null]);
  assert.equal(step.choice?.start?.date.id, 'saturday');
});

for (const step of [refused, after(ordering, received(aPlacedIntent()), { type: 'ordered' })]) {
  test(`going back from the ${step.name} keeps everything that was chosen`, () => {
    assert.deepEqual(after(step, { type: 'change-choice' }), {
      name: 'event',
      choice,
      quoting: false,
      failure: null,
      placed: [],
      replaces: null,
    });
  });
}

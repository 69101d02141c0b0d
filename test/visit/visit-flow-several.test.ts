import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Attempt } from '../../src/domain/attempt.ts';
import { dateIdOf } from '../../src/domain/cart.ts';
import { type Action, type CheckoutStep, initialState, type Step } from '../../src/state/steps.ts';
import { transition } from '../../src/visit/visit-flow.ts';
import {
  aCart,
  aCartLine,
  aCheckingIntent,
  aChoice,
  aDate,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  aRefusal,
  aStart,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';

const choice = aChoice();
const placed = anAttemptWith(aPlacedIntent());
const fado = aQuotedOrder({
  vendor_id: 'lisbon',
  // The platform cannot show an event by the id of one of its price groups.
  lines: [aQuotedLine({ event_id: 'fado-weekend', root_event_id: 'fado', date_id: 'friday' })],
});
const second = (change: Partial<Attempt> = {}) =>
  anAttempt({ order: fado, key: 'B'.repeat(43), ...change });
const refused = second({ state: 'refused', failure: aRefusal() });
const unsent = second({ state: 'unrecorded', failure: noResponse });

const checkoutOf = (...attempts: Attempt[]): CheckoutStep => ({
  name: 'checkout',
  choice,
  attempts,
  busy: null,
});
const resultOf = (...attempts: Attempt[]): Step => ({ name: 'result', choice, attempts });
const after = (step: Step, ...actions: Action[]) =>
  actions.reduce(transition, { ...initialState, step }).step;

test('the checkout stays until the last of its orders was sent, and then shows each outcome', () => {
  const ordering: Step = {
    ...checkoutOf(anAttempt({ state: 'ordering' }), second()),
    busy: 'ordering',
  };
  const intent = aPlacedIntent();

  const between = after(ordering, { type: 'intent-received', key: placed.key, intent });
  assert.deepEqual([between.name, 'busy' in between && between.busy], ['checkout', 'ordering']);
  assert.deepEqual(after(between, { type: 'ordered' }), resultOf(placed, second()));
});

test('the rest of a cart is quoted without the placed orders, which stay', () => {
  const fresh = second({ key: 'C'.repeat(43) });

  const pricing = after(resultOf(placed, refused), { type: 'show-rest' }, { type: 'renew-quote' });

  assert.deepEqual(pricing, { ...checkoutOf(placed, refused), busy: 'pricing' });
  assert.deepEqual(
    after(pricing, { type: 'quoted', attempts: [fresh] }),
    checkoutOf(placed, { ...fresh, previous: refused.order }),
  );
});

test('another time of a cart’s line is taken where the order is placed, and stays in the cart', () => {
  const line = aCartLine();
  const exchange = { lost: line.start.date.id, start: aStart({ date: aDate({ id: 'later' }) }) };
  const order = aQuotedOrder({ lines: [aQuotedLine({ date_id: 'later' })] });
  const renewed = anAttempt({ order, key: 'C'.repeat(43) });
  const sent = anAttemptWith(aPlacedIntent(), { order: fado });
  const lost: CheckoutStep = {
    name: 'checkout',
    choice: null,
    busy: null,
    attempts: [sent, anAttempt({ state: 'refused', failure: aRefusal() })],
  };
  const state = { ...initialState, cart: aCart(), step: lost };

  const pricing = transition(state, { type: 'take-start', exchange });
  assert.deepEqual(pricing.step, { ...lost, busy: 'pricing' });
  assert.equal(pricing.cart, state.cart);
  const { step, cart } = transition(pricing, { type: 'quoted', attempts: [renewed], exchange });

  assert.deepEqual(step, { ...lost, attempts: [sent, renewed] });
  assert.deepEqual(cart.lines.map(dateIdOf), ['later']);
  assert.deepEqual([...(cart.lines[0]?.amounts ?? [])], [...line.amounts]);
});

test('if the rest cannot be quoted, the result shows the reason', () => {
  const pricing: Step = { ...checkoutOf(placed, second()), busy: 'pricing' };

  assert.deepEqual(
    after(pricing, { type: 'not-loaded', failure: noResponse }),
    resultOf(placed, second({ failure: noResponse })),
  );
});

test('what was not sent keeps its key when the rest is ordered, so that no price is asked for it', () => {
  const rest = after(resultOf(placed, unsent), { type: 'show-rest' });

  assert.deepEqual(rest, checkoutOf(placed, unsent));
  assert.equal(after(rest, { type: 'renew-quote' }), rest);
});

test('another time is not taken beside a placed or unclear order', () => {
  for (const attempt of [placed, unsent]) {
    const step = checkoutOf(attempt, refused);

    assert.equal(
      after(step, { type: 'take-start', exchange: { lost: 'tuesday', start: aWeekendStart() } }),
      step,
    );
  }
});

test('no action continues while one of the orders is being checked', () => {
  const step = resultOf(anAttemptWith(aCheckingIntent()), refused);
  const actions: Action[] = [
    { type: 'show-rest' },
    { type: 'show-list' },
    { type: 'change-choice' },
    { type: 'abandon' },
    { type: 'renew-quote' },
  ];

  for (const action of actions) assert.equal(after(step, action), step);
});

test('an unplaced order is chosen again from its own event, and placed orders are kept', () => {
  const chosen = after(resultOf(placed, refused), { type: 'change-choice' });

  assert.ok(chosen.name === 'event');
  assert.deepEqual([chosen.choice.eventId, chosen.choice.start], ['fado', null]);
  assert.deepEqual(chosen.placed, [placed]);

  const quoting: Step = { ...chosen, quoting: true };
  const fresh = second({ key: 'C'.repeat(43) });
  assert.deepEqual(after(quoting, { type: 'quoted', attempts: [fresh] }), {
    ...checkoutOf(placed, fresh),
    choice: chosen.choice,
  });
});

test('what was not sent can be left for another choice only when all that is in doubt was not', () => {
  const left = after(resultOf(placed, unsent), { type: 'abandon' });
  const unclear = checkoutOf(unsent, anAttempt({ state: 'unclear' }));

  assert.deepEqual([left.name, 'placed' in left && left.placed], ['event', [placed]]);
  assert.equal(after(unclear, { type: 'abandon' }), unclear);
});

test('a question about another tab’s order stays at the step that places the order', () => {
  const failure = { kind: 'elsewhere', code: 'SPREE-9' } as const;
  const asking: Step = { ...checkoutOf(placed, second()), busy: 'ordering' };

  assert.deepEqual(
    after(asking, { type: 'failed', key: second().key, failure }, { type: 'ordered' }),
    checkoutOf(placed, second({ failure })),
  );
});

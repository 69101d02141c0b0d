import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import {
  allowsNextOrder,
  assumedChecking,
  type Attempt,
  type AttemptState,
  isSendable,
  sendable,
} from '../../src/domain/attempt.ts';
import { type AttemptAction, nextAttempt, withPrevious } from '../../src/domain/next-attempt.ts';
import {
  aCheckingIntent,
  anAttempt,
  aPlacedIntent,
  aProblem,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aRefusal,
  noResponse,
} from '../support/builders.ts';

const none: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };
const intents: Record<IntentResponse['state'], IntentResponse> = {
  open: none,
  checking: aCheckingIntent(),
  placed: aPlacedIntent(),
  refused: { ...none, state: 'refused', problem: aProblem('order-refused') },
  absent: { ...none, state: 'absent' },
};
const received = (state: IntentResponse['state']): AttemptAction => ({
  type: 'intent-received',
  intent: intents[state],
});
const send: AttemptAction = { type: 'send', at: 1 };
const refusal: AttemptAction = { type: 'failed', failure: aRefusal() };
const lost: AttemptAction = { type: 'failed', failure: noResponse, unclear: true };

/** Applies actions to an attempt in a state. */
const from = (state: AttemptState, ...actions: AttemptAction[]) =>
  actions.reduce(nextAttempt, anAttempt({ state })).state;

const steps: [from: AttemptState, action: AttemptAction, to: AttemptState][] = [
  ['ready', send, 'ordering'],
  ['refused', send, 'ordering'],
  ['unclear', send, 'resending'],
  ['unrecorded', send, 'resending'],
  ['forgotten', send, 'forgotten'],
  ['ordering', refusal, 'refused'],
  ['ordering', lost, 'unclear'],
  ['resending', refusal, 'unclear'],
  ['resending', lost, 'unclear'],
  ['unrecorded', lost, 'unclear'],
  ['unrecorded', refusal, 'unrecorded'],
  ['forgotten', lost, 'forgotten'],
  ['forgotten', refusal, 'forgotten'],
  ['ready', lost, 'ready'],
  ['ordering', received('open'), 'unrecorded'],
  ['checking', received('open'), 'unrecorded'],
  ['forgotten', received('open'), 'forgotten'],
  ['forgotten', received('checking'), 'checking'],
  ['forgotten', received('placed'), 'placed'],
  ['forgotten', received('absent'), 'absent'],
  ['ready', received('open'), 'ready'],
  ['refused', received('open'), 'refused'],
  ['ordering', received('checking'), 'checking'],
  ['unclear', received('refused'), 'refused'],
  ['checking', received('absent'), 'absent'],
  ['ready', received('placed'), 'placed'],
  ['absent', received('placed'), 'placed'],
];
for (const [state, action, next] of steps) {
  const what = action.type === 'intent-received' ? `the journal's “${action.intent.state}”` : '';
  const how = action.type === 'failed' && action.unclear ? 'lost response' : action.type;
  test(`an order that is ${state} is ${next} after ${what || `“${how}”`}`, () => {
    assert.equal(from(state, action), next);
  });
}

const orderOf = (date_id: string, amount = 2) =>
  aQuotedOrder({ lines: [aQuotedLine({ date_id, prices: [aQuotedPrice({ amount })] })] });
const earlier: [what: string, attempt: Attempt, isRemembered: boolean][] = [
  ['has failed', anAttempt({ order: orderOf('tuesday'), failure: aRefusal() }), true],
  ['had another total', anAttempt({ order: orderOf('tuesday', 3) }), true],
  ['was the same', anAttempt({ order: orderOf('tuesday') }), false],
  ['was of another date', anAttempt({ order: orderOf('friday'), failure: aRefusal() }), false],
];
for (const [what, attempt, isRemembered] of earlier) {
  test(`an order that ${what} is ${isRemembered ? '' : 'not '}shown beside the one that replaces it`, () => {
    const { previous } = withPrevious(anAttempt({ order: orderOf('tuesday') }), [attempt]);

    assert.equal(previous, isRemembered ? attempt.order : undefined);
  });
}

for (const state of ['placed', 'absent'] as const) {
  test(`an order that is ${state} is never sent again, and stays until it has landed`, () => {
    const attempt = anAttempt({ state, intent: intents[state] });

    for (const action of [send, refusal, lost, received('open'), received('refused')]) {
      assert.equal(nextAttempt(attempt, action), attempt);
    }
    assert.equal(nextAttempt(attempt, received('placed')).state, 'placed');
  });
}

test('an order that the proxy was checking is unclear, and never sent again, once the journal forgot it', () => {
  const told = anAttempt({ state: 'checking', intent: aCheckingIntent() });

  const forgotten = nextAttempt(told, received('open'));

  assert.equal(forgotten.state, 'forgotten');
  assert.equal(nextAttempt(forgotten, send), forgotten);
  assert.equal(nextAttempt(forgotten, received('open')), forgotten);
  assert.equal(nextAttempt(forgotten, received('checking')).state, 'checking');
});

test('an order that never reached the proxy before a reload can be sent again after it', () => {
  const restored = anAttempt({ state: 'checking', intent: assumedChecking });

  const unrecorded = nextAttempt(restored, received('open'));

  assert.equal(unrecorded.state, 'unrecorded');
  assert.equal(nextAttempt(unrecorded, send).state, 'resending');
});

test('an order tells when it was first sent', () => {
  const [first, second] = [5, 9].map((at): AttemptAction => ({ type: 'send', at }));

  const sentTwice = [first!, lost, second!].reduce(nextAttempt, anAttempt());

  assert.equal(sentTwice.sent, 5);
});

test('an order that is being sent or checked is not sent a second time', () => {
  for (const state of ['ordering', 'resending', 'checking'] as const) {
    assert.equal(isSendable(anAttempt({ state })), false);
    assert.equal(from(state, send), state);
  }
});

test('an unclear order stays unclear when a later request is refused, until the journal has an outcome', () => {
  assert.equal(from('ready', send, lost, send, refusal, send, refusal), 'unclear');
  assert.equal(from('ready', send, lost, send, refusal, received('placed')), 'placed');
});

test('a confirmed payment stays confirmed, until the proxy demands it again', () => {
  const paid = nextAttempt(anAttempt(), { type: 'paid' });
  assert.equal(paid.isPaid, true);
  const busy = nextAttempt(paid, { type: 'failed', failure: aRefusal('platform-busy') });
  assert.equal(busy.isPaid, true);
  const lapsed = nextAttempt(paid, { type: 'failed', failure: aRefusal('payment-required') });
  assert.equal(lapsed.isPaid, undefined);
});

test('pressing the button sends bookings before requests, each in the order of the cart', () => {
  const attemptOf = (key: string, kind: 'BOOKING' | 'REQUEST', state: AttemptState): Attempt =>
    anAttempt({ key, state, order: aQuotedOrder({ kind }) });
  const attempts = [
    attemptOf('a', 'REQUEST', 'ready'),
    attemptOf('b', 'BOOKING', 'unrecorded'),
    attemptOf('c', 'BOOKING', 'placed'),
    attemptOf('d', 'REQUEST', 'refused'),
    attemptOf('e', 'BOOKING', 'ready'),
  ];

  assert.deepEqual(
    sendable(attempts).map(({ key }) => key),
    ['b', 'e', 'a', 'd'],
  );
});

test('the next order is sent only when the one before is placed or being checked', () => {
  const states = ['refused', 'unclear', 'unrecorded', 'forgotten', 'absent', 'checking', 'placed'];
  const going = (states as AttemptState[]).filter((state) => allowsNextOrder(anAttempt({ state })));

  assert.deepEqual(going, ['checking', 'placed']);
});

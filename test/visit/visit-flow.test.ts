import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import type { Attempt } from '../../src/domain/attempt.ts';
import { emptyCart } from '../../src/domain/cart.ts';
import { type Choice, emptyChoice, groupOf } from '../../src/domain/choice.ts';
import { eventStep } from '../../src/state/finding-flow.ts';
import { type Action, type FlowState, initialState, type Step } from '../../src/state/steps.ts';
import { transition } from '../../src/visit/visit-flow.ts';
import {
  aCart,
  aCartLine,
  aCheckingIntent,
  aChoice,
  aGroup,
  aKey,
  anAttempt,
  anAttemptWith,
  anEvent,
  aPlacedIntent,
  aProblem,
  aRefusal,
  aStart,
  aWeekendGroup,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';

type EventStep = Extract<Step, { name: 'event' }>;
type CheckoutStep = Extract<Step, { name: 'checkout' }>;

const failure = noResponse;
const list: Step = { name: 'list' };
const choosing = (choice: Partial<Choice> = {}): EventStep => ({
  name: 'event',
  choice: aChoice(choice),
  quoting: false,
  failure: null,
  placed: [],
  replaces: null,
});
const quoting: Step = { ...choosing(), quoting: true };
const choice = aChoice();
/** A checkout with one order in the given state. */
const checkout = (change: Partial<Attempt> = {}): CheckoutStep => ({
  name: 'checkout',
  choice,
  attempts: [anAttempt(change)],
  busy: null,
});
const result = (intent: IntentResponse): Step => ({
  name: 'result',
  choice,
  attempts: [anAttemptWith(intent)],
});
const ordering: Step = { ...checkout({ state: 'ordering' }), busy: 'ordering' };
const unclear = checkout({ state: 'unclear', failure });
const unsentStep = checkout({ state: 'unrecorded', failure });
const checking = result(aCheckingIntent());
const viewed: Step = { name: 'view', viewKey: aKey, intent: aPlacedIntent(), failure: null };
const unsent: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };

const at = (step: Step): FlowState => ({
  ...initialState,
  step,
  details: new Map([['name', 'Ida']]),
});
const after = (step: Step, action: Action) => transition(at(step), action).step;
const choiceAfter = (action: Action, choice: Partial<Choice> = {}) => {
  const step = after(choosing(choice), action);
  assert.equal(step.name, 'event');
  return step.choice;
};

test('begins with the list, an empty cart and no input', () => {
  assert.deepEqual(initialState, { step: { name: 'list' }, cart: emptyCart, details: new Map() });
});

const actions: Record<Action['type'], Action> = {
  'show-list': { type: 'show-list' },
  'show-event': { type: 'show-event', eventId: 'fado' },
  'show-again': { type: 'show-again', step: eventStep(aChoice()) },
  'event-missing': { type: 'event-missing' },
  'switch-event': { type: 'switch-event', eventId: 'fado' },
  'carry-party': { type: 'carry-party', group: aWeekendGroup() },
  'show-days': { type: 'show-days', day: '2026-12-24' },
  'skip-weeks': { type: 'skip-weeks', first: '2026-11-16' },
  'choose-day': { type: 'choose-day', day: '2026-11-28', starts: [aWeekendStart()] },
  'choose-start': { type: 'choose-start', start: aWeekendStart() },
  'set-amount': { type: 'set-amount', group: aGroup(), priceId: 1, amount: 3 },
  'set-product': { type: 'set-product', productId: 'towel', amount: 1 },
  quote: { type: 'quote' },
  quoted: { type: 'quoted', attempts: [anAttempt()] },
  'show-cart': { type: 'show-cart' },
  'add-line': { type: 'add-line', line: aCartLine(), lines: [], orders: [], expires: '' },
  'change-line': { type: 'change-line', line: aCartLine() },
  'price-cart': { type: 'price-cart' },
  'cart-priced': { type: 'cart-priced', cart: aCart(), before: null },
  'cart-not-priced': { type: 'cart-not-priced', failure },
  'type-detail': { type: 'type-detail', key: 'email', value: 'ida@example.com' },
  'take-start': { type: 'take-start', exchange: { lost: 'tuesday', start: aWeekendStart() } },
  'renew-quote': { type: 'renew-quote' },
  'change-choice': { type: 'change-choice' },
  abandon: { type: 'abandon' },
  'show-rest': { type: 'show-rest' },
  order: { type: 'order' },
  ordered: { type: 'ordered' },
  send: { type: 'send', key: aKey, at: 1 },
  'intent-received': { type: 'intent-received', key: aKey, intent: aPlacedIntent() },
  paid: { type: 'paid', key: aKey },
  'show-view': { type: 'show-view', viewKey: aKey },
  viewed: { type: 'viewed', intent: aPlacedIntent() },
  failed: { type: 'failed', key: aKey, failure },
  'not-loaded': { type: 'not-loaded', failure },
};
/** Actions on an order that is being placed. */
const placing: Action['type'][] = ['order', 'ordered', 'send', 'intent-received', 'failed'];
const choosingActions: Action['type'][] = [
  'switch-event',
  'carry-party',
  'show-days',
  'skip-weeks',
  'choose-day',
  'choose-start',
  'set-amount',
  'set-product',
  'quote',
];

/** The actions that a step ignores. */
const waysOut: Action['type'][] = [
  ...choosingActions,
  ...([
    'show-list',
    'show-event',
    'show-again',
    'event-missing',
    'show-view',
    'viewed',
    'quoted',
    'show-cart',
    'add-line',
    'change-line',
    'take-start',
    'renew-quote',
    'change-choice',
    'not-loaded',
  ] as const),
];
const unknown: [title: string, step: Step, types: Action['type'][]][] = [
  [
    'the list',
    list,
    [
      ...choosingActions,
      ...([
        'quoted',
        'add-line',
        'change-line',
        'take-start',
        'renew-quote',
        'change-choice',
        'show-rest',
        'not-loaded',
      ] as const),
      ...placing,
    ],
  ],
  [
    'an event',
    choosing(),
    // A quote that arrives after the customer has left does not bring them back.
    [
      'quoted',
      'add-line',
      'change-line',
      'not-loaded',
      'take-start',
      'renew-quote',
      'change-choice',
      'show-rest',
      ...placing,
    ],
  ],
  [
    'an event that is being priced',
    quoting,
    ['take-start', 'renew-quote', 'change-choice', 'show-rest', ...placing],
  ],
  // Nothing is sent before the button is pressed.
  [
    'the checkout',
    checkout(),
    [
      ...choosingActions,
      ...([
        'quoted',
        'add-line',
        'change-line',
        'abandon',
        'viewed',
        'show-rest',
        'send',
        'ordered',
      ] as const),
    ],
  ],
  // A copied link allows only reading.
  [
    'the order of a link',
    viewed,
    [
      ...waysOut.filter((type) => !/^(show-|viewed|not-loaded)/.test(type)),
      'abandon',
      'show-rest',
      ...placing,
    ],
  ],
  [
    'the result',
    result(aPlacedIntent()),
    [
      ...choosingActions,
      ...(['quoted', 'take-start', 'renew-quote', 'show-rest', 'abandon', 'not-loaded'] as const),
      ...placing.filter((type) => type !== 'intent-received'),
    ],
  ],
];

/** Customers who leave these steps would miss the outcome, and might order again. */
const unsettled: [title: string, Step, Action['type'][]][] = [
  [
    'a checkout that is being ordered',
    ordering,
    [...waysOut, 'abandon', 'show-rest', 'order', 'send'],
  ],
  ['a checkout whose order is unclear', unclear, [...waysOut, 'abandon', 'show-rest', 'send']],
  ['a checkout whose order was not sent so far', unsentStep, [...waysOut, 'show-rest', 'send']],
  [
    'an order that is being checked',
    checking,
    [...waysOut, 'abandon', 'show-rest', 'order', 'send', 'ordered', 'failed'],
  ],
];
for (const [title, step, types] of [...unknown, ...unsettled]) {
  for (const type of types) {
    test(`${type} leaves ${title} as it is`, () => {
      const state = at(step);

      assert.equal(transition(state, actions[type]), state);
    });
  }
}

for (const [title, step] of unknown) {
  test(`from ${title} there is a way to the list and to another event`, () => {
    assert.deepEqual(after(step, actions['show-list']), { name: 'list' });
    const opened = after(step, actions['show-event']);

    assert.equal(opened.name, 'event');
    assert.deepEqual([opened.choice.eventId, opened.choice.amounts.size], ['fado', 0]);
    assert.deepEqual([opened.quoting, opened.failure], [false, null]);
  });

  test(`typing at ${title} changes only the input`, () => {
    const next = transition(at(step), actions['type-detail']);

    assert.equal(next.step, step);
    assert.deepEqual(
      [...next.details],
      [
        ['name', 'Ida'],
        ['email', 'ida@example.com'],
      ],
    );
  });
}

for (const [title, more, shownDay, day] of [
  ['where its dates begin', {}, null, null],
  ['in the weeks with a day', { shownDay: '2026-12-24' }, '2026-12-24', null],
  [
    'at a day and its weeks',
    { day: '2026-11-28', shownDay: '2026-12-24' },
    '2026-11-28',
    '2026-11-28',
  ],
] as const) {
  test(`an event opens ${title}`, () => {
    const step = after(list, { type: 'show-event', eventId: 'kayak', ...more });

    assert.equal(step.name, 'event');
    assert.deepEqual([step.choice.shownDay, step.choice.day], [shownDay, day]);
  });
}

test('an unknown event leads to the list, which says so, but not away from a placed order', () => {
  const placed = [anAttempt({ state: 'placed' })];
  const withPlaced: Step = { ...choosing(), placed };

  assert.deepEqual(after(choosing(), actions['event-missing']), {
    name: 'list',
    missing: 'kayak',
  });
  assert.equal(after(withPlaced, actions['event-missing']), withPlaced);
});

test('turning the calendar keeps everything that was chosen', () => {
  const before = aChoice();

  assert.deepEqual(choiceAfter(actions['show-days']), {
    ...before,
    shownDay: '2026-12-24',
    isTurned: true,
  });
});

test('another duration replaces the event, for the same day and party', () => {
  const step: Step = { ...choosing(), replaces: 'tuesday' };
  const switched = after(step, { type: 'switch-event', eventId: 'long' });
  const { day, amounts, group } = aChoice();

  assert.ok(switched.name === 'event');
  assert.equal(switched.replaces, 'tuesday');
  assert.deepEqual(switched.choice, {
    ...emptyChoice('long'),
    shownDay: '2026-11-24',
    day,
    amounts,
    group,
  });
});

test('skipping weeks goes on to the next, and remembers the first', () => {
  const once = choiceAfter({ type: 'skip-weeks', first: '2026-11-16' });
  const twice = choiceAfter({ type: 'skip-weeks', first: '2026-12-21' }, once);

  assert.deepEqual([once.shownDay, once.skippedSince], ['2026-12-21', '2026-11-16']);
  assert.deepEqual([twice.shownDay, twice.skippedSince], ['2027-01-25', '2026-11-16']);
});

test('weeks that the customer turns to are not those that were skipped to', () => {
  const skipped = choiceAfter({ type: 'skip-weeks', first: '2026-11-16' });
  const turned = choiceAfter({ type: 'show-days', day: '2027-01-25' }, skipped);

  assert.deepEqual([turned.shownDay, turned.skippedSince], ['2027-01-25', null]);
});

for (const [amount, shownDay, skippedSince] of [
  [3, '2026-12-21', '2026-11-16'],
  [1, '2026-11-16', null],
] as const) {
  const party = amount > 2 ? 'larger' : 'smaller';
  test(`a ${party} party is shown ${shownDay} when the weeks before were skipped for two`, () => {
    const skipped = choiceAfter({ type: 'skip-weeks', first: '2026-11-16' });
    const twoAdults = { ...skipped, day: null, group: aGroup(), amounts: new Map([[1, 2]]) };
    const change = { type: 'set-amount', group: aGroup(), priceId: 1, amount } as const;

    const choice = choiceAfter(change, twoAdults);

    assert.deepEqual([choice.shownDay, choice.skippedSince], [shownDay, skippedSince]);
  });
}

test('a day with one free time has it chosen, whatever else is full', () => {
  const full = aStart({ state: 'full' });
  const starts = [full, aWeekendStart(), full];

  const choice = choiceAfter({ type: 'choose-day', day: '2026-11-28', starts });

  assert.equal(choice.start?.date.id, 'saturday');
  assert.equal(choice.day, '2026-11-28');
});

test('a day with several free times leaves the time open, and already has its prices', () => {
  const starts = [aWeekendStart(), aWeekendStart()];

  const choice = choiceAfter({ type: 'choose-day', day: '2026-11-28', starts });

  assert.deepEqual([choice.day, choice.start], ['2026-11-28', null]);
  assert.equal(choice.group?.event_id, 'kayak-weekend');
  assert.deepEqual([...choice.amounts], [[11, 2]]);
});

test('a day without a free time has no time, and keeps the amounts', () => {
  const starts = [aWeekendStart({ state: 'full' })];

  const choice = choiceAfter({ type: 'choose-day', day: '2026-11-28', starts });

  assert.deepEqual([choice.day, choice.start], ['2026-11-28', null]);
  assert.deepEqual([...choice.amounts], [[1, 2]]);
});

test('a time of another price group takes the amounts along by their titles', () => {
  const choice = choiceAfter(actions['choose-start']);

  assert.deepEqual([choice.shownDay, choice.day], ['2026-11-28', '2026-11-28']);
  assert.equal(choice.group?.event_id, 'kayak-weekend');
  assert.deepEqual([...choice.amounts], [[11, 2]]);
});

test('amounts of prices and products are set, and removed at zero', () => {
  assert.deepEqual([...choiceAfter(actions['set-amount']).amounts], [[1, 3]]);
  const none: Action = { type: 'set-amount', group: aGroup(), priceId: 1, amount: 0 };
  assert.deepEqual([...choiceAfter(none).amounts], []);
  assert.deepEqual([...choiceAfter(actions['set-product']).products], [['towel', 1]]);
});

test('a first amount records the price group', () => {
  const choice = choiceAfter(actions['set-amount'], { group: null, amounts: new Map() });

  assert.equal(choice.group?.event_id, 'kayak');
});

test('before any choice, prices are those of the root event', () => {
  const event = anEvent({ price_groups: [aGroup(), aWeekendGroup()] });

  assert.equal(groupOf(aChoice({ group: null }), event)?.event_id, 'kayak');
  assert.equal(groupOf(aChoice({ group: aWeekendGroup() }), event)?.event_id, 'kayak-weekend');
  assert.equal(groupOf(aChoice({ group: null }), anEvent({ price_groups: [] })), undefined);
});

test('choosing again removes the last failure', () => {
  for (const type of [
    'choose-day',
    'choose-start',
    'set-amount',
    'set-product',
    'quote',
  ] as const) {
    const step = after({ ...choosing(), failure }, actions[type]);

    assert.ok(step.name === 'event' && step.failure === null, type);
  }
});

test('nothing waits for the price of a choice that was changed, but other weeks are no other choice', () => {
  const waits = choosingActions.filter((type) => {
    const step = after(quoting, actions[type]);
    return step.name === 'event' && step.quoting;
  });

  assert.deepEqual(waits, ['show-days', 'skip-weeks', 'quote']);
});

test('another time can be taken while the price of one is awaited, but not while it is ordered', () => {
  const step = after({ ...checkout(), busy: 'pricing' }, actions['take-start']);

  assert.ok(step.name === 'checkout');
  assert.deepEqual([step.choice?.start, step.busy], [aWeekendStart(), 'pricing']);
});

test('an order that turns out refused leads back to the checkout, which says why', () => {
  const problem = aProblem('order-refused');
  const intent = { ...unsent, state: 'refused', problem } as const;

  const step = after(checking, { type: 'intent-received', key: aKey, intent });

  assert.deepEqual(step, checkout({ state: 'refused', failure: { kind: 'problem', problem } }));
});

test('an intent of another order changes nothing', () => {
  const key = 'B'.repeat(43);

  assert.equal(after(unclear, { type: 'intent-received', key, intent: aPlacedIntent() }), unclear);
});

test('a quote that cannot be renewed leads back to the choice with the reason', () => {
  const step = after({ ...checkout(), busy: 'pricing' }, actions['not-loaded']);

  assert.equal(step.name, 'event');
  assert.deepEqual([step.failure, step.choice], [failure, choice]);
});

test('an order that the journal has no record of can be sent again, or left', () => {
  const step = after(unclear, { type: 'intent-received', key: aKey, intent: unsent, failure });

  assert.deepEqual(step, unsentStep);
  assert.deepEqual(after(after(step, actions.order), actions.send), {
    ...checkout({ state: 'resending', sent: 1 }),
    busy: 'ordering',
  });
  assert.deepEqual(after(step, actions.abandon), choosing());
});

test('a link shows nothing, then the intent, or why it cannot be loaded', () => {
  const opened = after(list, actions['show-view']);
  const refused = aRefusal('not-found');

  assert.deepEqual(opened, { ...viewed, intent: null });
  assert.deepEqual(after(opened, actions.viewed), viewed);
  assert.deepEqual(after(opened, { type: 'not-loaded', failure: refused }), {
    ...viewed,
    intent: null,
    failure: refused,
  });
});

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { test } from 'vitest';
import { idempotencyKey, type IntentResponse } from '#contract/order.schema';
import { type Attempt, isOnItsWay, isPlaced, isRenewable } from '../../src/domain/attempt.ts';
import { groupOf } from '../../src/domain/choice.ts';
import { newAttempt } from '../../src/domain/next-attempt.ts';
import {
  type Action,
  attemptsOf,
  type FlowState,
  initialState,
  isAwaitingQuote,
  type Step,
} from '../../src/state/steps.ts';
import { newKey } from '../../src/visit/key.ts';
import { transition } from '../../src/visit/visit-flow.ts';
import {
  aCartLine,
  aCheckingIntent,
  aChoice,
  aGroup,
  anEvent,
  aPlacedIntent,
  aPrice,
  aProblem,
  aQuotedOrder,
  aRefusal,
  aStart,
  aWeekendGroup,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';

const expires = '2026-11-21T09:30:00Z';

/** Weekend and weekdays each have a price that the other has not. */
const weekday = aGroup({
  prices: [...aGroup().prices, aPrice({ id: 3, title: 'Student' })],
});
const weekend = aWeekendGroup({
  prices: [...aWeekendGroup().prices, aPrice({ id: 13, title: 'Senior' })],
});
const event = anEvent({ price_groups: [weekday, weekend] });

const start = fc
  .tuple(fc.constantFrom('free', 'full', 'closed'), fc.boolean())
  .map(([state, isWeekend]) =>
    isWeekend ? aWeekendStart({ group: weekend, state }) : aStart({ group: weekday, state }),
  );
const place = fc.nat(2);
const cartLine = start.map((each) =>
  aCartLine({ start: each, group: each.group, amounts: new Map() }),
);
const amount = fc.integer({ min: 0, max: 4 });
const shownDay = fc.constantFrom('2026-11-24', '2026-12-24');

const unsent: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };
const absent: IntentResponse = { ...unsent, state: 'absent' };
const aRefusedIntent: IntentResponse = { ...unsent, state: 'refused', problem: aProblem() };

/** What a cart may be quoted at; each order of it is of another vendor. */
const vendors = fc.uniqueArray(fc.constantFrom('spree', 'lisbon', 'kyoto'), { minLength: 1 });
const attemptsFor = (vendorIds: string[]): Attempt[] =>
  vendorIds.map((vendor_id) => {
    const kind = vendor_id === 'kyoto' ? 'REQUEST' : 'BOOKING';
    return newAttempt(aQuotedOrder({ vendor_id, kind }), newKey(), expires);
  });

/** An action of a person or the proxy, if the current state allows it. */
type Deed = (state: FlowState) => Action | undefined;
const always =
  (action: Action): Deed =>
  () =>
    action;

/** An action on one of the orders. */
const atOrder = (act: (key: string) => Action): fc.Arbitrary<Deed> =>
  fc.nat(2).map((index): Deed => ({ step }) => {
    const key = attemptsOf(step)[index]?.key;
    return key === undefined ? undefined : act(key);
  });
const press = fc.constant(always({ type: 'order' }));
const end = fc.constant(always({ type: 'ordered' }));
const send = atOrder((key) => ({ type: 'send', key, at: 1 }));
const receive = fc
  .constantFrom(aPlacedIntent(), aCheckingIntent(), aRefusedIntent, unsent, absent)
  .chain((intent) => atOrder((key) => ({ type: 'intent-received', key, intent })));
const fail = fc
  .tuple(fc.constantFrom(noResponse, aRefusal(), aRefusal('too-many-requests')), fc.boolean())
  .chain(([failure, unclear]) => atOrder((key) => ({ type: 'failed', key, failure, unclear })));

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.constant(always({ type: 'show-list' })),
  fc.constant(always({ type: 'show-event', eventId: 'kayak' })),
  shownDay.map((each) => always({ type: 'show-days', day: each })),
  fc
    .array(start, { maxLength: 3 })
    .map((starts) => always({ type: 'choose-day', day: '2026-11-28', starts })),
  start.map((each) => always({ type: 'choose-start', start: each })),
  start.map((each) => always({ type: 'take-start', exchange: { lost: 'tuesday', start: each } })),
  fc.constant(always({ type: 'renew-quote' })),
  fc.tuple(place, amount).map(([index, each]): Deed => ({ step }) => {
    const choice = 'choice' in step ? step.choice : null;
    const group = choice && groupOf(choice, event);
    const price = group?.prices[index];
    if (!group || !price) return undefined;
    return { type: 'set-amount', group, priceId: price.id, amount: each };
  }),
  amount.map((each) => always({ type: 'set-product', productId: 'towel', amount: each })),
  fc.constant(always({ type: 'quote' })),
  vendors.map((ids): Deed => ({ step }) => {
    if (!isAwaitingQuote(step) && step.name !== 'cart') return undefined;
    // Placed and unclear orders are not quoted, so a quote covers only the rest.
    const earlier = step.name === 'cart' ? step.placed : attemptsOf(step);
    const rest = earlier.filter((attempt) => !isRenewable(attempt));
    const others = rest.map(({ order }) => order.vendor_id);
    return { type: 'quoted', attempts: attemptsFor(ids.filter((id) => !others.includes(id))) };
  }),
  fc
    .tuple(fc.constantFrom('name', 'email', 'answers.hotel'), fc.string())
    .map(([key, value]) => always({ type: 'type-detail', key, value })),
  fc.constant(always({ type: 'show-cart' })),
  cartLine.map((line): Deed => ({ cart }) => {
    return { type: 'add-line', line, lines: cart.lines, orders: [], expires };
  }),
  place.map((index): Deed => ({ cart }) => {
    const line = cart.lines[index];
    return line && { type: 'change-line', line };
  }),
  fc.constant(always({ type: 'price-cart' })),
  fc.array(cartLine, { maxLength: 2 }).map((lines): Deed => ({ cart }) => ({
    type: 'cart-priced',
    cart: { lines, orders: [], expires },
    before: cart.lines,
  })),
  fc.constant(always({ type: 'cart-not-priced', failure: noResponse })),
  fc.constant(always({ type: 'change-choice' })),
  press,
  fc.constant(always({ type: 'abandon' })),
  fc.constant(always({ type: 'show-view', viewKey: newKey() })),
  fc.constant(always({ type: 'viewed', intent: aPlacedIntent() })),
  fc.constant(always({ type: 'show-rest' })),
  end,
  send,
  receive,
  fail,
  fc.constant(always({ type: 'not-loaded', failure: noResponse })),
);
const deeds = fc.array(deed, { maxLength: 40, size: 'max' });

interface Walk {
  from?: FlowState;
  step?: typeof transition;
}

/** Calls `see` for every state, with the action that led to it. */
function follow(
  list: Deed[],
  see: (next: FlowState, action: Action, before: FlowState) => void,
  { from = initialState, step = transition }: Walk = {},
) {
  let state = from;
  for (const act of list) {
    const action = act(state);
    if (!action) continue;
    const before = state;
    state = step(before, action);
    see(state, action, before);
  }
}

test('no input is ever lost', () => {
  fc.assert(
    fc.property(deeds, (list) => {
      const typed = new Map<string, string>();
      follow(list, ({ details }, action) => {
        if (action.type === 'type-detail') typed.set(action.key, action.value);
        assert.deepEqual(details, typed);
      });
    }),
  );
});

test('amounts name prices of the chosen group alone, and at least one of each', () => {
  fc.assert(
    fc.property(deeds, (list) => {
      follow(list, ({ step }) => {
        if (!('choice' in step) || !step.choice) return;
        const { amounts, group, start: chosen, products } = step.choice;
        const prices = group?.prices.map(({ id }) => id) ?? [];

        assert.ok([...amounts.keys()].every((id) => prices.includes(id)));
        assert.ok([...amounts.values(), ...products.values()].every((each) => each > 0));
        if (chosen) assert.equal(chosen.group.event_id, group?.event_id);
      });
    }),
  );
});

test('a checkout and its result always have a key of their own for each order', () => {
  fc.assert(
    fc.property(deeds, (list) => {
      follow(list, ({ step }, action, before) => {
        const keys = attemptsOf(step).map(({ key }) => idempotencyKey.parse(key));
        assert.equal(new Set(keys).size, keys.length);
        // Only a new quote is a new attempt.
        if (action.type === 'quoted') return;
        const earlier = attemptsOf(before.step).map(({ key }) => key);
        assert.ok(keys.every((key) => earlier.includes(key)));
      });
    }),
  );
});

const atCheckout: Step = {
  name: 'checkout',
  choice: aChoice(),
  attempts: attemptsFor(['spree', 'lisbon', 'kyoto']),
  busy: null,
};

/** An order that the platform may have without the customer having seen its outcome. */
interface Unsettled {
  order: string;
  /** A response to one of its requests was lost, so a refusal of another one proves nothing. */
  isLost: boolean;
  /** The journal's last word was that nothing was sent. */
  isUnsent: boolean;
}

const isSent = (attempt?: Attempt) => attempt !== undefined && isOnItsWay(attempt);

/**
 * Fails as soon as an order is out of sight before the journal has spoken, or a key is sent that
 * ended, or an order is sent under two keys of which one is not settled.
 */
function checkNothingIsForgotten(list: Deed[], step = transition): void {
  const open = new Map<string, Unsettled>();
  const ended = new Set<string>();

  function send({ key, order }: Attempt): void {
    assert.ok(!ended.has(key), 'what has ended is sent');
    const vendor = order.vendor_id;
    const others = [...open].filter(([other]) => other !== key);
    assert.ok(!others.some(([, each]) => each.order === vendor), 'an order has two keys');
    open.set(key, { isLost: false, ...open.get(key), order: vendor, isUnsent: false });
  }

  function hear(action: Action, before?: Attempt): void {
    if (!before) return;
    const { key } = before;
    const unsettled = open.get(key);
    if (action.type === 'failed' && unsettled && isSent(before)) {
      if (action.unclear) unsettled.isLost = true;
      else if (!unsettled.isLost) open.delete(key);
    }
    if (action.type !== 'intent-received') return;
    const { state } = action.intent;
    if (state === 'placed' || state === 'absent') ended.add(key);
    if (!unsettled) return;
    if (state === 'open') Object.assign(unsettled, { isLost: true, isUnsent: true });
    else if (state === 'checking') unsettled.isUnsent = false;
    else open.delete(key);
  }

  const see = (next: FlowState, action: Action, before: FlowState) => {
    const find = (state: FlowState, key: string) =>
      attemptsOf(state.step).find((attempt) => attempt.key === key);
    for (const attempt of attemptsOf(next.step)) {
      if (isSent(attempt) && !isSent(find(before, attempt.key))) send(attempt);
    }
    if ('key' in action && action.type !== 'type-detail') hear(action, find(before, action.key));
    const isAbandoned = action.type === 'abandon' && next !== before;
    for (const [key, { isUnsent }] of open) {
      if (isAbandoned && isUnsent) open.delete(key);
      else assert.ok(find(next, key), 'the order is out of sight');
    }
  };
  // Starts at the checkout, because few random walks would reach it.
  follow(list, see, { from: { ...initialState, step: atCheckout }, step });
}

/**
 * Fails as soon as an order that the proxy was checking is ready, sent or refused, unless the journal
 * itself says how it ended.
 */
function checkWhatWasToldStays(list: Deed[], step = transition): void {
  const told = new Set<string>();
  const see = (next: FlowState, action: Action) => {
    if (action.type === 'intent-received') {
      const { key, intent } = action;
      if (intent.state === 'checking') told.add(key);
      else if (intent.state !== 'open') told.delete(key);
    }
    for (const { key, state } of attemptsOf(next.step)) {
      const isKept = ['checking', 'forgotten', 'placed', 'absent'].includes(state);
      if (told.has(key)) assert.ok(isKept, `what was being checked is ${state}`);
    }
  };
  follow(list, see, { from: { ...initialState, step: atCheckout }, step });
}

/** Mostly actions on orders, after the button was pressed. */
const orderDeeds = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: deed },
      { weight: 1, arbitrary: press },
      { weight: 1, arbitrary: end },
      { weight: 3, arbitrary: send },
      { weight: 2, arbitrary: fail },
    ),
    { maxLength: 60, size: 'max' },
  )
  .chain((list) => press.map((first) => [first, ...list]));

test('an order stays visible, and is never sent twice, until the journal has an outcome', () => {
  fc.assert(
    fc.property(orderDeeds, (list) => checkNothingIsForgotten(list)),
    { numRuns: 2000 },
  );
});

test('what the proxy was checking stays unclear until the journal has an outcome', () => {
  fc.assert(
    fc.property(orderDeeds, (list) => checkWhatWasToldStays(list)),
    { numRuns: 2000 },
  );
});

test('control: a flow that takes a journal without the order for an outcome is caught by that law', () => {
  const trusting: typeof transition = (state, action) => {
    const isForgotten = action.type === 'intent-received' && action.intent.state === 'open';
    const next = transition(state, action);
    if (!isForgotten) return next;
    const send = (attempt: Attempt): Attempt =>
      attempt.state === 'forgotten' ? { ...attempt, state: 'unrecorded', intent: null } : attempt;
    return { ...next, step: update(next.step, send) };
  };

  const { failed } = fc.check(
    fc.property(orderDeeds, (list) => checkWhatWasToldStays(list, trusting)),
    { seed: 2026, numRuns: 2000 },
  );

  assert.equal(failed, true);
});

test('a placed order stays after any actions until the customer leaves it', () => {
  fc.assert(
    fc.property(orderDeeds, (list) => {
      const see = ({ step: next }: FlowState, action: Action, { step: before }: FlowState) => {
        const shown = 'placed' in next ? next.placed : attemptsOf(next);
        const placed = attemptsOf(before).filter(isPlaced);
        const isLeft = ['list', 'view'].includes(next.name) || action.type === 'show-cart';
        const isOver = next.name === 'event' && attemptsOf(before).every(isPlaced);
        if (isLeft || isOver || isShown(before, next)) return;
        for (const { key } of placed) assert.ok(shown.some((attempt) => attempt.key === key));
      };
      follow(list, see, { from: { ...initialState, step: atCheckout } });
    }),
    { numRuns: 500 },
  );
});

/** Whether the customer has opened an event again, with nothing chosen. */
function isShown(before: Step, next: Step): boolean {
  return before.name !== 'event' && next.name === 'event' && next.choice.start === null;
}

const update = (step: Step, change: (attempt: Attempt) => Attempt): Step =>
  'attempts' in step ? { ...step, attempts: step.attempts.map(change) } : step;

/** The flow without one of its guards. */
const forgetful: Record<string, typeof transition> = {
  'leaves for the list': (state, action) =>
    action.type === 'show-list' ? { ...state, step: { name: 'list' } } : transition(state, action),
  'takes a refusal for the outcome': (state, action) => {
    const next = transition(state, action);
    if (action.type !== 'failed' || action.unclear) return next;
    const refuse = (attempt: Attempt): Attempt =>
      attempt.state === 'unclear' ? { ...attempt, state: 'refused' } : attempt;
    return { ...next, step: update(next.step, refuse) };
  },
  'makes another key for what is unclear': (state, action) => {
    const next = transition(state, action);
    if (action.type !== 'renew-quote') return next;
    const renew = (attempt: Attempt): Attempt =>
      attempt.state === 'unclear' ? { ...attempt, key: newKey(), state: 'ready' } : attempt;
    return { ...next, step: update(next.step, renew) };
  },
  'sends again what is placed': (state, action) => {
    if (action.type !== 'send' || state.step.name !== 'checkout' || !state.step.busy) {
      return transition(state, action);
    }
    const { key } = action;
    const sendAny = (attempt: Attempt): Attempt =>
      attempt.key === key ? { ...attempt, state: 'ordering' } : attempt;
    return { ...state, step: update(state.step, sendAny) };
  },
};
for (const [title, step] of Object.entries(forgetful)) {
  test(`control: a flow that ${title} is caught by that law`, () => {
    const { failed } = fc.check(
      fc.property(orderDeeds, (list) => checkNothingIsForgotten(list, step)),
      { seed: 2026, numRuns: 2000 },
    );

    assert.equal(failed, true);
  });
}

test('no action mutates the state that it is given', () => {
  const picture = (state: FlowState) => inspect(state, { depth: Infinity });

  fc.assert(
    fc.property(deeds, (list) => {
      let kept = picture(initialState);
      follow(list, (next, _, before) => {
        assert.equal(picture(before), kept);
        kept = picture(next);
      });
    }),
    { numRuns: 30 },
  );
});

test('control: the laws see every step, and a partly placed cart', () => {
  const seen = new Set<string>();
  const see = ({ step }: FlowState) => {
    const states = new Set(attemptsOf(step).map(isPlaced));
    seen.add(states.size > 1 ? `${step.name}, partly placed` : step.name);
  };
  fc.assert(
    fc.property(deeds, orderDeeds, (list, orders) => {
      follow(list, see);
      follow(orders, see, { from: { ...initialState, step: atCheckout } });
    }),
    { seed: 2026, numRuns: 300 },
  );

  const partly = ['checkout, partly placed', 'result, partly placed'];
  assert.deepEqual(
    [...seen].sort(),
    ['cart', 'checkout', ...partly, 'event', 'list', 'result', 'view'].sort(),
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { idempotencyKey, type IntentResponse } from '../../src/contract/order.schema.ts';
import { groupOf } from '../../src/domain/choice.ts';
import {
  initialState,
  transition,
  type Action,
  type FlowState,
  type Step,
} from '../../src/state/booking-flow.ts';
import { newKey } from '../../src/state/key.ts';
import {
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

/** Weekend has a price that weekdays have not, and the other way round. */
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
const amount = fc.integer({ min: 0, max: 4 });
const month = fc.constantFrom('2026-11', '2026-12');

const unsent: IntentResponse = { state: 'open', order: null, settled_by: null, problem: null };
const absent: IntentResponse = { ...unsent, state: 'absent' };
const aRefusedIntent: IntentResponse = { ...unsent, state: 'refused', problem: aProblem() };

/** What a person or the proxy may do; what of it is possible depends on what is shown. */
type Deed = (state: FlowState) => Action | undefined;
const always =
  (action: Action): Deed =>
  () =>
    action;

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.constant(always({ type: 'show-list' })),
  fc.constant(always({ type: 'show-event', eventId: 'kayak' })),
  month.map((each) => always({ type: 'show-month', month: each })),
  fc
    .array(start, { maxLength: 3 })
    .map((starts) => always({ type: 'choose-day', day: '2026-11-28', starts })),
  start.map((each) => always({ type: 'choose-start', start: each })),
  start.map((each) => always({ type: 'take-start', start: each })),
  fc.constant(always({ type: 'renew-quote' })),
  fc.tuple(place, amount).map(([index, each]): Deed => ({ step }) => {
    const group = 'choice' in step ? groupOf(step.choice, event) : undefined;
    const price = group?.prices[index];
    return group && price && { type: 'set-amount', group, priceId: price.id, amount: each };
  }),
  amount.map((each) => always({ type: 'set-product', productId: 'towel', amount: each })),
  fc.constant(always({ type: 'quote' })),
  fc.constant<Deed>(({ step }) => {
    const isAsked =
      step.name === 'event' ? step.quoting : step.name === 'checkout' && step.busy === 'pricing';
    return isAsked ? { type: 'quoted', order: aQuotedOrder(), key: newKey(), expires } : undefined;
  }),
  fc
    .tuple(fc.constantFrom('name', 'email', 'answers.hotel'), fc.string())
    .map(([key, value]) => always({ type: 'type-detail', key, value })),
  fc.constant(always({ type: 'change-choice' })),
  fc.constant(always({ type: 'order' })),
  fc.constant(always({ type: 'abandon' })),
  fc.constant(always({ type: 'show-view', viewKey: newKey() })),
  fc.constant(always({ type: 'viewed', intent: aPlacedIntent() })),
  fc
    .constantFrom(aPlacedIntent(), aCheckingIntent(), aRefusedIntent, unsent, absent)
    .map((intent): Deed => ({ step }) => {
      return 'key' in step ? { type: 'intent-received', key: step.key, intent } : undefined;
    }),
  fc
    .tuple(fc.constantFrom(noResponse, aRefusal(), aRefusal('too-many-requests')), fc.boolean())
    .map(([failure, unclear]) => always({ type: 'failed', failure, unclear })),
);
const deeds = fc.array(deed, { maxLength: 40, size: 'max' });

interface Walk {
  from?: FlowState;
  step?: typeof transition;
}

/** Tells every state on the way, with the action that led to it. */
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

test('nothing that was typed is ever lost', () => {
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
        if (!('choice' in step)) return;
        const { amounts, group, start: chosen, products } = step.choice;
        const prices = group?.prices.map(({ id }) => id) ?? [];

        assert.ok([...amounts.keys()].every((id) => prices.includes(id)));
        assert.ok([...amounts.values(), ...products.values()].every((each) => each > 0));
        if (chosen) assert.equal(chosen.group.event_id, group?.event_id);
      });
    }),
  );
});

test('a checkout and its result always have the key of their attempt', () => {
  fc.assert(
    fc.property(deeds, (list) => {
      follow(list, ({ step }, action, before) => {
        if (step.name !== 'checkout' && step.name !== 'result') return;
        idempotencyKey.parse(step.key);
        const previousKey = 'key' in before.step ? before.step.key : undefined;
        // Only a new quote is a new attempt.
        if (action.type !== 'quoted') assert.equal(step.key, previousKey);
        else assert.notEqual(step.key, previousKey);
      });
    }),
  );
});

const atCheckout: Step = {
  name: 'checkout',
  ...{ choice: aChoice(), order: aQuotedOrder(), key: newKey(), expires },
  ...{ busy: null, doubt: null, failure: null },
};

/** The one order that the platform may have without the customer having seen its outcome. */
interface Unsettled {
  key: string;
  /** A response to one of its requests was lost, so a refusal of another says nothing. */
  isLost: boolean;
  /** The journal's last word was that nothing was sent. */
  isUnsent: boolean;
}

/** Fails as soon as an order is out of sight, or another is sent, before the journal has spoken. */
function checkNothingIsForgotten(list: Deed[], step = transition): void {
  let open: Unsettled | undefined;

  const isOrdering = ({ step: { name, ...rest } }: FlowState) =>
    name === 'checkout' && 'busy' in rest && rest.busy === 'ordering';
  const see = (next: FlowState, action: Action, before: FlowState) => {
    const key = 'key' in next.step ? next.step.key : undefined;
    if (!isOrdering(before) && isOrdering(next)) {
      assert.ok(!open || open.key === key, 'another order is sent');
      open = { isLost: false, ...open, key: key ?? '', isUnsent: false };
    }
    if (!open) return;
    if (action.type === 'failed' && isOrdering(before)) {
      if (action.unclear) open.isLost = true;
      else if (!open.isLost) open = undefined;
    } else if (action.type === 'intent-received' && action.key === open.key) {
      const { state } = action.intent;
      if (state === 'open') open = { ...open, isLost: true, isUnsent: true };
      else open = state === 'checking' ? { ...open, isUnsent: false } : undefined;
    } else if (action.type === 'abandon' && open.isUnsent && next !== before) {
      open = undefined;
    }
    if (open) assert.equal(key, open.key, 'the order is out of sight');
  };
  // The way there is long; most walks would never order.
  follow(list, see, { from: { step: atCheckout, details: new Map() }, step });
}

test('an order stays in sight, and no other is sent, until the journal has said what became of it', () => {
  fc.assert(
    fc.property(deeds, (list) => checkNothingIsForgotten(list)),
    { numRuns: 2000 },
  );
});

/** What the flow would be without one of its guards. */
const forgetful: Record<string, typeof transition> = {
  'leaves for the list': (state, action) =>
    action.type === 'show-list' ? { ...state, step: { name: 'list' } } : transition(state, action),
  'takes a refusal for the outcome': (state, action) => {
    const next = transition(state, action);
    const isRefused = action.type === 'failed' && !action.unclear && next.step.name === 'checkout';
    return isRefused ? { ...next, step: { ...next.step, doubt: null } as Step } : next;
  },
  'makes another key for what is unclear': (state, action) => {
    const { step } = state;
    const isRequoted = action.type === 'renew-quote' && step.name === 'checkout' && !step.busy;
    return isRequoted
      ? { ...state, step: { ...step, busy: 'pricing' } }
      : transition(state, action);
  },
};
for (const [title, step] of Object.entries(forgetful)) {
  test(`a flow that ${title} is caught by that law`, () => {
    const { failed } = fc.check(
      fc.property(deeds, (list) => checkNothingIsForgotten(list, step)),
      { seed: 2026, numRuns: 2000 },
    );

    assert.equal(failed, true);
  });
}

test('no action changes the state that it is given', () => {
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

test('the laws see every step', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(deeds, (list) => {
      follow(list, ({ step }) => seen.add(step.name));
    }),
    { seed: 2026, numRuns: 300 },
  );

  assert.deepEqual([...seen].sort(), ['checkout', 'event', 'list', 'result', 'view']);
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { DAY, HOUR } from '#contract/milliseconds';
import {
  type Authorisation,
  type AuthorisationEvent,
  type AuthorisationState,
  authorisationStates,
  changeAuthorisations,
  lapses,
  MOST_AUTHORISATIONS,
  type Outcome,
  type PaymentDue,
} from '../../../proxy/journal/authorisation.ts';

/** What the order cost when it was paid, and a lower price. */
const PRICE = 9_800;
const LOWER = 4_900;
const dues: PaymentDue[] = ['hold', PRICE, LOWER, 0, 'leave'];
const refunds = 'automatic';

function one(state: AuthorisationState, more: Partial<Authorisation> = {}): Authorisation {
  const isTaken = ['capturing', 'captured', 'refunding', 'unrefunded'].includes(state);
  return { id: 'a', state, amount: PRICE, ...(isTaken && { captured: PRICE }), ...more };
}

/** Every pair that is not here changes nothing. */
const begun: Partial<Record<AuthorisationState, Partial<Record<PaymentDue, AuthorisationState>>>> =
  {
    made: { [PRICE]: 'voiding', [LOWER]: 'voiding', 0: 'voiding', leave: 'voiding' },
    authorised: { [PRICE]: 'capturing', [LOWER]: 'capturing', 0: 'voiding', leave: 'uncaptured' },
    captured: { [LOWER]: 'refunding', 0: 'refunding' },
    uncaptured: { 0: 'voiding' },
  };
for (const state of authorisationStates) {
  for (const due of dues) {
    const next = begun[state]?.[due];
    test(`an authorisation that is ${state} becomes ${next ?? 'nothing else'} if what is due is: ${due}`, () => {
      const event = { type: 'payment-begun', authorisation: 'a', refunds, at: 0 } as const;
      assert.equal(changeAuthorisations([one(state)], event, due)?.[0]?.state, next);
    });
  }
}

const ended: Partial<Record<AuthorisationState, Partial<Record<Outcome, AuthorisationState>>>> = {
  capturing: { done: 'captured', refused: 'uncaptured', lapsed: 'lapsed' },
  voiding: { done: 'voided', refused: 'unvoided' },
  refunding: { done: 'captured', refused: 'unrefunded' },
  unrefunded: { done: 'captured' },
};
for (const state of authorisationStates) {
  for (const outcome of ['done', 'refused', 'lapsed'] as const) {
    const next = ended[state]?.[outcome];
    test(`an authorisation that is ${state} becomes ${next ?? 'nothing else'} when the provider responds: ${outcome}`, () => {
      const step = one(state);
      const event = { type: 'payment-ended', authorisation: 'a', step, outcome, at: 0 } as const;
      for (const due of dues) {
        assert.equal(changeAuthorisations([step], event, due)?.[0]?.state, next);
      }
    });
  }
}

test('a kept method that is refused can be paid again, and one that is released cannot', () => {
  const refuse = (state: AuthorisationState, due: PaymentDue) => {
    const kept = one(state, { saves_method: true });
    return end([kept], 'a', due, { outcome: 'refused', at: 7 })?.[0];
  };
  const refused = refuse('capturing', PRICE);
  assert.deepEqual([refused?.state, refused?.lapsed_at], ['lapsed', 7]);
  assert.equal(refuse('voiding', 0)?.state, 'unvoided');
});

const begin = (list: readonly Authorisation[], id: string, due: PaymentDue = PRICE) =>
  changeAuthorisations(list, { type: 'payment-begun', authorisation: id, refunds, at: 0 }, due);

/** Ends the step that was begun last. */
function end(
  list: readonly Authorisation[],
  id: string,
  due: PaymentDue = PRICE,
  { outcome = 'done', at = 0 }: { readonly outcome?: Outcome; readonly at?: number } = {},
) {
  const step = list.find((each) => each.id === id);
  assert.ok(step);
  const event = { type: 'payment-ended', authorisation: id, step, outcome, at } as const;
  return changeAuthorisations(list, event, due);
}

test('what is taken is what the order costs, and the rest is released with it', () => {
  assert.equal(begin([one('authorised')], 'a', LOWER)?.[0]?.captured, LOWER);
});

test('of several authorisations the last one pays, and the others are voided after it', () => {
  const before = ['a', 'b'].map((id) => one('authorised', { id }));
  assert.equal(begin(before, 'a'), undefined);
  const capturing = begin(before, 'b') ?? [];
  assert.equal(capturing[1]?.state, 'capturing');
  assert.equal(begin(capturing, 'a'), undefined);

  const captured = end(capturing, 'b') ?? [];
  assert.equal(begin(captured, 'a')?.[0]?.state, 'voiding');
});

test('where the last one cannot be taken, the one before it pays', () => {
  const list = [one('authorised'), one('uncaptured', { id: 'b' })];
  assert.equal(begin(list, 'a')?.[0]?.state, 'capturing');
});

test('an authorisation of less than the order costs does not pay for it', () => {
  const list = [one('authorised'), one('authorised', { id: 'b', amount: LOWER })];
  assert.equal(begin(list, 'a')?.[0]?.state, 'capturing');
  assert.equal(begin(list, 'b'), undefined);
});

test('an order that becomes cheaper twice has the difference given back twice', () => {
  const first = begin([one('captured')], 'a', LOWER) ?? [];
  assert.equal(first[0]?.refund, PRICE - LOWER);
  const done = end(first, 'a', LOWER) ?? [];
  assert.equal(begin(done, 'a', LOWER), undefined);
  assert.deepEqual(begin(done, 'a', 0)?.[0], one('refunding', { refund: PRICE, asked_at: 0 }));
});

test('what was done of an earlier step ends no later one', () => {
  const capturing = one('capturing');
  const ends = { type: 'payment-ended', authorisation: 'a', outcome: 'done', at: 0 } as const;
  const refunding = begin([one('captured')], 'a', 0) ?? [];
  assert.equal(changeAuthorisations(refunding, { ...ends, step: capturing }, 0), undefined);

  const less = begin([one('captured')], 'a', LOWER)?.[0];
  assert.ok(less);
  assert.equal(changeAuthorisations(refunding, { ...ends, step: less }, 0), undefined);
});

test('what the provider shows as taken is given back, and what came back already is not', () => {
  const found = { type: 'payment-found', authorisation: 'a', captured: PRICE, at: 1 } as const;
  const taken = changeAuthorisations([one('voiding')], { ...found, refunded: 0 }, 0) ?? [];
  assert.equal(begin(taken, 'a', 0)?.[0]?.state, 'refunding');

  const returned = changeAuthorisations([one('voiding')], { ...found, refunded: PRICE }, 0) ?? [];
  assert.equal(begin(returned, 'a', 0), undefined);
  assert.equal(changeAuthorisations([one('authorised')], { ...found, refunded: 0 }, 0), undefined);
});

test('what has gone back is believed only of what was asked about', () => {
  const returned = { type: 'payment-returned', authorisation: 'a' } as const;
  const before = one('captured');
  const refunded = one('captured', { refund: PRICE });
  const tell = (step: Authorisation, amount: number) =>
    changeAuthorisations([refunded], { ...returned, step, refunded: amount }, 0)?.[0];
  assert.equal(tell(before, 0), undefined, 'a reading from before the refund');
  assert.equal(tell(refunded, PRICE), undefined);
  assert.equal(tell(refunded, 0)?.state, 'unrefunded');
});

test('a step without an outcome is told after an hour and then each day, until it ends or is seen', () => {
  let list = begin([one('captured')], 'a', 0) ?? [];
  const isTold = (at: number) => {
    const [step] = list;
    assert.ok(step);
    const unclear = { type: 'payment-unclear', authorisation: 'a', step, at } as const;
    const changed = changeAuthorisations(list, unclear, 0);
    list = changed ?? list;
    return changed?.[0]?.alarmed_at === at;
  };
  const times = [0, HOUR - 1, HOUR, 2 * HOUR, HOUR + DAY - 1, HOUR + DAY];
  assert.deepEqual(times.map(isTold), [false, false, true, false, false, true]);

  const [step] = list;
  assert.ok(step);
  assert.deepEqual(end(list, 'a', 0)?.[0], one('captured', { refund: PRICE }));
  list =
    changeAuthorisations(list, { type: 'payment-on-its-way', authorisation: 'a', step }, 0) ?? [];
  assert.equal(isTold(3 * DAY), false);
  assert.equal(isTold(9 * DAY), false);
});

test('a step that an earlier version has begun is counted from the first look', () => {
  const step = one('voiding');
  const unclear = { type: 'payment-unclear', authorisation: 'a', step } as const;
  const first = changeAuthorisations([step], { ...unclear, at: 5 }, 0) ?? [];
  assert.deepEqual([first[0]?.asked_at, first[0]?.alarmed_at], [5, undefined]);
  assert.equal(
    changeAuthorisations(first, { ...unclear, at: HOUR + 5 }, 0)?.[0]?.alarmed_at,
    HOUR + 5,
  );
});

test('where refunds are manual, the provider is not called for one', () => {
  const event = { type: 'payment-begun', authorisation: 'a', refunds: 'manual', at: 0 } as const;
  assert.equal(changeAuthorisations([one('captured')], event, 0)?.[0]?.state, 'unrefunded');
});

test('a payment that is made twice is recorded once', () => {
  const event = { type: 'payment-made', authorisation: 'a', amount: PRICE } as const;
  const once = changeAuthorisations([], event, 'hold');

  assert.deepEqual(once, [one('made')]);
  assert.equal(changeAuthorisations(once, event, 'hold'), undefined);
});

test('a payment that was made is recorded, however many there are', () => {
  let list: readonly Authorisation[] = [];
  for (let count = 0; count < 2 * MOST_AUTHORISATIONS; count += 1) {
    const event = { type: 'payment-made', authorisation: String(count), amount: PRICE } as const;
    list = changeAuthorisations(list, event, 'hold') ?? list;
  }
  assert.equal(list.length, 2 * MOST_AUTHORISATIONS);
});

const ids = ['a', 'b', 'c'];
const event = fc.oneof(
  fc
    .constantFrom(...ids)
    .map((id): AuthorisationEvent => ({ type: 'payment-made', authorisation: id, amount: PRICE })),
  fc
    .constantFrom(...ids)
    .map((id): AuthorisationEvent => ({ type: 'payment-verified', authorisation: id, at: 0 })),
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom(...lapses))
    .map(([id, lapse]): AuthorisationEvent => ({
      type: 'payment-lapses',
      authorisation: id,
      lapse,
    })),
  fc.constantFrom(...ids).map((id): AuthorisationEvent => ({
    type: 'payment-begun',
    authorisation: id,
    refunds,
    at: 0,
  })),
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom('done' as const, 'refused' as const))
    .map(([id, outcome]): AuthorisationEvent => ({
      type: 'payment-ended',
      authorisation: id,
      step: one('made'),
      outcome,
      at: 0,
    })),
);
const paying = ['capturing', 'captured', 'refunding', 'unrefunded'];
const notTaken = ['made', 'authorised', 'voiding', 'voided', 'unvoided'];

test('after any events, at most one is captured, it is not voided, and outcomes are final', () => {
  const history = fc.array(fc.tuple(event, fc.constantFrom(...dues)), {
    maxLength: 40,
    size: 'max',
  });
  fc.assert(
    fc.property(history, (happened) => {
      let list: readonly Authorisation[] = [];
      for (const [next, due] of happened) {
        const step = list.find(({ id }) => id === next.authorisation);
        const isEnd = next.type === 'payment-ended' && step;
        const changed = changeAuthorisations(list, isEnd ? { ...next, step } : next, due);
        if (!changed) continue;
        assert.ok(changed.filter(({ state }) => paying.includes(state)).length <= 1);
        for (const [index, { id, state }] of changed.entries()) {
          const before = list[index];
          if (before?.state === state) continue;
          assert.equal(id, before?.id ?? id);
          if (before && paying.includes(before.state)) assert.ok(!notTaken.includes(state));
          if (before?.state === 'voiding') assert.ok(!paying.includes(state));
          if (state === 'capturing') assert.ok(typeof due === 'number' && due > 0);
          if (state === 'voiding') assert.notEqual(due, 'hold');
        }
        list = changed;
      }
    }),
    { numRuns: 2_000 },
  );
});

test('once the outcome is known, one is captured if the order is placed, and the others are voided', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
      fc.constantFrom(PRICE, 0),
      fc.shuffledSubarray(ids, { minLength: ids.length }),
      (authorised, due, sequence) => {
        let list = authorised.map((id) => one('authorised', { id }));
        // Twice, because others wait until the money is taken.
        for (const authorisation of [...sequence, ...sequence]) {
          list = [...(begin(list, authorisation, due) ?? list)];
          const isGiven = list.some(({ id }) => id === authorisation);
          if (isGiven) list = [...(end(list, authorisation, due) ?? list)];
        }
        const captured = list.filter(({ state }) => state === 'captured').length;
        const voided = list.filter(({ state }) => state === 'voided').length;
        assert.equal(captured, due === 0 ? 0 : 1);
        assert.equal(voided, list.length - captured);
      },
    ),
  );
});

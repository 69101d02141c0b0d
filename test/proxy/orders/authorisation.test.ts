import test from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Authorisation,
  type AuthorisationEvent,
  type AuthorisationState,
  changeAuthorisations,
  isOpen,
  type PaymentDue,
} from '../../../proxy/orders/authorisation.ts';

const states: AuthorisationState[] = [
  ...(['authorised', 'capturing', 'captured', 'uncaptured'] as const),
  ...(['voiding', 'voided', 'unvoided'] as const),
];
const dues: PaymentDue[] = ['hold', 'capture', 'void', 'leave'];

/** Every pair that is not here changes nothing. */
const begun: Partial<Record<AuthorisationState, Partial<Record<PaymentDue, AuthorisationState>>>> =
  {
    authorised: { capture: 'capturing', void: 'voiding', leave: 'uncaptured' },
  };
for (const state of states) {
  for (const due of dues) {
    const next = begun[state]?.[due];
    test(`an authorisation that is ${state} becomes ${next ?? 'nothing else'} if the order’s payment is: ${due}`, () => {
      const event = { type: 'payment-begun', authorisation: 'a' } as const;
      const changed = changeAuthorisations([{ id: 'a', state }], event, due);
      assert.equal(changed?.[0]?.state, next);
    });
  }
}

const ended: Partial<Record<AuthorisationState, Record<'done' | 'refused', AuthorisationState>>> = {
  capturing: { done: 'captured', refused: 'uncaptured' },
  voiding: { done: 'voided', refused: 'unvoided' },
};
for (const state of states) {
  for (const outcome of ['done', 'refused'] as const) {
    const next = ended[state]?.[outcome];
    test(`an authorisation that is ${state} becomes ${next ?? 'nothing else'} when the provider responds: ${outcome}`, () => {
      const event = { type: 'payment-ended', authorisation: 'a', outcome } as const;
      for (const due of dues) {
        assert.equal(changeAuthorisations([{ id: 'a', state }], event, due)?.[0]?.state, next);
      }
    });
  }
}

test('of several authorisations the last one pays, and the others are voided', () => {
  const before: Authorisation[] = ['a', 'b'].map((id) => ({ id, state: 'authorised' }));
  const begin = (id: string) =>
    changeAuthorisations(before, { type: 'payment-begun', authorisation: id }, 'capture');

  assert.deepEqual(begin('a')?.[0], { id: 'a', state: 'voiding' });
  assert.deepEqual(begin('b')?.[1], { id: 'b', state: 'capturing' });
});

test('an authorisation that arrives after the capture was begun is voided, also if the capture was refused', () => {
  for (const state of ['capturing', 'captured', 'uncaptured'] as const) {
    const before: Authorisation[] = [
      { id: 'a', state },
      { id: 'b', state: 'authorised' },
    ];
    const event = { type: 'payment-begun', authorisation: 'b' } as const;
    assert.equal(changeAuthorisations(before, event, 'capture')?.[1]?.state, 'voiding');
  }
});

test('a repeated authorisation is recorded once', () => {
  const event = { type: 'authorised', authorisation: 'a' } as const;
  const once = changeAuthorisations([], event, 'hold');

  assert.deepEqual(once, [{ id: 'a', state: 'authorised' }]);
  assert.equal(changeAuthorisations(once, event, 'hold'), undefined);
});

test('the list of authorisations is limited', () => {
  let list: readonly Authorisation[] = [];
  for (let count = 0; count < 100; count += 1) {
    const event = { type: 'authorised', authorisation: String(count) } as const;
    list = changeAuthorisations(list, event, 'hold') ?? list;
  }
  assert.equal(list.length, 20);
});

const ids = ['a', 'b', 'c'];
const event = fc.oneof(
  fc
    .constantFrom(...ids)
    .map((id): AuthorisationEvent => ({ type: 'authorised', authorisation: id })),
  fc
    .constantFrom(...ids)
    .map((id): AuthorisationEvent => ({ type: 'payment-begun', authorisation: id })),
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom('done' as const, 'refused' as const))
    .map(([id, outcome]): AuthorisationEvent => ({
      type: 'payment-ended',
      authorisation: id,
      outcome,
    })),
);
const paying = ['capturing', 'captured', 'uncaptured'];

test('after any events, at most one is captured, it is not voided, and outcomes are final', () => {
  const history = fc.array(fc.tuple(event, fc.constantFrom(...dues)), {
    maxLength: 40,
    size: 'max',
  });
  fc.assert(
    fc.property(history, (happened) => {
      let list: readonly Authorisation[] = [];
      for (const [next, due] of happened) {
        const changed = changeAuthorisations(list, next, due);
        if (!changed) continue;
        assert.ok(changed.filter(({ state }) => paying.includes(state)).length <= 1);
        for (const [index, { id, state }] of changed.entries()) {
          const before = list[index];
          if (before?.state === state) continue;
          assert.equal(id, before?.id ?? id);
          assert.ok(!before || isOpen(before), `${before?.state} became ${state}`);
          if (before?.state === 'capturing') assert.ok(paying.includes(state));
          if (before?.state === 'voiding') assert.ok(!paying.includes(state));
          if (state === 'capturing') assert.equal(due, 'capture');
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
      fc.constantFrom('capture' as const, 'void' as const),
      fc.shuffledSubarray(ids, { minLength: ids.length }),
      (authorised, due, sequence) => {
        let list: readonly Authorisation[] = authorised.map((id) => ({ id, state: 'authorised' }));
        for (const authorisation of sequence) {
          for (const step of [
            { type: 'payment-begun', authorisation },
            { type: 'payment-ended', authorisation, outcome: 'done' },
          ] as const) {
            list = changeAuthorisations(list, step, due) ?? list;
          }
        }
        const captured = list.filter(({ state }) => state === 'captured').length;
        const voided = list.filter(({ state }) => state === 'voided').length;
        assert.equal(captured, due === 'capture' ? 1 : 0);
        assert.equal(voided, list.length - captured);
      },
    ),
  );
});

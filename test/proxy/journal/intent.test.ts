import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { toProblem } from '../../../proxy/http/problems.ts';
import type { PaymentDue } from '../../../proxy/journal/authorisation.ts';
import type { Attempt, Intent, IntentEvent, Order } from '../../../proxy/journal/intent.ts';
import { dueOf, lastAttempt, settledAt, transition } from '../../../proxy/journal/intent.ts';
import type { Moment } from '../../../proxy/journal/moment.ts';
import { anExpectedOrder } from '../builders.ts';

const SETTLE_TIME = 900_000;
const SEND_TIME = 30_000;
const moment = (time: number): Moment => ({ wall: time, process: 'p', monotonic: time });
const order = { id: 'o1', code: 'ABC', status: 'ACCEPTED', total: 100, currency: 'EUR' } as const;
const problem = toProblem('order-refused', []);

const fresh: Intent = {
  state: 'new',
  opened_at: 500,
  attempt: 0,
  sent_at: 0,
  fingerprint: 'f',
  external_reference: 'R',
  view_id: 'v',
  expected: anExpectedOrder,
  order: null,
  problem: null,
};
const sending: Intent = {
  ...fresh,
  state: 'sending',
  attempt: 2,
  sent_at: 1_000,
  sent: moment(1_000),
  send_time: SEND_TIME,
  settle_time: SETTLE_TIME,
  client_id: 'c',
};
const intents: Record<Intent['state'], Intent> = {
  new: { ...fresh, attempt: 2, sent_at: 1_000 },
  sending,
  unknown: { ...sending, state: 'unknown' },
  placed: { ...sending, state: 'placed', order },
  refused: { ...sending, state: 'refused', problem },
  absent: { ...sending, state: 'absent' },
};
const of: Attempt = { attempt: 2, sent_at: 1_000 };
/** The attempt that `events.sending` begins. */
const next: Attempt = { attempt: 3, sent_at: 5_000 };
const events = {
  sending: {
    type: 'sending',
    of,
    sent: moment(5_000),
    send_time: SEND_TIME,
    client_id: 'c',
    fingerprint: 'g',
    expected: fresh.expected,
  },
  declined: { type: 'declined', fingerprint: 'g', problem },
  postponed: { type: 'postponed' },
  repeated: { type: 'repeated', submission: 7 },
  placed: { type: 'placed', order },
  acknowledged: { type: 'acknowledged' },
  refused: { type: 'refused', of, problem },
  unsent: { type: 'unsent', of },
  unclear: { type: 'unclear' },
  abandoned: { type: 'abandoned', of },
  missing: {
    type: 'missing',
    of,
    asked: moment(1_001 + SEND_TIME + SETTLE_TIME),
    observed: 0,
  },
} as const satisfies Record<string, IntentEvent>;

/** Every pair that is not here changes nothing. */
const table: Partial<
  Record<Intent['state'], Partial<Record<keyof typeof events, Intent['state']>>>
> = {
  new: {
    sending: 'sending',
    declined: 'refused',
    postponed: 'new',
    placed: 'placed',
    repeated: 'new',
  },
  sending: {
    placed: 'placed',
    acknowledged: 'unknown',
    refused: 'refused',
    unsent: 'new',
    unclear: 'unknown',
    abandoned: 'unknown',
    repeated: 'sending',
  },
  unknown: {
    placed: 'placed',
    acknowledged: 'unknown',
    refused: 'refused',
    missing: 'absent',
    repeated: 'unknown',
  },
  // The platform has the order after all.
  refused: { placed: 'placed' },
  absent: { placed: 'placed' },
};
for (const state of Object.keys(intents) as Intent['state'][]) {
  for (const name of Object.keys(events) as (keyof typeof events)[]) {
    const next = table[state]?.[name];
    test(`${name} makes an intent that is ${state} ${next ?? 'nothing else'}`, () => {
      assert.equal(transition(intents[state], events[name], SETTLE_TIME)?.state, next);
    });
  }
}

test('a copy of a submission that was told to try again sends nothing, and the next one does', () => {
  const told = transition(intents.new, { type: 'postponed', submission: 2 }, SETTLE_TIME);
  assert.ok(told);
  const send = (submission?: number) =>
    transition(told, { ...events.sending, of: { ...of, attempt: 3 }, submission }, SETTLE_TIME)
      ?.state;

  assert.deepEqual(
    [send(1), send(2), send(3), send()],
    [undefined, undefined, 'sending', 'sending'],
  );
});

test('a copy of a submission that was told of another one’s sending sends nothing either', () => {
  const sent = transition(intents.new, { ...events.sending, submission: 4 }, SETTLE_TIME);
  assert.ok(sent);
  const told = transition(sent, { type: 'repeated', submission: 6 }, SETTLE_TIME);
  assert.ok(told);
  const unsent = transition(told, { type: 'unsent', of: next }, SETTLE_TIME);
  assert.ok(unsent);
  const send = (submission: number) =>
    transition(unsent, { ...events.sending, of: next, submission }, SETTLE_TIME)?.state;

  assert.deepEqual([4, 5, 6, 7].map(send), [undefined, undefined, undefined, 'sending']);
});

test('a submission before the one that is sent changes nothing', () => {
  const sent = transition(intents.new, { ...events.sending, submission: 4 }, SETTLE_TIME);
  assert.ok(sent);
  for (const submission of [3, 4]) {
    assert.equal(transition(sent, { type: 'repeated', submission }, SETTLE_TIME), undefined);
  }
});

test('a copy of a submission that the platform did not look at sends nothing', () => {
  const sent = transition(intents.new, { ...events.sending, submission: 4 }, SETTLE_TIME);
  assert.ok(sent);
  const unsent = transition(sent, { type: 'unsent', of: next }, SETTLE_TIME);
  assert.ok(unsent);
  const send = (submission: number) =>
    transition(unsent, { ...events.sending, of: next, submission }, SETTLE_TIME)?.state;

  assert.deepEqual([send(4), send(5)], [undefined, 'sending']);
});

test('each attempt is counted and dated', () => {
  const sent = transition(intents.new, events.sending, SETTLE_TIME);

  assert.deepEqual([sent?.attempt, sent?.sent_at], [3, 5_000]);
});

test('an event of another attempt changes nothing, though it may have the number of the last one', () => {
  const earlier: Attempt = { attempt: 1, sent_at: 1_000 };
  // The store went back, and the attempt was made again.
  const forgotten: Attempt = { attempt: 2, sent_at: 900 };
  for (const event of Object.values(events)) {
    if (!('of' in event)) continue;
    for (const intent of Object.values(intents)) {
      for (const other of [earlier, forgotten]) {
        assert.equal(transition(intent, { ...event, of: other }, SETTLE_TIME), undefined);
      }
    }
  }
});

test('a look-up for another attempt changes nothing, and what a sender hears of an order counts', () => {
  const lookedUp: IntentEvent = { ...events.placed, of: { attempt: 2, sent_at: 900 } };

  assert.equal(transition(intents.sending, lookedUp, SETTLE_TIME), undefined);
  assert.equal(transition(intents.sending, events.placed, SETTLE_TIME)?.state, 'placed');
});

test('an order that the platform has acknowledged is neither refused nor absent', () => {
  const acknowledged = transition(intents.sending, events.acknowledged, SETTLE_TIME);
  assert.ok(acknowledged);

  for (const event of [events.refused, events.unsent, events.missing]) {
    assert.equal(transition(acknowledged, event, SETTLE_TIME), undefined);
  }
  assert.equal(transition(acknowledged, events.placed, SETTLE_TIME)?.state, 'placed');
});

test('after a refusal that may be tried again, only a later request may send', () => {
  const postponed = transition(intents.new, events.postponed, SETTLE_TIME);
  assert.ok(postponed);

  assert.equal(transition(postponed, events.sending, SETTLE_TIME), undefined);
  const later = transition(
    postponed,
    { ...events.sending, of: { ...of, attempt: 3 } },
    SETTLE_TIME,
  );
  assert.deepEqual([later?.state, later?.attempt], ['sending', 4]);
});

test('an order is not called absent before it had its time to land', () => {
  const asked = (time: number) =>
    transition(intents.unknown, { ...events.missing, asked: moment(time) }, SETTLE_TIME)?.state;

  assert.equal(asked(1_000 + SEND_TIME + SETTLE_TIME), undefined);
  assert.equal(asked(1_001 + SEND_TIME + SETTLE_TIME), 'absent');
});

test('an order keeps the settle time that it was sent with, whatever that of the process which asks', () => {
  const sent = transition(intents.new, events.sending, SETTLE_TIME);
  assert.ok(sent);
  const unknown = transition(sent, { type: 'unclear' }, 1_000);
  assert.ok(unknown);
  const asked = (time: number, settleTime: number) => {
    const event = { ...events.missing, of: next, asked: moment(time) };
    return transition(unknown, event, settleTime)?.state;
  };

  const settled = 5_001 + SEND_TIME + SETTLE_TIME;
  assert.deepEqual([asked(settled - 1, 1_000), asked(settled, 1_000)], [undefined, 'absent']);
  assert.equal(asked(settled, 2 * SETTLE_TIME), 'absent');
  assert.ok(settledAt(unknown) >= settled);
});

test('after any events, an order is sent only from the state new, and only an order that appears changes an outcome', () => {
  const event = fc.oneof(
    fc.nat(1e7).map((at): IntentEvent => ({ ...events.sending, sent: moment(at) })),
    fc.constantFrom<IntentEvent>(
      events.declined,
      events.postponed,
      events.placed,
      events.acknowledged,
      events.refused,
      events.unsent,
      events.unclear,
      events.abandoned,
    ),
    fc.nat(9).map((submission): IntentEvent => ({ type: 'repeated', submission })),
    fc.nat(1e7).map((at): IntentEvent => ({ ...events.missing, asked: moment(at) })),
  );
  const ofLast = (intent: Intent, happened: IntentEvent): IntentEvent =>
    'of' in happened ? { ...happened, of: lastAttempt(intent) } : happened;
  const step = fc.record({ happened: event, isOfLast: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (history) => {
      let intent = fresh;
      for (const { happened, isOfLast } of history) {
        const next = transition(
          intent,
          isOfLast ? ofLast(intent, happened) : happened,
          SETTLE_TIME,
        );
        if (!next) continue;
        if (happened.type === 'sending') assert.equal(intent.state, 'new');
        const isOpen = ['new', 'sending', 'unknown'].includes(intent.state);
        assert.ok(isOpen || (happened.type === 'placed' && intent.state !== 'placed'));
        assert.equal(next.order !== null, next.state === 'placed');
        assert.equal(next.problem !== null, next.state === 'refused');
        intent = next;
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a payment changes nothing else in the intent', () => {
  for (const intent of Object.values(intents)) {
    const event = { type: 'payment-made', authorisation: 'a', amount: 9_800 } as const;
    const { authorisations, ...rest } = transition(intent, event, SETTLE_TIME) ?? intent;
    assert.deepEqual(authorisations, [{ id: 'a', state: 'made', amount: 9_800 }]);
    assert.deepEqual(rest, intent);
  }
});

const dues: [state: Intent['state'], order: Partial<Order> | null, due: PaymentDue][] = [
  ['new', null, 'hold'],
  ['sending', null, 'hold'],
  ['unknown', null, 'hold'],
  ['unknown', {}, 'hold'],
  ['refused', null, 0],
  ['absent', null, 0],
  ['absent', {}, 0],
  ['placed', null, 'hold'],
  ['placed', {}, 100],
  ['placed', { status: 'PENDING' }, 'hold'],
  ['placed', { status: 'OPEN' }, 'hold'],
  ['placed', { status: 'RESERVED' }, 'hold'],
  ['placed', { status: 'CANCELED' }, 0],
  ['placed', { status: 'DECLINED' }, 0],
  ['placed', { total: 99 }, 99],
  ['placed', { total: 101 }, 'leave'],
  ['placed', { currency: 'USD' }, 'leave'],
  ['placed', { total: 0 }, 0],
];
for (const [state, change, due] of dues) {
  test(`an intent that is ${state}, its order ${JSON.stringify(change)}: the payment is ${due}`, () => {
    assert.equal(dueOf(intents[state], change && { ...order, ...change }), due);
  });
}

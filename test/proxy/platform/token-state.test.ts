import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import {
  isRefusal,
  isUsable,
  nextStep,
  noToken,
  type TokenEvent,
  type TokenState,
  type TokenStep,
  transition,
} from '../../../proxy/platform/token-state.ts';
import {
  FIRST_TOKEN_RETRY,
  LONGEST_TOKEN_RETRY,
  TOKEN_GIVEN_UP_EVERY,
  TOKEN_LEASE,
} from '../../../proxy/time-limits.ts';
import { tokenFailures } from '../../../proxy/token-failure.ts';

const NOW = 10 * HOUR;

const grant = { scope: 'calendar_read', granted_for: 'client' };
const granted: TokenState = { ...noToken, token: 'a', expires_at: NOW + HOUR, ...grant };
const leased: TokenState = { ...noToken, lease_until: NOW + TOKEN_LEASE };
const failed: TokenState = { ...noToken, failures: 1, retry_at: NOW + FIRST_TOKEN_RETRY };

const steps: [what: string, state: TokenState, now: number, step: TokenStep][] = [
  ['without a token', noToken, NOW, 'request'],
  ['with a token', granted, NOW, 'use'],
  ['until the token expires', granted, NOW + HOUR - 1, 'use'],
  ['when the token has expired', granted, NOW + HOUR, 'request'],
  ['when the token was given up', { ...granted, given_up: true }, NOW, 'request'],
  ['while another instance has the lease', leased, NOW, 'wait'],
  ['when the lease has expired', leased, NOW + TOKEN_LEASE, 'request'],
  ['after a failed request', failed, NOW, 'unavailable'],
  ['when the clock was set back after a failure', failed, NOW - HOUR, 'request'],
  ['when the clock was set back during a lease', leased, NOW - HOUR, 'request'],
  ['as another clock sees a failure, a minute before it', failed, NOW - 60_000, 'unavailable'],
  ['as another clock sees a lease, a minute before it', leased, NOW - 60_000, 'wait'],
  ['when the retry is due', failed, NOW + FIRST_TOKEN_RETRY, 'request'],
  ['with a token, whatever failed before', { ...failed, ...granted }, NOW, 'use'],
];
for (const [what, state, now, step] of steps) {
  test(`${what} the next step is to ${step}`, () => assert.equal(nextStep(state, now), step));
}

test('a granted token ends the lease and the failures, and keeps the time of the early refresh', () => {
  const last_failure = { reason: 'no-response' } as const;
  const state = { ...leased, failures: 3, retry_at: NOW, early_refresh_at: 5, last_failure };
  const expires_at = NOW + HOUR;
  const event = { type: 'granted', at: NOW, token: 'b', expires_at, ...grant } as const;

  assert.deepEqual(transition(state, event), {
    ...noToken,
    token: 'b',
    expires_at: NOW + HOUR,
    early_refresh_at: 5,
    ...grant,
  });
});

test('of two tokens the one that expires later stays', () => {
  const event = (expires_at: number) =>
    ({ type: 'granted', at: NOW, token: 'b', expires_at, ...grant }) as const;

  assert.equal(transition(granted, event(NOW + HOUR)), undefined);
  assert.equal(transition(granted, event(NOW + HOUR + 1))?.token, 'b');
  assert.equal(transition({ ...granted, given_up: true }, event(NOW + 1))?.token, 'b');
});

test('a token that the platform calls active was given up by mistake, until it expires', () => {
  const givenUp = { ...granted, given_up: true, lease_until: NOW + TOKEN_LEASE };
  const refused: Extract<TokenEvent, { type: 'refused' }> = {
    type: 'refused',
    at: NOW,
    failure: { reason: 'active-token', status: 429 },
    retryAfter: 0,
  };

  assert.deepEqual(transition(givenUp, refused), granted);
  const failure = { reason: 'credentials-refused', status: 401 } as const;
  assert.deepEqual(transition(givenUp, { ...refused, failure }), {
    ...granted,
    given_up: true,
    failures: 1,
    retry_at: NOW + FIRST_TOKEN_RETRY,
    last_failure: failure,
  });
  const expired = transition({ ...givenUp, expires_at: NOW }, refused);
  assert.deepEqual([expired?.given_up, expired?.failures], [true, 1]);
});

test('only the token that is in use can be given up', () => {
  const givenUp = { type: 'given-up', at: NOW, token: 'a' } as const;

  assert.equal(transition(granted, { ...givenUp, token: 'b' }), undefined);
  assert.equal(transition(granted, { ...givenUp, at: NOW + HOUR }), undefined);
  assert.deepEqual(transition(granted, givenUp), {
    ...granted,
    given_up: true,
    early_refresh_at: NOW,
  });
});

test('a token is given up although the last time was before the clock was set back', () => {
  const state = { ...granted, early_refresh_at: NOW };
  const givenUp = { type: 'given-up', at: NOW - HOUR, token: 'a' } as const;

  assert.equal(transition(state, givenUp)?.given_up, true);
  assert.equal(transition(state, { ...givenUp, at: NOW - 1_000 }), undefined);
});

/** An event that changed the state. */
interface Step {
  readonly before: TokenState;
  readonly event: TokenEvent;
  readonly after: TokenState;
}

/** Mostly short, so that the histories hold rows of failures and of false alarms. */
const pauses = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 2 * TOKEN_GIVEN_UP_EVERY }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * HOUR }) },
);
const newTokens = fc.record({
  type: fc.constant('granted' as const),
  token: fc.constantFrom('a', 'b', 'c'),
  lifetime: fc.integer({ min: 1, max: HOUR }),
});
const refusals = fc.record({
  type: fc.constant('refused' as const),
  failure: fc.record({ reason: fc.constantFrom(...tokenFailures) }),
  retryAfter: fc.constantFrom(0, 0, 1_000, 600_000),
});
const complaints = fc.record({
  type: fc.constant('given-up' as const),
  isCurrent: fc.boolean(),
});
const happenings = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ type: 'leased' } as const) },
  { weight: 1, arbitrary: newTokens },
  { weight: 6, arbitrary: refusals },
  { weight: 2, arbitrary: complaints },
);
type Happening = typeof happenings extends fc.Arbitrary<infer T> ? T : never;

function toEvent(happening: Happening, state: TokenState, at: number): TokenEvent {
  switch (happening.type) {
    case 'granted':
      return { ...happening, ...grant, at, expires_at: at + happening.lifetime };
    case 'given-up':
      return { type: 'given-up', at, token: happening.isCurrent ? state.token : 'older' };
    default:
      return { ...happening, at };
  }
}

/** Checks a law against the steps of thousands of histories. */
function law(sentence: string, holds: (steps: readonly Step[]) => void): void {
  test(sentence, () => {
    let checked = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pauses, happenings), { maxLength: 60, size: 'max' }),
        (history) => {
          let [now, state] = [NOW, noToken];
          const steps: Step[] = [];
          for (const [pause, happening] of history) {
            now += pause;
            const event = toEvent(happening, state, now);
            const after = transition(state, event);
            if (!after) continue;
            steps.push({ before: state, event, after });
            state = after;
          }
          checked += steps.length;
          holds(steps);
        },
      ),
      { numRuns: 1_000 },
    );
    assert.ok(checked > 2_000, 'the histories are not empty');
  });
}

const isOf = (type: TokenEvent['type']) => (step: Step) => step.event.type === type;

law('there are never two leases at once', (steps) => {
  let until = 0;
  for (const { event } of steps) {
    if (event.type === 'leased') {
      assert.ok(event.at >= until, 'a second lease');
      until = event.at + TOKEN_LEASE;
    }
    if (event.type === 'granted' || event.type === 'refused') until = 0;
  }
});

law('a token is requested only while none is usable', (steps) => {
  for (const { before, event } of steps.filter(isOf('leased')))
    assert.ok(!isUsable(before, event.at), 'there was one');
});

law('a granted token is used until it expires, unless it is given up or outlived', (steps) => {
  let [token, expires_at] = ['', 0];
  for (const { event, after } of steps) {
    if (event.type === 'granted') {
      const livesLonger = event.at >= expires_at || event.expires_at > expires_at;
      assert.ok(livesLonger, 'a shorter-lived token came in its place');
      [token, expires_at] = [event.token, event.expires_at];
    }
    // From now on it may be replaced by any other.
    if (event.type === 'given-up') expires_at = 0;
    if (event.at < expires_at) assert.ok(isUsable(after, event.at), 'it was dropped');
    assert.equal(after.token, token);
  }
});

law('no token is given up within ten minutes of the last one', (steps) => {
  const times = steps.filter(isOf('given-up')).map(({ event }) => event.at);
  for (const [index, at] of times.slice(1).entries())
    assert.ok(at >= times[index]! + TOKEN_GIVEN_UP_EVERY, 'too early');
});

law('no token is requested before the retry is due', (steps) => {
  let retryAt = 0;
  for (const { event, after } of steps) {
    if (event.type === 'leased') assert.ok(event.at >= retryAt, 'too early');
    retryAt = event.type === 'granted' ? 0 : Math.max(retryAt, after.retry_at);
  }
});

law(
  'pauses after a no grow from five seconds to a minute, and start anew with a token',
  (steps) => {
    let failures = 0;
    for (const { before, event, after } of steps) {
      if (event.type === 'granted') failures = 0;
      if (event.type !== 'refused' || after.failures === before.failures) continue;
      const grown = Math.min(FIRST_TOKEN_RETRY * 2 ** failures, LONGEST_TOKEN_RETRY);
      const pause = isRefusal(event.failure) ? grown : FIRST_TOKEN_RETRY;
      assert.equal(after.retry_at - event.at, Math.max(pause, event.retryAfter));
      failures += 1;
    }
  },
);

law('the holder of a lease releases it, whatever came of its request', (steps) => {
  for (const { event, after } of steps)
    if (event.type === 'granted' || event.type === 'refused') assert.equal(after.lease_until, 0);
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  admits,
  begin,
  type Breaker,
  closed,
  endProbe,
  fail,
  FAILURES_TO_OPEN,
  type OpenRule,
  ownRule,
  pause,
  sharedRule,
  succeed,
} from '../../../proxy/platform/breaker.ts';
import { LONGEST_PROBE, PROBE_INTERVAL } from '../../../proxy/time-limits.ts';

interface Happening {
  readonly wait: number;
  readonly type: 'ask' | 'fail' | 'succeed' | 'pause';
  readonly caller: string;
  readonly isWide: boolean;
  readonly length: number;
}

const happenings = fc.array(
  fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 })),
    type: fc.constantFrom<Happening['type']>(
      'ask',
      'ask',
      'ask',
      'fail',
      'fail',
      'succeed',
      'pause',
    ),
    caller: fc.constantFrom('a', 'b', 'c', 'd'),
    isWide: fc.boolean(),
    length: fc.integer({ min: 0, max: 120_000 }),
  }),
  { maxLength: 60, size: 'max' },
);

/** An admitted call, and the breaker's state at that time. */
interface Admitted {
  readonly at: number;
  readonly isProbe: boolean;
  /** How often the breaker had opened; an earlier call that succeeds closes it under a probe. */
  readonly openings: number;
  readonly pausedUntil: number;
  ended: number;
}

/**
 * Plays a history. Calls end in the order in which they began, with the next failure or success.
 */
function play(history: readonly Happening[], rule: OpenRule) {
  let [now, breaker] = [1_000, closed];
  const admitted: Admitted[] = [];
  const under: Admitted[] = [];
  const opened: { readonly row: Breaker['row']; readonly isPaused: boolean }[] = [];
  let pausedUntil = 0;
  for (const { wait, type, caller, isWide, length } of history) {
    now += wait;
    const before = breaker;
    if (type === 'ask') {
      if (!admits(breaker, now)) continue;
      const [isProbe, openings] = [breaker.isOpen, opened.length];
      const call = { at: now, isProbe, openings, pausedUntil, ended: Infinity };
      admitted.push(call);
      under.push(call);
      breaker = begin(breaker, now);
    } else if (type === 'pause') {
      pausedUntil = Math.max(pausedUntil, now + length);
      breaker = pause(breaker, now + length);
    } else {
      const call = under.shift();
      if (!call) continue;
      call.ended = now;
      breaker =
        type === 'fail' ? fail(breaker, { caller, isWide }, now, rule) : succeed(breaker, now);
      if (call.isProbe) breaker = endProbe(breaker);
    }
    if (breaker.isOpen && !before.isOpen)
      opened.push({ row: breaker.row, isPaused: type === 'pause' });
  }
  return { now, breaker, admitted, opened };
}

function law(sentence: string, holds: (played: ReturnType<typeof play>, rule: OpenRule) => void) {
  test(sentence, () => {
    for (const rule of [ownRule, sharedRule])
      fc.assert(
        fc.property(happenings, (history) => holds(play(history, rule), rule)),
        { numRuns: 2_000 },
      );
  });
}

law('no call begins before a pause that the platform asked for is over', ({ admitted }) => {
  for (const { at, pausedUntil } of admitted) assert.ok(at >= pausedUntil);
});

law(
  'of the probes of an open breaker each begins after the one before has ended',
  ({ admitted }) => {
    const probes = admitted.filter(({ isProbe }) => isProbe);
    // A probe that ends after it was considered lost frees the slot of the next one.
    if (probes.some(({ at, ended }) => ended >= at + LONGEST_PROBE)) return;
    for (const [index, { ended, openings }] of probes.slice(0, -1).entries()) {
      const next = probes[index + 1];
      assert.ok(next && (next.at >= ended || next.openings > openings));
    }
  },
);

law(
  'a breaker opens after enough failures in a row, of enough callers, or for a pause',
  ({ opened }, rule) => {
    for (const { row, isPaused } of opened) {
      if (isPaused) continue;
      assert.ok(row.failures >= FAILURES_TO_OPEN);
      assert.ok(row.callers.size >= (row.isWide ? rule.callersWide : rule.callers));
    }
  },
);

law(
  'no breaker stays open: a minute after everything there is a probe again',
  ({ now, breaker }) => {
    const later = Math.max(now, breaker.pausedUntil) + LONGEST_PROBE;
    assert.ok(admits(breaker, later));
    assert.equal(succeed(breaker, later), closed);
  },
);

test('probes that fail begin ten seconds apart', () => {
  let breaker = closed;
  for (let failures = 0; failures < FAILURES_TO_OPEN; failures += 1)
    breaker = fail(breaker, { caller: 'a', isWide: true }, 1_000, ownRule);
  const probes: number[] = [];

  for (let now = 1_000; now < 61_000; now += 100) {
    if (!admits(breaker, now)) continue;
    probes.push(now);
    breaker = endProbe(fail(begin(breaker, now), { caller: 'a', isWide: true }, now, ownRule));
  }

  assert.deepEqual(
    probes,
    [1, 2, 3, 4, 5].map((tens) => 1_000 + tens * PROBE_INTERVAL),
  );
});

import { LONGEST_PROBE, PROBE_INTERVAL } from '../time-limits.ts';

/** A breaker opens after so many failures in a row. */
export const FAILURES_TO_OPEN = 5;

/**
 * The state of a circuit breaker: after several failures in a row it opens, and lets one probe
 * through at a time until a call succeeds. Times are milliseconds of the monotonic clock.
 */
export interface Breaker {
  readonly isOpen: boolean;
  /** The failures since the last success. */
  readonly row: FailureRow;
  /** No probe begins before this time. */
  readonly probeAt: number;
  /** A running probe counts as lost from this time on. */
  readonly probeUntil: number;
  /** The platform has asked for a pause until this time (`Retry-After`). */
  readonly pausedUntil: number;
}

interface FailureRow {
  readonly failures: number;
  /** Who made the failed calls. */
  readonly callers: ReadonlySet<string>;
  /** Whether one of them concerns the platform as a whole, and not one class of calls. */
  readonly isWide: boolean;
}

export interface Failure {
  readonly caller: string;
  readonly isWide: boolean;
}

/** How many callers have to fail before a breaker opens; `callersWide` after a wide failure. */
export interface OpenRule {
  readonly callersWide: number;
  readonly callers: number;
}

/** For a breaker with a single caller. */
export const ownRule: OpenRule = { callersWide: 1, callers: 1 };
/**
 * For the breaker that all classes of calls share. A failure of one class does not open it; an
 * error in the platform's own code (500) has to hit three classes.
 */
export const sharedRule: OpenRule = { callersWide: 2, callers: 3 };

export const closed: Breaker = {
  isOpen: false,
  row: { failures: 0, callers: new Set(), isWide: false },
  probeAt: 0,
  probeUntil: 0,
  pausedUntil: 0,
};

export function admits(
  { isOpen, probeAt, probeUntil, pausedUntil }: Breaker,
  now: number,
): boolean {
  return !isOpen || now >= Math.max(probeAt, probeUntil, pausedUntil);
}

/** A call was admitted: with an open breaker it is the probe. */
export function begin(breaker: Breaker, now: number): Breaker {
  if (!breaker.isOpen) return breaker;
  return { ...breaker, probeAt: now + PROBE_INTERVAL, probeUntil: now + LONGEST_PROBE };
}

/** The probe has ended; its result is reported by `succeed` or `fail`. */
export function endProbe(breaker: Breaker): Breaker {
  return { ...breaker, probeUntil: 0 };
}

/** A call that began before the platform asked for a pause does not end the pause. */
export function succeed(breaker: Breaker, now: number): Breaker {
  return now < breaker.pausedUntil ? { ...breaker, row: closed.row } : closed;
}

export function fail(breaker: Breaker, failure: Failure, now: number, rule: OpenRule): Breaker {
  const row = {
    failures: breaker.row.failures + 1,
    callers: new Set([...breaker.row.callers, failure.caller]),
    isWide: breaker.row.isWide || failure.isWide,
  };
  // A call that began before the breaker opened may fail after that, and says nothing new.
  if (breaker.isOpen || !opens(row, rule)) return { ...breaker, row };
  return { ...breaker, row, isOpen: true, probeAt: now + PROBE_INTERVAL };
}

function opens({ failures, callers, isWide }: FailureRow, rule: OpenRule): boolean {
  const needed = isWide ? rule.callersWide : rule.callers;
  return failures >= FAILURES_TO_OPEN && callers.size >= needed;
}

/** The platform has asked not to be called before `until`. */
export function pause(breaker: Breaker, until: number): Breaker {
  return { ...breaker, isOpen: true, pausedUntil: Math.max(breaker.pausedUntil, until) };
}

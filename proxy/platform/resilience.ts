import { type Clock, wait } from '../clock.ts';
import {
  LONGEST_RETRY_AFTER,
  RETRIES_UNTIL,
  RETRY_PAUSES,
  TURN_OF_OTHERS,
} from '../time-limits.ts';
import {
  admits,
  begin,
  type Breaker,
  closed,
  endProbe,
  fail,
  ownRule,
  pause,
  sharedRule,
  succeed,
} from './breaker.ts';
import type { CallClass } from './budget.ts';
import {
  PlatformMalformed,
  PlatformPaused,
  PlatformRefused,
  PlatformUnreachable,
  TokenUnavailable,
} from './errors.ts';

/** `isProbe`: the breaker is half-open, so the call must not be repeated. */
type Send<T> = (isProbe: boolean) => Promise<T>;

export interface Resilience {
  /** Retries transient failures. @throws {PlatformPaused} while the breaker is open */
  read<T>(callClass: CallClass, send: Send<T>): Promise<T>;
  /** Never retries. @throws {PlatformPaused} while the breaker is open */
  create<T>(send: Send<T>): Promise<T>;
  /** Honours a `Retry-After` of the platform, in milliseconds, up to ten minutes. */
  pauseFor(retryAfter: number): void;
}

/** Creates have a breaker of their own: while reads of orders fail, they may still work. */
const CREATE = 'create';
type CallerName = CallClass | typeof CREATE;

/** The retry budget: a tenth of the reads, and a few for a process that has just started. */
const EARNED_PER_READ = 0.1;
const LARGEST_RETRY_BUDGET = 10;

/**
 * Retries and circuit breakers: one breaker for each class of reads and one for creates, so that a
 * failing class stops no other, and a shared one, so that a failing platform is probed by one call
 * at a time.
 *
 * A create is never the shared breaker's probe, as its failure would leave an unclear order. The
 * live reads before it are.
 */
export function createResilience({ monotonic }: { readonly monotonic: Clock }): Resilience {
  const retryBudget = createRetryBudget();
  const breakers = new Map<CallerName, Breaker>();
  let shared = closed;
  /** The caller of the last probe. Others may probe first, in case only this one fails. */
  let lastProber: CallerName | undefined;
  /** Whether the platform has asked for a pause, as opposed to failing. */
  let isBusy = false;

  function breakerOf(caller: CallerName): Breaker {
    return breakers.get(caller) ?? closed;
  }

  function isAdmitted(caller: CallerName): boolean {
    const now = monotonic();
    if (!admits(breakerOf(caller), now)) return false;
    if (!shared.isOpen) return true;
    const turn = caller === lastProber ? TURN_OF_OTHERS : 0;
    return caller !== CREATE && admits(shared, now - turn);
  }

  async function guard<T>(caller: CallerName, send: Send<T>): Promise<T> {
    if (!isAdmitted(caller)) throw new PlatformPaused({ sent: false, isBusy });
    const now = monotonic();
    const isSharedProbe = shared.isOpen;
    const isOwnProbe = breakerOf(caller).isOpen;
    shared = begin(shared, now);
    breakers.set(caller, begin(breakerOf(caller), now));
    if (isSharedProbe) lastProber = caller;
    try {
      const value = await send(isSharedProbe || isOwnProbe);
      succeedAs(caller);
      return value;
    } catch (error) {
      recordFailure(caller, error);
      throw error;
    } finally {
      if (isSharedProbe) shared = endProbe(shared);
      if (isOwnProbe) breakers.set(caller, endProbe(breakerOf(caller)));
    }
  }

  function succeedAs(caller: CallerName): void {
    breakers.delete(caller);
    shared = succeed(shared, monotonic());
    if (!shared.isOpen) isBusy = false;
  }

  function recordFailure(caller: CallerName, error: unknown): void {
    const kind = kindOf(error);
    if (kind === 'well') return succeedAs(caller);
    if (kind === 'nothing') return;
    const now = monotonic();
    const failure = { caller, isWide: kind === 'platform' };
    breakers.set(caller, fail(breakerOf(caller), failure, now, ownRule));
    shared = fail(shared, failure, now, sharedRule);
    if (error instanceof PlatformRefused && error.status === 429) isBusy = true;
  }

  async function withRetries<T>(send: Send<T>, isProbe: boolean): Promise<T> {
    const beganAt = monotonic();
    for (let retries = 0; ; retries += 1) {
      try {
        return await send(isProbe);
      } catch (error) {
        const milliseconds = RETRY_PAUSES[retries];
        const mayRetry =
          milliseconds !== undefined &&
          !isProbe &&
          !shared.isOpen &&
          isTransient(error) &&
          monotonic() - beganAt < RETRIES_UNTIL &&
          retryBudget.spend();
        if (!mayRetry) throw error;
        await wait(milliseconds);
        // The shared breaker has opened during the pause.
        if (shared.isOpen) throw error;
      }
    }
  }

  return {
    async read(callClass, send) {
      retryBudget.earn();
      // The breaker is outside the retries: a call counts as one, however often it was retried.
      return guard(callClass, (isProbe) => withRetries(send, isProbe));
    },

    async create(send) {
      return guard(CREATE, send);
    },

    pauseFor(retryAfter) {
      isBusy = true;
      shared = pause(shared, monotonic() + Math.min(retryAfter, LONGEST_RETRY_AFTER));
    },
  };
}

interface RetryBudget {
  earn(): void;
  /** Whether there was a retry left. */
  spend(): boolean;
}

function createRetryBudget(): RetryBudget {
  let retries = LARGEST_RETRY_BUDGET;
  return {
    earn() {
      retries = Math.min(LARGEST_RETRY_BUDGET, retries + EARNED_PER_READ);
    },
    spend() {
      if (retries < 1) return false;
      retries -= 1;
      return true;
    },
  };
}

/**
 * What an error says about the platform: that it fails, as a whole or in this class of calls; that
 * it is well, as a 404 shows; or nothing, because nothing was sent.
 */
function kindOf(error: unknown): 'platform' | 'class' | 'well' | 'nothing' {
  if (error instanceof PlatformUnreachable || error instanceof PlatformMalformed) return 'platform';
  if (error instanceof TokenUnavailable) return 'platform';
  if (!(error instanceof PlatformRefused)) return 'nothing';
  const { status } = error;
  if (status === 401 || status === 429) return 'platform';
  if (status < 500) return 'well';
  // 500 is a fault in the platform's own code; the others come from what stands in front of it.
  return status === 500 ? 'class' : 'platform';
}

/** Whether a retry may succeed. */
function isTransient(error: unknown): boolean {
  if (error instanceof PlatformRefused) return error.status > 500;
  return error instanceof PlatformUnreachable;
}

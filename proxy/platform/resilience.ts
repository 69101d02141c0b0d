import * as cockatiel from 'cockatiel';
import type { CallClass } from './budget.ts';
import { PlatformPaused, PlatformRefused, PlatformUnreachable } from './errors.ts';

type Send<T> = () => Promise<T>;

export interface Resilience {
  /** Retries reads that failed in passing. @throws {PlatformPaused} while the breaker is open */
  read<T>(callClass: CallClass, send: Send<T>): Promise<T>;
  /** Never retries. @throws {PlatformPaused} while the breaker is open */
  create<T>(send: Send<T>): Promise<T>;
}

const MOST_RETRIES = 2;
/** No retry begins later than this, so a call and its retries end within 15 seconds or so. */
const RETRIES_UNTIL = 5_000;
/** The retry budget: a tenth of the reads, and a few for a process that has just started. */
const EARNED_PER_READ = 0.1;
const LARGEST_RETRY_BUDGET = 10;
/** A breaker opens after so many failures in a row, and lets one call through after the pause. */
const FAILURES_IN_A_ROW = 5;
const BREAKER_PAUSE = 5_000;

/**
 * Retries, and a circuit breaker for each class of reads. Creates have a breaker of their own:
 * while none gets a response, each further one would leave a customer with an order that nobody
 * knows of, and one that was not sent can be tried again.
 */
export function createResilience(): Resilience {
  const retryBudget = createRetryBudget();
  const retry = createRetry(retryBudget);
  const readBreakers = new Map<CallClass, cockatiel.IPolicy>();
  const createsBreaker = createBreaker();

  function breakerOf(callClass: CallClass): cockatiel.IPolicy {
    const breaker = readBreakers.get(callClass) ?? createBreaker();
    readBreakers.set(callClass, breaker);
    return breaker;
  }

  return {
    async read(callClass, send) {
      retryBudget.earn();
      // The breaker is outside: a call counts as one, however often it was retried.
      return run(cockatiel.wrap(breakerOf(callClass), retry), send);
    },

    async create(send) {
      return run(createsBreaker, send);
    },
  };
}

interface RetryBudget {
  earn(): void;
  spend(): void;
  isSpent(): boolean;
}

function createRetryBudget(): RetryBudget {
  let retries = LARGEST_RETRY_BUDGET;
  return {
    earn() {
      retries = Math.min(LARGEST_RETRY_BUDGET, retries + EARNED_PER_READ);
    },
    spend() {
      retries -= 1;
    },
    isSpent: () => retries < 1,
  };
}

function createRetry(budget: RetryBudget): cockatiel.IPolicy {
  const retry = cockatiel.retry(
    cockatiel.handleWhenResult((outcome) => isPassing(outcome) && !budget.isSpent()),
    {
      maxAttempts: MOST_RETRIES,
      backoff: new cockatiel.ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }),
    },
  );
  retry.onRetry(() => budget.spend());
  return retry;
}

function createBreaker(): cockatiel.IPolicy {
  return cockatiel.circuitBreaker(cockatiel.handleWhenResult(isFailure), {
    halfOpenAfter: BREAKER_PAUSE,
    breaker: new cockatiel.ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
}

/**
 * The policies are given the outcome and no exception: for cockatiel an exception that is no
 * failure says nothing, but an error response such as 404 shows that the platform is well, and so
 * ends a row of failures.
 */
async function run<T>(policy: cockatiel.IPolicy, send: Send<T>): Promise<T> {
  const outcomeOf = async () => (await Promise.allSettled([send()]))[0];
  const outcome = await policy
    .execute(outcomeOf, AbortSignal.timeout(RETRIES_UNTIL))
    .catch(() => undefined);
  // The breaker is open, or half-open while its one call is still pending.
  if (!outcome) throw new PlatformPaused({ sent: false });
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** A failure of the platform, as opposed to an error of the request. */
function isFailure(outcome: unknown): boolean {
  const error = errorOf(outcome);
  if (error instanceof PlatformRefused) return error.status >= 500;
  return error instanceof PlatformUnreachable;
}

/** A failure that may be gone a moment later. 500 is a fault in the platform's own code. */
function isPassing(outcome: unknown): boolean {
  const error = errorOf(outcome);
  return isFailure(outcome) && !(error instanceof PlatformRefused && error.status === 500);
}

function errorOf(outcome: unknown): unknown {
  return (outcome as PromiseSettledResult<unknown> & { reason?: unknown }).reason;
}

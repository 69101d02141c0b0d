import * as cockatiel from 'cockatiel';
import { PlatformPaused, PlatformRefused, PlatformUnreachable } from './errors.ts';

/** No retry begins later than this, so that a call and its retries end within 15 seconds or so. */
const RETRIES_UNTIL = 5_000;
/** Retries come to a tenth of the reads, and to a few for a process that has just begun. */
const EARNED_PER_READ = 0.1;
const MOST_EARNED = 10;
const FAILURES_IN_A_ROW = 5;
const PAUSE = 5_000;

/**
 * Repeats reads that failed in passing, and leaves a platform alone that fails one kind of calls
 * again and again. Creates are never repeated. They have a pause of their own: while none is
 * answered, each further one would leave a customer with an order that nobody knows of, and a
 * create that was not sent can be tried again.
 */
export function createResilience() {
  let earned = MOST_EARNED;
  const retries = cockatiel.retry(
    // A 500 is a fault in the platform's own code, which would be there again.
    cockatiel.handleWhenResult((outcome) => earned >= 1 && statusOf(outcome) > 500),
    {
      maxAttempts: 2,
      backoff: new cockatiel.ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }),
    },
  );
  retries.onRetry(() => (earned -= 1));
  const breakers = new Map<string, cockatiel.CircuitBreakerPolicy>();

  function breakerOf(kind: string): cockatiel.CircuitBreakerPolicy {
    const failures = cockatiel.handleWhenResult((outcome) => statusOf(outcome) >= 500);
    const inARow = new cockatiel.ConsecutiveBreaker(FAILURES_IN_A_ROW);
    const breaker =
      breakers.get(kind) ??
      cockatiel.circuitBreaker(failures, { halfOpenAfter: PAUSE, breaker: inARow });
    breakers.set(kind, breaker);
    return breaker;
  }

  return async function guarded<T>(
    kind: string,
    isRead: boolean,
    ask: () => Promise<T>,
  ): Promise<T> {
    if (isRead) earned = Math.min(MOST_EARNED, earned + EARNED_PER_READ);
    // A call counts as one, however often it was repeated.
    const policy = isRead ? cockatiel.wrap(breakerOf(kind), retries) : breakerOf(kind);
    // Settled, because an answer that is a no shows that the platform is well, and ends a row of
    // failures.
    const settled = async () => (await Promise.allSettled([ask()]))[0];
    const outcome = await policy
      .execute(settled, AbortSignal.timeout(RETRIES_UNTIL))
      .catch(() => undefined);
    // Open, or waited too long for the one call that tries.
    if (!outcome) throw new PlatformPaused({ sent: false });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

/** 503 stands for no answer, 200 for all that is no fault of the platform. */
function statusOf(outcome: unknown): number {
  const { reason } = outcome as { reason?: unknown };
  if (reason instanceof PlatformRefused) return reason.status;
  return reason instanceof PlatformUnreachable ? 503 : 200;
}

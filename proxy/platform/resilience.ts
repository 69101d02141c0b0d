import * as cockatiel from 'cockatiel';
import { PlatformPaused, PlatformRefused, PlatformUnreachable } from './errors.ts';

/** No retry begins later than this, so that a call and its retries end within 15 seconds or so. */
const RETRIES_UNTIL = 5_000;
/** Retries come to a tenth of the reads, and to a few for a process that has just begun. */
const EARNED_PER_READ = 0.1;
const MOST_EARNED = 10;
const FAILURES_IN_A_ROW = 5;
const PAUSE = 5_000;

interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

/**
 * Repeats reads that failed in passing, and leaves a platform alone that fails one kind of calls again and again. Creates
 * are never repeated. They have a pause of their own: while none is answered, each further one would leave a customer
 * with an order that nobody knows of, and a create that was not sent can be tried again.
 */
export function createResilience() {
  let earned = MOST_EARNED;
  const backoff = new cockatiel.ExponentialBackoff({ initialDelay: 100, maxDelay: 500 });
  const retries = cockatiel.retry(
    cockatiel.handleWhenResult((outcome) => earned >= 1 && isPassing(outcome as Outcome)),
    { maxAttempts: 2, backoff },
  );
  retries.onRetry(() => (earned -= 1));
  const breakers = new Map<string, cockatiel.CircuitBreakerPolicy>();

  function breakerOf(kind: string): cockatiel.CircuitBreakerPolicy {
    const breaker = breakers.get(kind) ?? newBreaker();
    breakers.set(kind, breaker);
    return breaker;
  }

  return async function guarded<T>(kind: string, isRead: boolean, ask: () => Promise<T>) {
    if (isRead) earned = Math.min(MOST_EARNED, earned + EARNED_PER_READ);
    const policy = isRead ? cockatiel.wrap(retries, breakerOf(kind)) : breakerOf(kind);
    const { value, error } = await policy
      .execute(() => settle(ask), AbortSignal.timeout(RETRIES_UNTIL))
      // Open, or waited too long for the one call that tries.
      .catch((): Outcome => ({ error: new PlatformPaused() }));
    if (error !== undefined) throw error;
    return value as T;
  };
}

function newBreaker(): cockatiel.CircuitBreakerPolicy {
  const breaker = new cockatiel.ConsecutiveBreaker(FAILURES_IN_A_ROW);
  const failures = cockatiel.handleWhenResult((outcome) => isFailure(outcome as Outcome));
  return cockatiel.circuitBreaker(failures, { halfOpenAfter: PAUSE, breaker });
}

/** As a value: an answer that is a no shows that the platform is well, and ends a row of failures. */
async function settle(ask: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error };
  }
}

function isFailure({ error }: Outcome): boolean {
  const isRefusal = error instanceof PlatformRefused;
  return isRefusal ? error.status >= 500 : error instanceof PlatformUnreachable;
}

/** A 500 is a fault in the platform's own code, which would be there again. */
function isPassing(outcome: Outcome): boolean {
  const { error } = outcome;
  return isFailure(outcome) && !(error instanceof PlatformRefused && error.status === 500);
}

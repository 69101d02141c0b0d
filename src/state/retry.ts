import { MINUTE } from '#contract/milliseconds';
import { failureOf } from '../client/request-error.ts';
import { type Failure, isTransient } from '../domain/failure.ts';

// Taken before a script of the page can replace it: a loop whose waits end at once freezes the page.
const OwnPromise = Promise;

/** Milliseconds before each retry. */
const DELAYS = [2000, 10_000, 30_000];
/** Milliseconds. After a longer `Retry-After` there is no retry. */
const MAX_DELAY = 120_000;

/** For data without a retry button of its own. Honours `Retry-After`. */
export async function retryWithBackoff<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const minimum of DELAYS) {
    try {
      return await load();
    } catch (error) {
      const failure = failureOf(error);
      const wait = delayAfter(failure, minimum);
      if (signal.aborted || !isTransient(failure) || wait > MAX_DELAY) throw error;
      await delay(wait, signal);
      signal.throwIfAborted();
    }
  }
  return load();
}

/** Milliseconds before each further try in the background, after those of `DELAYS`. */
const LATER = MINUTE;

/**
 * Loads until it succeeds; false if it fails for good, or the signal is aborted. While the page is
 * hidden it only waits.
 */
export async function retryInBackground(
  load: () => Promise<unknown>,
  failure: Failure,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 0; isTransient(failure); tries += 1) {
    await delay(delayAfter(failure, DELAYS[tries] ?? LATER), signal);
    if (signal.aborted) return false;
    if (globalThis.document?.hidden) continue;
    try {
      await load();
      return !signal.aborted;
    } catch (error) {
      failure = failureOf(error);
    }
  }
  return false;
}

/** The previous value if the reload has a transient failure; any other failure is thrown. */
export async function keepPrevious<T>(previous: T | undefined, next: Promise<T>): Promise<T> {
  try {
    return await next;
  } catch (error) {
    if (previous === undefined || !isTransient(failureOf(error))) throw error;
    return previous;
  }
}

/** Milliseconds to wait after a failure: the minimum, or a longer `Retry-After`. */
export function delayAfter(failure: Failure, minimum: number): number {
  return Math.max(failure.retryAfter ?? 0, minimum);
}

/** Resolves early, and does not reject, when the signal is aborted. */
export function delay(millis: number, signal: AbortSignal): Promise<void> {
  return new OwnPromise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal.addEventListener('abort', end, { once: true });
  });
}

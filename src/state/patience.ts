import { isPassing } from '../client/client-errors.ts';

/**
 * Waits before what nobody sees failing is asked for again; each counts for one more try, and then
 * it is given up.
 */
const AGAIN = [2000, 10_000, 30_000];
/** Nobody waits longer for what comes by itself; a proxy that asks for more is asked no more. */
const LONGEST = 120_000;

/**
 * Reads what has no button to try again with: waits as long as the proxy says, but not less than we
 * would, and tries a few times.
 */
export async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const wait of AGAIN) {
    try {
      return await read();
    } catch (error) {
      const asked = waitOf(error, wait);
      if (signal.aborted || !isPassing(error) || asked > LONGEST) throw error;
      await pause(asked, signal);
      signal.throwIfAborted();
    }
  }
  return read();
}

/** What is known already stays when it cannot be read once more, unless it is gone. */
export async function keeping<T>(known: T | undefined, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (known === undefined || !isPassing(error)) throw error;
    return known;
  }
}

/** How long to wait after a failure: as long as its answer says, but not less than we would. */
export function waitOf(error: unknown, least: number): number {
  const { retryAfter = 0 } = error as { retryAfter?: number };
  return Math.max(retryAfter, least);
}

export function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', done, { once: true });
  });
}

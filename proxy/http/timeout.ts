/** A limit on how long something may take. */
export interface Timeout {
  /** Aborted with a `TimeoutError` once the time is up. */
  readonly signal: AbortSignal;
  /** Stops the timer: what it limits has ended in time. */
  end(): void;
}

/** The most milliseconds that a stall of the event loop counts for. */
const LONGEST_STALL = 1_000;

/**
 * The value, or `otherwise` if it has not resolved within `milliseconds`. Like `createReadTimeout`,
 * it waits longer if the event loop stalls.
 */
export function withinTime<T, Late>(
  value: Promise<T>,
  milliseconds: number,
  otherwise: Late,
): Promise<T | Late> {
  const { signal, end } = createReadTimeout(milliseconds);
  const late = new Promise<Late>((resolve) =>
    signal.addEventListener('abort', () => resolve(otherwise)),
  );
  return Promise.race([value, late]).finally(end);
}

/** Replaces `AbortSignal.timeout`, whose timer tests cannot mock and callers cannot stop. */
export function createTimeout(milliseconds: number): Timeout {
  return countDown(milliseconds, milliseconds);
}

/**
 * The same for what may end later without harm. After a stall of the event loop, timers run before
 * responses are read, so a response that came in time would count as late although the proxy caused
 * the delay. Time is therefore counted in steps, and a stall costs only one of them.
 */
export function createReadTimeout(milliseconds: number): Timeout {
  return countDown(milliseconds, LONGEST_STALL);
}

function countDown(milliseconds: number, longestStep: number): Timeout {
  const controller = new AbortController();
  let left = milliseconds;
  let timer = beginStep();

  function beginStep(): ReturnType<typeof setTimeout> {
    const step = Math.min(left, longestStep);
    left -= step;
    return setTimeout(endStep, step);
  }

  function endStep(): void {
    if (left > 0) timer = beginStep();
    else controller.abort(new DOMException('the time is up', 'TimeoutError'));
  }

  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** A limit on how long something may take. */
export interface Timeout {
  /** Aborted with a `TimeoutError` once the time is up. */
  readonly signal: AbortSignal;
  /** It has ended in time. */
  end(): void;
}

/** Milliseconds; a stalled event loop counts as no more. */
const LONGEST_STALL = 1_000;

/**
 * The value, or another one where it has not come within so many milliseconds. Like
 * `createReadTimeout`, it waits for longer where the event loop stalls.
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

/** In place of `AbortSignal.timeout`, whose timer no test can be given and no caller can end. */
export function createTimeout(milliseconds: number): Timeout {
  return countDown(milliseconds, milliseconds);
}

/**
 * The same for what may end later without harm. A response that came while the event loop was
 * stalled is read only after timers have run, and the delay was the proxy's own: so the time is
 * counted in steps, of which a stall delays one.
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

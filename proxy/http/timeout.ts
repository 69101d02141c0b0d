/** A limit on how long something may take. */
export interface Timeout {
  /** Aborted with a `TimeoutError` once the time is up. */
  readonly signal: AbortSignal;
  /** It has ended in time. */
  end(): void;
}

/** The value, or another one where it has not come within so many milliseconds. */
export function withinTime<T, Late>(
  value: Promise<T>,
  milliseconds: number,
  otherwise: Late,
): Promise<T | Late> {
  const { signal, end } = createTimeout(milliseconds);
  const late = new Promise<Late>((resolve) =>
    signal.addEventListener('abort', () => resolve(otherwise)),
  );
  return Promise.race([value, late]).finally(end);
}

/** In place of `AbortSignal.timeout`, whose timer no test can be given and no caller can end. */
export function createTimeout(milliseconds: number): Timeout {
  const controller = new AbortController();
  const isUp = () => controller.abort(new DOMException('the time is up', 'TimeoutError'));
  const timer = setTimeout(isUp, milliseconds);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

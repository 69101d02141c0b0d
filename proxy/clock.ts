/** Milliseconds since the epoch, unless stated otherwise. */
export type Clock = () => number;

/** Resolves after so many milliseconds. All waits of the proxy go by the process's own timers. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Whether a stored time is still in the future. A time further ahead than `longest` was stored
 * before the clock was set back, so nobody should wait for it.
 */
export function isAhead(time: number, now: number, longest: number): boolean {
  return now < time && time <= now + longest;
}

/** A time as the platform and the contract write it: UTC, whole seconds, rounded down. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19) + 'Z';
}

/** Formatting a time costs a microsecond, and most requests share theirs with the one before. */
export function memoizeLast(format: (time: number) => string): (time: number) => string {
  let [last, text] = [NaN, ''];

  return (time) => {
    if (time !== last) [last, text] = [time, format(time)];
    return text;
  };
}

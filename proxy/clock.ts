/** Milliseconds since the epoch, where nothing else is said. */
export type Clock = () => number;

/** Milliseconds by which the clocks of instances may differ. */
export const CLOCKS_DIFFER = 60_000;

/**
 * Whether a stored time has still to come. One that is further ahead than `longest` was stored before
 * the clock was set back, and is not waited for.
 */
export function isAhead(time: number, now: number, longest: number): boolean {
  return now < time && time <= now + longest;
}

/**
 * The age of what was so at `time`. What is further ahead than clocks differ was stored before the
 * clock was set back, and is older than anything.
 */
export function ageOf(time: number, now: number): number {
  return now < time - CLOCKS_DIFFER ? Infinity : now - time;
}

/** The platform's and the contract's form of a time: UTC, whole seconds, rounded down. */
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

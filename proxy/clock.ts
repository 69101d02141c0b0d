/** Milliseconds since the epoch, where nothing else is said. */
export type Clock = () => number;

/** Clocks of instances differ by less than this: a time further ahead is of a clock that was wrong. */
export const CLOCKS_DIFFER = 60_000;

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

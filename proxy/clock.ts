/** Milliseconds since the epoch. */
export type Clock = () => number;

/** The platform's and the contract's form of a time: UTC, whole seconds, rounded down. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19) + 'Z';
}

/** A time as text, written once for as long as it says the same: `step` milliseconds. */
export function createStamp(step: number, write: (milliseconds: number) => string) {
  let [last, text] = [NaN, ''];

  return (milliseconds: number): string => {
    const now = Math.floor(milliseconds / step);
    if (now !== last) [last, text] = [now, write(milliseconds)];
    return text;
  };
}

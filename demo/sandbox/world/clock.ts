/** Now, in milliseconds since the epoch. */
export type Clock = () => number;

/** The clock that was passed in, plus an offset, so that it keeps running after it was moved. */
export interface MovableClock {
  readonly now: Clock;
  readonly offset: () => number;
  moveTo(moment: number): void;
  moveBy(milliseconds: number): void;
}

export function createMovableClock(base: Clock): MovableClock {
  let offset = 0;
  return {
    now: () => base() + offset,
    offset: () => offset,
    moveTo(moment) {
      offset = moment - base();
    },
    moveBy(milliseconds) {
      offset += milliseconds;
    },
  };
}

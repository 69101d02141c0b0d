import { MINUTE } from './milliseconds.ts';

/** How far the clocks of two machines may be apart, in milliseconds. */
export const MAX_CLOCK_SKEW = MINUTE;

/**
 * Whether the clock was set back since a time was taken, because the time lies ahead by more than
 * `MAX_CLOCK_SKEW`.
 */
export function isSetBack(time: number, now: number): boolean {
  return now < time - MAX_CLOCK_SKEW;
}

/** How long ago a time was, in milliseconds: infinitely long where the clock was set back since. */
export function ageOf(time: number, now: number): number {
  return isSetBack(time, now) ? Infinity : now - time;
}

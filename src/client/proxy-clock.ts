import { toMillis } from '../domain/zone.ts';
import { headerOf } from './own-response.ts';

export interface ProxyClock {
  /** The proxy's time, in milliseconds since the epoch; the customer's own before any response. */
  now(): number;
  /** Sets the clock by the `Date` and `Age` of a response. */
  observe(response: Response): void;
}

/** The customer's clock, corrected by its difference from the proxy's, because it may be wrong. */
export function createProxyClock(clock: () => number): ProxyClock {
  let skew: number | undefined;

  return {
    now: () => clock() + (skew ?? 0),

    observe(response) {
      const date = toMillis(headerOf(response, 'Date') ?? '');
      if (Number.isNaN(date)) return;
      const age = (Number(headerOf(response, 'Age')) || 0) * 1000;
      // A cache that omits `Age` makes the time too early, so the latest time is the most accurate.
      skew = Math.max(date + age - clock(), skew ?? -Infinity);
    },
  };
}

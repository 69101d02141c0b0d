import { toMillis } from '../domain/zone.ts';

export interface ProxyClock {
  /** The proxy's time, in milliseconds since the epoch; the customer's own before any response. */
  now(): number;
  /** Sets the clock by the `Date` and `Age` of a response. */
  observe(headers: Headers): void;
}

/** The customer's clock, corrected by its difference from the proxy's, because it may be wrong. */
export function createProxyClock(clock: () => number): ProxyClock {
  let skew: number | undefined;

  return {
    now: () => clock() + (skew ?? 0),

    observe(headers) {
      const date = toMillis(headers.get('Date') ?? '');
      if (Number.isNaN(date)) return;
      const age = (Number(headers.get('Age')) || 0) * 1000;
      // A cache that omits `Age` makes the time too early, so the latest time is the most accurate.
      skew = Math.max(date + age - clock(), skew ?? -Infinity);
    },
  };
}

import { toMillis } from '../domain/zone.ts';

export interface ProxyClock {
  /** The proxy's time, in milliseconds since the epoch; the customer's own before any response. */
  now(): number;
  /** Learns from the `Date` and `Age` of a response. */
  observe(headers: Headers): void;
}

/** The customer's clock plus the skew of the proxy's, because the customer's may be wrong. */
export function createProxyClock(clock: () => number): ProxyClock {
  let skew: number | undefined;

  return {
    now: () => clock() + (skew ?? 0),

    observe(headers) {
      const date = toMillis(headers.get('Date') ?? '');
      if (Number.isNaN(date)) return;
      const age = (Number(headers.get('Age')) || 0) * 1000;
      // A cache may omit `Age` and so make the time too early; the latest one is the most exact.
      skew = Math.max(date + age - clock(), skew ?? -Infinity);
    },
  };
}

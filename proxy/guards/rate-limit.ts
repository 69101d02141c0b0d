import { MINUTE } from '#contract/milliseconds';
import { createBoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import type { ProxyContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import { networksOf } from './client.ts';
import { countedAlone, type Counter, type SharedCounts } from './shared-counts.ts';

/** More than ten thousand clients; a flood of them evicts the least recently used. */
const MAX_BYTES = 4_000_000;
const BUCKET_BYTES = 70;

/**
 * Per address. The platform may send many at once; notifications beyond the limit are made up for
 * by the sweep.
 */
const NOTIFICATIONS_PER_MINUTE = 6_000;

/** Each class has its own buckets, so that browsing never prevents ordering. */
export type LimitClass = 'read' | 'quote' | 'payment' | 'order' | 'notification';

/**
 * How many times the limit of a single network a /48 has. It holds 65,536 networks, of which a
 * customer has one.
 */
const PART_OF_48 = 4;

/** Takes a token from a client's bucket; returns 0, or the seconds until there is one. */
export type RateLimit = (client: string) => number;

interface Limits {
  readonly client: RateLimit;
  readonly network48: RateLimit;
}

/**
 * A caller in the same process has no limit.
 * @throws {ProblemError} `too-many-requests`
 */
export type RateLimits = (limit: LimitClass, client: string | undefined) => void;

export function createRateLimits(
  { config, clock }: Pick<ProxyContext, 'config' | 'clock'>,
  sharedCounts = countedAlone,
): RateLimits {
  const limitsOf = (name: LimitClass, perMinute: number): Limits => ({
    client: createRateLimit({ name, perMinute, clock, sharedCounts }),
    network48: createRateLimit({
      name: `${name} /48`,
      perMinute: PART_OF_48 * perMinute,
      clock,
      sharedCounts,
    }),
  });
  const limits: Record<LimitClass, Limits> = {
    read: limitsOf('read', config.READS_PER_MINUTE),
    quote: limitsOf('quote', config.QUOTES_PER_MINUTE),
    // Each order has at most one payment of its own, so they share a number but no bucket.
    payment: limitsOf('payment', config.ORDERS_PER_MINUTE),
    order: limitsOf('order', config.ORDERS_PER_MINUTE),
    notification: limitsOf('notification', NOTIFICATIONS_PER_MINUTE),
  };

  return (limit, client) => {
    if (client === undefined) return;
    const { client: ofClient, network48 } = limits[limit];
    for (const { key, kind } of networksOf(client)) {
      const wait = kind === '/48' ? network48(key) : ofClient(key);
      if (wait === 0) continue;
      throw new ProblemError('too-many-requests', [], { 'Retry-After': String(wait) });
    }
  };
}

interface RateLimitOptions {
  readonly name: string;
  readonly perMinute: number;
  readonly clock: Clock;
  readonly sharedCounts?: SharedCounts;
}

/** A token bucket for each client, which holds up to `perMinute` tokens and refills evenly. */
export function createRateLimit({
  name,
  perMinute,
  clock,
  sharedCounts = countedAlone,
}: RateLimitOptions): RateLimit {
  const createBucket = () => ({ tokens: perMinute, filledAt: clock(), unsaved: 0, common: 0 });
  const buckets = createBoundedMap({
    maxBytes: MAX_BYTES,
    bytesOf: () => BUCKET_BYTES,
    create: createBucket,
  });
  const interval = MINUTE / perMinute;

  const counter: Counter = {
    name,
    length: MINUTE,
    unsaved(client) {
      const { unsaved: amount } = buckets.memo(client);
      return {
        amount,
        absorb({ used }) {
          const bucket = buckets.memo(client);
          // If the sum is less than before, the shared count has started again from zero.
          const before = used >= bucket.common + amount ? bucket.common : 0;
          const byOthers = used - amount - before;
          // Capped, so that nobody waits for longer than a minute.
          bucket.tokens = Math.max(-perMinute, bucket.tokens - byOthers);
          bucket.unsaved = Math.max(0, bucket.unsaved - amount);
          bucket.common = used;
        },
      };
    },
  };

  return (client) => {
    const bucket = buckets.memo(client);
    const now = clock();
    const elapsed = Math.max(0, now - bucket.filledAt);
    bucket.tokens = Math.min(perMinute, bucket.tokens + elapsed / interval);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * interval) / 1000);
    bucket.tokens -= 1;
    bucket.unsaved += 1;
    sharedCounts.note(counter, client, perMinute - bucket.tokens, perMinute);
    return 0;
  };
}

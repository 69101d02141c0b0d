import { createBoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import type { ProxyContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import { networksOf } from './client.ts';
import { type SharedCounts, countedAlone, type Counter } from './shared-counts.ts';

const MINUTE = 60_000;
/** More than ten thousand clients; a flood of them evicts the least recently used. */
const MAX_BYTES = 4_000_000;
const BUCKET_BYTES = 70;

/** Of one address. The platform may send many at once; what it sends too many is swept up later. */
const NOTIFICATIONS_PER_MINUTE = 6_000;

/** Each class has a bucket of its own, so that browsing never prevents ordering. */
export type LimitClass = 'read' | 'quote' | 'order' | 'notification';

/** How much more a /48 has than each of its 65,536 networks, of which a customer has one. */
const PART_OF_48 = 4;

/** Takes a token from a client's bucket: 0, or the seconds until there is one. */
export type RateLimit = (client: string) => number;

interface Limits {
  readonly client: RateLimit;
  readonly network48: RateLimit;
}

/**
 * A caller in the same process is no client, and has no limit.
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

/** A token bucket for each client: `perMinute` tokens at most, filled evenly as time goes by. */
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
          // Less than before: their count has begun anew.
          const before = used >= bucket.common + amount ? bucket.common : 0;
          const byOthers = used - amount - before;
          // So nobody waits for longer than a minute.
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

import { createBoundedMap } from '../cache/bounded-map.ts';
import type { Clock } from '../clock.ts';
import type { ProxyContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import { networksOf } from './client.ts';

const MINUTE = 60_000;
/** More than ten thousand clients; a flood of them evicts the least recently used. */
const MAX_BYTES = 4_000_000;
const BUCKET_BYTES = 50;

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

export function createRateLimits({
  config,
  clock,
}: Pick<ProxyContext, 'config' | 'clock'>): RateLimits {
  const limitsOf = (perMinute: number): Limits => ({
    client: createRateLimit(perMinute, clock),
    network48: createRateLimit(PART_OF_48 * perMinute, clock),
  });
  const limits: Record<LimitClass, Limits> = {
    read: limitsOf(config.READS_PER_MINUTE),
    quote: limitsOf(config.QUOTES_PER_MINUTE),
    order: limitsOf(config.ORDERS_PER_MINUTE),
    notification: limitsOf(NOTIFICATIONS_PER_MINUTE),
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

/** A token bucket for each client: `perMinute` tokens at most, filled evenly as time goes by. */
export function createRateLimit(perMinute: number, clock: Clock): RateLimit {
  const createBucket = () => ({ tokens: perMinute, filledAt: clock() });
  const buckets = createBoundedMap({
    maxBytes: MAX_BYTES,
    bytesOf: () => BUCKET_BYTES,
    create: createBucket,
  });
  const interval = MINUTE / perMinute;

  return (client) => {
    const bucket = buckets.memo(client);
    const now = clock();
    const elapsed = Math.max(0, now - bucket.filledAt);
    bucket.tokens = Math.min(perMinute, bucket.tokens + elapsed / interval);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * interval) / 1000);
    bucket.tokens -= 1;
    return 0;
  };
}

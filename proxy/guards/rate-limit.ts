import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Peer, ProxyContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';

const MINUTE = 60_000;
/** Buckets in memory; a flood of clients evicts the least recently used. */
const MAX_CLIENTS = 10_000;

/** Of one address. The platform may send many at once; what it sends too many is swept up later. */
const NOTIFICATIONS_PER_MINUTE = 6_000;

/** Each class has a bucket of its own, so that browsing never prevents ordering. */
export type LimitClass = 'read' | 'quote' | 'order' | 'notification';

/** Takes a token from a client's bucket: 0, or the seconds until there is one. */
export type RateLimit = (client: string) => number;

/** @throws {ProblemError} `too-many-requests` */
export type RateLimits = (
  limit: LimitClass,
  peer: Peer | undefined,
  forwardedFor: string | undefined,
) => void;

export function createRateLimits({
  config,
  clock,
}: Pick<ProxyContext, 'config' | 'clock'>): RateLimits {
  const limits: Record<LimitClass, RateLimit> = {
    read: createRateLimit(config.READS_PER_MINUTE, clock),
    quote: createRateLimit(config.QUOTES_PER_MINUTE, clock),
    order: createRateLimit(config.ORDERS_PER_MINUTE, clock),
    notification: createRateLimit(NOTIFICATIONS_PER_MINUTE, clock),
  };
  /** Cached, because parsing an address costs more than the rest of the check. */
  const networks = new LRUCache<string, string>({ max: 1_000, memoMethod: networkOf });
  const { TRUSTED_HOPS: hops } = config;

  return (limit, peer, forwardedFor) => {
    // A caller in the same process has no address, and no limit.
    if (!peer) return;
    const address = hops === 0 ? peer.address : clientAddress(peer.address, forwardedFor, hops);
    const wait = limits[limit](networks.memo(address));
    if (wait > 0) throw new ProblemError('too-many-requests', [], { 'Retry-After': String(wait) });
  };
}

/** A token bucket for each client: `perMinute` tokens at most, filled evenly as time goes by. */
export function createRateLimit(perMinute: number, clock: Clock): RateLimit {
  const createBucket = () => ({ tokens: perMinute, filledAt: clock() });
  const buckets = new LRUCache<string, ReturnType<typeof createBucket>>({
    // lru-cache preallocates `max` slots; `maxSize` grows as needed.
    maxSize: MAX_CLIENTS,
    sizeCalculation: () => 1,
    memoMethod: createBucket,
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

/**
 * The client's address: the peer's or, behind trusted hops, the `X-Forwarded-For` entry that the
 * outermost of them has appended. Entries further left can be forged.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const chain = [...(forwardedFor?.split(',') ?? []).map((hop) => hop.trim()), peer];
  const address = chain[chain.length - 1 - hops] ?? peer;
  return ipaddr.isValid(address) ? address : peer;
}

/** The client that an address stands for: an IPv6 customer has a whole /64 network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join('.');
}

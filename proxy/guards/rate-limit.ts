import type { HonoRequest } from 'hono';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { paths } from '../../src/contract/paths.ts';
import type { Clock } from '../clock.ts';
import { ProblemError } from '../http/problems.ts';
import type { ProxyContext } from '../context.ts';

const MINUTE = 60_000;
/**
 * Addresses that are remembered; a flood of others forgets the oldest, and never fills the memory.
 */
const MOST_ADDRESSES = 10_000;

/** Takes one from an address's share; answers 0, or in how many seconds there is another. */
export type Limit = (address: string) => number;

export type Peer = { readonly address: string };

/**
 * Reads, quotes and orders each have their share, so that browsing never stands in the way of
 * ordering.
 */
export function createLimits({ config, clock }: Pick<ProxyContext, 'config' | 'clock'>) {
  const reads = createLimit(config.READS_PER_MINUTE, clock);
  const writes = new Map([
    [paths.quotes as string, createLimit(config.QUOTES_PER_MINUTE, clock)],
    [paths.orders, createLimit(config.ORDERS_PER_MINUTE, clock)],
  ]);

  const networks = new LRUCache<string, string>({ max: 1_000, memoMethod: networkOf });
  const { TRUSTED_HOPS: hops } = config;

  /**
   * @throws {ProblemError} when it is too much; who calls the proxy in its own process is no
   * stranger.
   */
  return (req: HonoRequest, peer: Peer | undefined) => {
    if (!peer) return;
    const limit = (req.method === 'POST' && writes.get(req.path)) || reads;
    const address =
      hops === 0 ? peer.address : clientAddress(peer.address, req.header('X-Forwarded-For'), hops);
    const wait = limit(networks.memo(address));
    if (wait > 0) throw new ProblemError('too-many-requests', [], { 'Retry-After': String(wait) });
  };
}

/**
 * So many a minute for each address, all at once or spread out: a bucket that fills again as time
 * goes by.
 */
export function createLimit(perMinute: number, clock: Clock): Limit {
  const newBucket = () => ({ left: perMinute, at: clock() });
  const buckets = new LRUCache<string, ReturnType<typeof newBucket>>({
    // `max` would set room aside for all of them at once.
    ...{ maxSize: MOST_ADDRESSES, sizeCalculation: () => 1 },
    memoMethod: newBucket,
  });
  const every = MINUTE / perMinute;

  return (address) => {
    const bucket = buckets.memo(address);
    const now = clock();
    const filled = Math.min(perMinute, bucket.left + Math.max(0, now - bucket.at) / every);
    [bucket.left, bucket.at] = [filled < 1 ? filled : filled - 1, now];
    return filled < 1 ? Math.ceil(((1 - filled) * every) / 1000) : 0;
  };
}

/**
 * Whose request it is: the peer's, or what the trusted hops before it say, counted from the nearest
 * one. What stands further left anybody can have written.
 */
export function clientAddress(peer: string, forwarded: string | undefined, hops: number): string {
  const chain = [...(forwarded?.split(',') ?? []).map((hop) => hop.trim()), peer];
  const address = chain[chain.length - 1 - hops] ?? peer;
  return ipaddr.isValid(address) ? address : peer;
}

/** An IPv6 customer has a whole /64 network, so that is what is counted. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}

import ipaddr from 'ipaddr.js';
import { createBoundedMap, textBytes } from '../bounded-map.ts';
import type { Peer } from '../ports.ts';

/** About a thousand addresses. */
const MAX_BYTES = 300_000;
const BYTES_OF_64 = 8;
const BYTES_OF_48 = 6;

/** Identifies a request's client by its network; undefined for a caller in the same process. */
export type ClientOf = (
  peer: Peer | undefined,
  forwardedFor: string | undefined,
) => string | undefined;

/**
 * `hops`: how many proxies in front of this one are trusted to append the address of their peer.
 */
export function createClientOf(hops: number): ClientOf {
  /** Cached, because parsing an address costs more than the rest of a check. */
  const networks = createBoundedMap({
    maxBytes: MAX_BYTES,
    bytesOf: textBytes,
    create: networkOf,
  });

  return (peer, forwardedFor) => {
    if (!peer) return undefined;
    const address = hops === 0 ? peer.address : clientAddress(peer.address, forwardedFor, hops);
    return networks.memo(address);
  };
}

/**
 * The client's address: the peer's or, behind trusted hops, the `X-Forwarded-For` entry that the
 * outermost of them appended. Entries to the left of it can be forged.
 */
function clientAddress(peer: string, forwardedFor: string | undefined, hops: number): string {
  const chain = [...(forwardedFor?.split(',') ?? []).map(withoutPort), peer];
  const address = chain[chain.length - 1 - hops] ?? peer;
  return ipaddr.isValid(address) ? address : peer;
}

/** Some gateways append the port as well: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  const address = hop.trim();
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** The key of the client with this address: an IPv6 customer has a whole /64 network. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toByteArray().slice(0, BYTES_OF_64).join('.');
}

/**
 * A client's network as people write it: an IPv4 address, or a prefix such as `2001:db8:1:2::/64`.
 */
export function networkNameOf(client: string | undefined): string | undefined {
  if (client === undefined) return undefined;
  const bytes = client.split('.').map(Number);
  if (bytes.length !== BYTES_OF_64) return client;
  const first = ipaddr.fromByteArray([...bytes, ...bytes.map(() => 0)]);
  return `${first.toString()}/64`;
}

/** A network that has a limit of its own. */
export interface ClientNetwork {
  readonly key: string;
  readonly kind: 'address' | '/64' | '/48';
}

/** The networks of a client that `createClientOf` has identified: for IPv6, its /64 and its /48. */
export function networksOf(client: string): readonly ClientNetwork[] {
  const bytes = client.split('.');
  if (bytes.length !== BYTES_OF_64) return [{ key: client, kind: 'address' }];
  return [
    { key: client, kind: '/64' },
    { key: bytes.slice(0, BYTES_OF_48).join('.'), kind: '/48' },
  ];
}

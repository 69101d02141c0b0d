import type { Connection, ConnectionLimit } from '../http/listener.ts';
import type { Log } from '../log.ts';
import { type ClientNetwork, createClientOf, networksOf } from './client.ts';

/** The rest of them is for the store, the platform, files and the admin listener. */
const PART_OF_DESCRIPTORS = 0.75;
/** Each takes some kilobytes of memory. */
const MAX_CONNECTIONS = 10_000;
/** Of all connections. */
const partOfNetwork: Readonly<Record<ClientNetwork['kind'], number>> = {
  address: 1 / 8,
  '/64': 1 / 8,
  '/48': 1 / 2,
};

/** Whence a health check on this machine comes, however many visitors there are. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::ffff:127.0.0.1', '::1']);
const LOOPBACK_RESERVE = 16;

export interface ConnectionLimits {
  /** What all of them together are called in log and metrics. */
  readonly name: 'all' | 'admin';
  readonly total: number;
  /** So many more may come from this machine. */
  readonly loopbackReserve: number;
  /** Left out where one address speaks for many visitors. */
  readonly ofNetwork?: Readonly<Record<ClientNetwork['kind'], number>>;
}

/** Of the listener for metrics and details, which shares none with visitors. */
export const adminConnections: ConnectionLimits = { name: 'admin', total: 16, loopbackReserve: 0 };

/**
 * How many connections visitors may have open. With trusted hops all connections come from the last of
 * them, which has to limit each visitor.
 */
export function visitorConnections(descriptors: number, trustedHops: number): ConnectionLimits {
  const total = Math.min(MAX_CONNECTIONS, Math.floor(PART_OF_DESCRIPTORS * descriptors));
  const limits = { name: 'all', total, loopbackReserve: LOOPBACK_RESERVE } as const;
  if (trustedHops > 0) return limits;
  const of = (kind: ClientNetwork['kind']) => Math.ceil(partOfNetwork[kind] * total);
  return { ...limits, ofNetwork: { address: of('address'), '/64': of('/64'), '/48': of('/48') } };
}

/** Connections with a limit in common: those of a network, or all. */
interface Group {
  readonly name: ClientNetwork['kind'] | ConnectionLimits['name'];
  readonly max: number;
  readonly key: string;
  open: number;
  /** Those without a request that is being handled; the first one has waited longest. */
  readonly waiting: Set<Connection>;
}

function createGroup(name: Group['name'], max: number, key = ''): Group {
  return { name, max, key, open: 0, waiting: new Set() };
}

interface Membership {
  readonly groups: readonly Group[];
  /** That are being handled. */
  requests: number;
}

export interface ReportingConnectionLimit extends ConnectionLimit {
  /** Logs how many connections were closed since the last report; called periodically. */
  report(): Promise<void>;
}

/**
 * Where a network, or the proxy, has all the connections that it may have, the one that has waited
 * longest for a request is closed, and a new one takes its place: many customers behind one address
 * lose only connections that they do not use. If all have a request that is being handled, the new
 * one is closed.
 */
export function createConnectionLimit(
  { name, total, loopbackReserve, ofNetwork }: ConnectionLimits,
  log: Log,
): ReportingConnectionLimit {
  const networkOf = createClientOf(0);
  const all = createGroup(name, total);
  /** Those that have an open connection. */
  const networks = new Map<string, Group>();
  const memberships = new Map<Connection, Membership>();
  const closed = new Map<Group['name'], number>();

  function groupsOf(address: string): Group[] {
    const client = networkOf({ address }, undefined);
    if (!ofNetwork || client === undefined) return [all];
    const groups = networksOf(client).map(
      ({ key, kind }) => networks.get(key) ?? createGroup(kind, ofNetwork[kind], key),
    );
    return [...groups, all];
  }

  /** Whether the group has room for another connection. */
  function makeRoom(group: Group, max: number): boolean {
    if (group.open < max) return true;
    closed.set(group.name, (closed.get(group.name) ?? 0) + 1);
    const [longestWaiting] = group.waiting;
    if (!longestWaiting) return false;
    remove(longestWaiting);
    longestWaiting.destroy();
    return true;
  }

  function add(connection: Connection, groups: readonly Group[]): void {
    memberships.set(connection, { groups, requests: 0 });
    for (const group of groups) {
      group.open += 1;
      group.waiting.add(connection);
      if (group !== all) networks.set(group.key, group);
    }
  }

  function remove(connection: Connection): void {
    for (const group of memberships.get(connection)?.groups ?? []) {
      group.open -= 1;
      group.waiting.delete(connection);
      if (group.open === 0) networks.delete(group.key);
    }
    memberships.delete(connection);
  }

  return {
    admit(connection) {
      const { remoteAddress: address = '' } = connection;
      const groups = groupsOf(address);
      const reserve = loopback.has(address) ? loopbackReserve : 0;
      const hasRoom = groups.every((group) =>
        makeRoom(group, group === all ? group.max + reserve : group.max),
      );
      if (hasRoom) add(connection, groups);
      return hasRoom;
    },

    requestBegins(connection) {
      const membership = memberships.get(connection);
      if (!membership) return;
      membership.requests += 1;
      for (const { waiting } of membership.groups) waiting.delete(connection);
    },

    requestEnds(connection) {
      const membership = memberships.get(connection);
      if (!membership) return;
      membership.requests -= 1;
      if (membership.requests > 0) return;
      for (const { waiting } of membership.groups) waiting.add(connection);
    },

    remove,

    async report() {
      for (const [kind, count] of closed) log({ event: 'connection-limit', kind, count });
      closed.clear();
    },
  };
}

import type { Connection, ConnectionLimit } from '../http/listener.ts';
import type { Log } from '../log.ts';
import { type ClientNetwork, createClientOf, networksOf } from './client.ts';

/** The other descriptors are for the store, the platform, files and the admin listener. */
const PART_OF_DESCRIPTORS = 0.75;
/** A connection takes some kilobytes of memory. */
const MAX_CONNECTIONS = 10_000;
/** Shares of all connections. */
const partOfNetwork: Readonly<Record<ClientNetwork['kind'], number>> = {
  address: 1 / 8,
  '/64': 1 / 8,
  '/48': 1 / 2,
};

/**
 * Health checks on this machine come from here; they need a connection however many visitors there
 * are.
 */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::ffff:127.0.0.1', '::1']);
const LOOPBACK_RESERVE = 16;

export interface ConnectionLimits {
  /** Names the limit in the log and metrics. */
  readonly name: 'all' | 'admin';
  readonly total: number;
  /** How many more connections this machine may have. */
  readonly loopbackReserve: number;
  /** Left out if all visitors share the address of a trusted hop. */
  readonly ofNetwork?: Readonly<Record<ClientNetwork['kind'], number>>;
}

/** For the listener for metrics and details, which shares no connections with visitors. */
export const adminConnections: ConnectionLimits = { name: 'admin', total: 16, loopbackReserve: 0 };

/**
 * How many connections visitors may have open. Behind trusted hops all connections come from the
 * last hop, which has to limit each visitor itself.
 */
export function visitorConnections(descriptors: number, trustedHops: number): ConnectionLimits {
  const total = Math.min(MAX_CONNECTIONS, Math.floor(PART_OF_DESCRIPTORS * descriptors));
  const limits = { name: 'all', total, loopbackReserve: LOOPBACK_RESERVE } as const;
  if (trustedHops > 0) return limits;
  const of = (kind: ClientNetwork['kind']) => Math.ceil(partOfNetwork[kind] * total);
  return { ...limits, ofNetwork: { address: of('address'), '/64': of('/64'), '/48': of('/48') } };
}

/** Connections that share a limit: those of a network, or all. */
interface Group {
  readonly name: ClientNetwork['kind'] | ConnectionLimits['name'];
  readonly max: number;
  readonly key: string;
  open: number;
  /** Idle connections; the first one has been idle longest. */
  readonly waiting: Set<Connection>;
}

function createGroup(name: Group['name'], max: number, key = ''): Group {
  return { name, max, key, open: 0, waiting: new Set() };
}

interface Membership {
  readonly groups: readonly Group[];
  /** How many are being handled. */
  requests: number;
}

export interface ReportingConnectionLimit extends ConnectionLimit {
  /** Logs how many connections were closed since the last report; called periodically. */
  report(): Promise<void>;
}

/**
 * If a network or the proxy is at its limit, a new connection replaces the one that has been idle
 * longest: many customers behind one address lose only connections that they do not use. If none is
 * idle, the new one is closed.
 */
export function createConnectionLimit(
  { name, total, loopbackReserve, ofNetwork }: ConnectionLimits,
  log: Log,
): ReportingConnectionLimit {
  const networkOf = createClientOf(0);
  const all = createGroup(name, total);
  /** Networks with an open connection, by key. */
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

  /**
   * Closes an idle connection if the group is full. Returns whether there is room for another one.
   */
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

import type { Server } from 'node:http';
import { type AddressInfo, isIPv6, Server as NetServer, type Socket } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Peer } from '../ports.ts';

/** All in milliseconds. */
interface ListenTimeouts {
  /** For a client to send its headers. */
  readonly headersTimeout: number;
  /** For a client to send all of its request. */
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  /**
   * Longer than load balancers keep a connection, so that none is closed just as it is used again.
   */
  readonly keepAliveTimeout: number;
  /**
   * Without any traffic. Longer than an order takes, but short enough to cut off a client that
   * never reads.
   */
  readonly socketTimeout: number;
}

const defaultTimeouts: ListenTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  socketTimeout: 90_000,
};

/** The part of a socket that a connection limit needs. */
export type Connection = Pick<Socket, 'remoteAddress' | 'destroy'>;

/** Decides which connections may be open. */
export interface ConnectionLimit {
  /** Whether a new connection may be open. Another one may be closed to make room for it. */
  admit(connection: Connection): boolean;
  /** A request on this connection is being handled. */
  requestBegins(connection: Connection): void;
  requestEnds(connection: Connection): void;
  /** The connection has closed. */
  remove(connection: Connection): void;
}

export interface ListenOptions {
  readonly port: number;
  readonly host?: string | undefined;
  readonly handle: (request: Request, peer: Peer) => Promise<Response>;
  /** Without it any number of connections may be open. */
  readonly connectionLimit?: ConnectionLimit;
  readonly timeouts?: ListenTimeouts;
}

const unlimited: ConnectionLimit = {
  admit: () => true,
  requestBegins() {},
  requestEnds() {},
  remove() {},
};

export interface Listener {
  readonly url: string;
  /**
   * Takes no more requests and finishes those that are in flight; after `timeout` milliseconds they
   * are cut off.
   */
  readonly close: (timeout: number) => Promise<void>;
}

export function listen({
  port,
  host,
  handle,
  connectionLimit = unlimited,
  timeouts: { socketTimeout, ...serverOptions } = defaultTimeouts,
}: ListenOptions): Promise<Listener> {
  /**
   * Requests being handled, or whose response is being sent. They count even after the client has
   * left, so that its order is finished.
   */
  let inFlight = 0;
  let closing = false;
  let onIdle = () => {};

  function open(socket: Socket): void {
    if (connectionLimit.admit(socket)) socket.once('close', () => connectionLimit.remove(socket));
    else socket.destroy();
  }

  function begin(socket: Socket): void {
    inFlight += 1;
    connectionLimit.requestBegins(socket);
  }

  function finish(socket: Socket): void {
    inFlight -= 1;
    connectionLimit.requestEnds(socket);
    if (inFlight === 0) onIdle();
  }

  async function respond(request: Request, env: unknown): Promise<Response> {
    const { incoming, outgoing } = env as HttpBindings;
    const { url: target = '', socket, rawHeaders } = incoming;
    // Rejects targets that the URL parser has normalised (`..`, `\`, absolute form): what is
    // matched has to be what arrived. Of two `Host` headers, a proxy on the way may have believed
    // the other one.
    if (!target.startsWith('/') || !request.url.endsWith(target) || countHosts(rawHeaders) > 1) {
      return new Response(null, { status: 400 });
    }
    begin(socket);
    try {
      const response = await handle(request, { address: socket.remoteAddress ?? '' });
      // The rest of a body that is too large is not read, so whoever pools the connection must not
      // reuse it.
      if (closing || response.status === 413) response.headers.set('Connection', 'close');
      return response;
    } finally {
      if (outgoing.destroyed) finish(socket);
      else outgoing.once('close', () => finish(socket));
    }
  }

  return new Promise((resolve, reject) => {
    // HTTP/1.0 needs no `Host`, and some health checks send none.
    const hostname = 'localhost';
    const server = createAdaptorServer({ fetch: respond, serverOptions, hostname }) as Server;
    server.listen(port, host, () => {
      resolve({ url: httpUrl(host, (server.address() as AddressInfo).port), close });
    });
    server.setTimeout(socketTimeout);
    // Stays attached while listening: accepting a connection may fail for want of descriptors or
    // memory.
    server.on('error', reject);
    server.prependListener('connection', open);

    async function close(timeout: number): Promise<void> {
      closing = true;
      // The HTTP server's own `close` would cut off responses that have not been received yet.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      const cutOff = setTimeout(() => server.closeAllConnections(), timeout);
      if (inFlight > 0) await new Promise<void>((idle) => (onIdle = idle));
      clearTimeout(cutOff);
      server.closeAllConnections();
      await closed;
    }
  });
}

/** The address of a listener. An IPv6 `host` is put in brackets. */
export function httpUrl(host: string | undefined, port: number): string {
  const name = host !== undefined && isIPv6(host) ? `[${host}]` : host;
  return `http://${name ?? 'localhost'}:${port}`;
}

/** `rawHeaders` alternates between names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    .length;
}

import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Soon } from './response.ts';
import type { Peer } from '../guards/rate-limit.ts';

/** Milliseconds. */
const usual = {
  /** For a client to send its headers, and then all of its request. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /**
   * Longer than load balancers keep a connection, so that none is closed in the moment in which it
   * is used again.
   */
  keepAliveTimeout: 65_000,
  /**
   * Nothing moves at all: longer than an order takes, but not for ever, for a client that does not
   * read its answer.
   */
  silence: 90_000,
};

export interface ListenOptions {
  readonly port: number;
  readonly host?: string | undefined;
  readonly handle: (request: Request, peer: Peer) => Soon<Response>;
  readonly timeouts?: typeof usual;
}

export interface Listening {
  readonly url: string;
  /**
   * Takes no more requests, and finishes those that run; what takes longer than `patience`
   * milliseconds is cut off.
   */
  readonly close: (patience: number) => Promise<void>;
}

export function listen({
  port,
  host,
  handle,
  timeouts: { silence, ...serverOptions } = usual,
}: ListenOptions): Promise<Listening> {
  /**
   * Whose answer is not sent, or not made: an order that is being placed is not dropped with its
   * connection.
   */
  let running = 0;
  let closing = false;
  let nothingRuns = () => {};

  const ended = () => {
    running -= 1;
    if (running === 0) nothingRuns();
  };

  function answer(request: Request, env: unknown): Soon<Response> {
    const { incoming, outgoing } = env as HttpBindings;
    const { url: target = '', socket } = incoming;
    // Dots, backslashes, another host: what the grammar of URLs has made a path of ours was none
    // when it was sent.
    if (!target.startsWith('/') || !request.url.endsWith(target))
      return new Response(null, { status: 400 });
    running += 1;
    const made = () => void (outgoing.destroyed ? ended() : outgoing.once('close', ended));
    const answered = handle(request, { address: socket.remoteAddress ?? '' });
    if (answered instanceof Promise) return answered.then(finished).finally(made);
    made();
    return finished(answered);
  }

  function finished(response: Response): Response {
    if (closing) response.headers.set('Connection', 'close');
    return response;
  }

  return new Promise((resolve, reject) => {
    const server = serve(
      { port, ...(host !== undefined && { hostname: host }), fetch: answer, serverOptions },
      (address: AddressInfo) => {
        resolve({ url: `http://${host ?? 'localhost'}:${address.port}`, close });
      },
    ) as Server;
    server.setTimeout(silence);
    server.once('error', reject);

    async function close(patience: number): Promise<void> {
      closing = true;
      // The HTTP server's own `close` would cut off answers that are made and not yet received.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      const cut = setTimeout(() => server.closeAllConnections(), patience);
      if (running > 0) await new Promise<void>((done) => (nothingRuns = done));
      clearTimeout(cut);
      server.closeAllConnections();
      await closed;
    }
  });
}

import { serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** Sends a request on to the platform. */
export type Forward = (request: Request) => Promise<Response>;

export interface ListeningRelay {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The part of the listener's environment that HTTP/1 and HTTP/2 have in common. */
interface Connection {
  readonly incoming: { readonly socket: { destroy(): unknown } };
}

const HOST = '127.0.0.1';

/**
 * A relay between the proxies and the platform, which passes each call to `handle`. Where the
 * platform cuts a connection, the relay cuts its own too.
 */
export function listenRelay(
  platformUrl: string,
  handle: (request: Request, forward: Forward) => Promise<Response>,
): Promise<ListeningRelay> {
  return new Promise((resolve) => {
    const fetch = async (request: Request, { incoming }: Connection) => {
      const cut = () => void incoming.socket.destroy();
      try {
        const response = await handle(request, send);
        const { status, headers } = response;
        return new Response(response.body && untilCut(response.body, cut), { status, headers });
      } catch {
        cut();
        return RESPONSE_ALREADY_SENT;
      }
    };
    const server = serve({ fetch, hostname: HOST, port: 0 }, ({ port }) =>
      resolve({ url: `http://${HOST}:${port}`, close }),
    );
    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
  });

  async function send(request: Request): Promise<Response> {
    const { method, url, headers, signal } = request;
    const { pathname, search } = new URL(url);
    const body = method === 'POST' ? await request.arrayBuffer() : null;
    const sent = pick(headers, ['Accept', 'Authorization', 'Content-Type']);
    const response = await globalThis.fetch(platformUrl + pathname + search, {
      method,
      headers: sent,
      body,
      signal,
    });
    const received = pick(response.headers, ['Content-Type', 'Date', 'Link', 'Retry-After']);
    return new Response(response.body, { status: response.status, headers: received });
  }
}

/** The same bytes. The server would log a body that fails. */
function untilCut(body: ReadableStream<Uint8Array>, cut: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => {
        cut();
        return { done: true, value: undefined };
      });
      if (value) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: () => reader.cancel().catch(() => {}),
  });
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}

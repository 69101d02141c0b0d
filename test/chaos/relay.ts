import { serve } from '@hono/node-server';

/** Sends a request on to the platform. */
export type Forward = (request: Request) => Promise<Response>;

export interface ListeningRelay {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';

/** A relay between the proxies and the platform, which passes each call to `handle`. */
export function listenRelay(
  platformUrl: string,
  handle: (request: Request, forward: Forward) => Promise<Response>,
): Promise<ListeningRelay> {
  return new Promise((resolve) => {
    const fetch = (request: Request) => handle(request, (forwarded) => send(forwarded));
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
    const { method, url, headers } = request;
    const { pathname, search } = new URL(url);
    const body = method === 'POST' ? await request.arrayBuffer() : null;
    const sent = pick(headers, ['Accept', 'Authorization', 'Content-Type']);
    const response = await globalThis.fetch(platformUrl + pathname + search, {
      method,
      headers: sent,
      body,
    });
    const received = pick(response.headers, ['Content-Type', 'Date', 'Link', 'Retry-After']);
    return new Response(await response.arrayBuffer(), {
      status: response.status,
      headers: received,
    });
  }
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}

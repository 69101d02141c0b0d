import { createBookingClient, type BookingClient } from '../../src/client/booking-client.ts';
import { createWorld, PROXY, SHOP, type World } from '../support/world.ts';

export type Send = (request: Request) => Promise<Response>;

interface Options {
  world?: World;
  /** The customer's; wrong by a year unless told otherwise. */
  clock?: () => number;
  /** Stands between the widget and the proxy. */
  between?: (proxy: Send) => Send;
}

export interface ProxiedClient {
  client: BookingClient;
  world: World;
  /** What was sent. */
  requests: Request[];
}

/** The network ends a response when nobody wants it any more. */
function untilAborted(response: Response, signal: AbortSignal | undefined): Response {
  if (!response.body || !signal) return response;
  const body = response.body.pipeThrough(new TransformStream(), { signal });
  return new Response(body, response);
}

/** The widget's client, in front of the real proxy, in front of the sandbox. */
export function createProxiedClient({
  world = createWorld(),
  clock = () => world.clock() - 365 * 86_400_000,
  between = (proxy) => proxy,
}: Options = {}): ProxiedClient {
  const requests: Request[] = [];
  const send = between(async (request) => {
    const response = await world.respond(request);
    if (response.headers.get('Content-Type') === 'text/event-stream') return response;
    const { status, headers } = response;
    return new Response(await response.text(), { status, headers });
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    // A browser says by itself whose page it is.
    request.headers.set('Origin', SHOP);
    requests.push(request.clone());
    const response = await send(request);
    const isStream = response.headers.get('Content-Type') === 'text/event-stream';
    return isStream ? untilAborted(response, init?.signal ?? undefined) : response;
  };
  return { client: createBookingClient({ proxy: PROXY, fetch, clock }), world, requests };
}

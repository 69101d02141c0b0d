import { type BookingClient, createBookingClient } from '../../src/client/booking-client.ts';
import type { ExchangeOptions } from '../../src/client/exchange.ts';
import { createOrderClient, type OrderClient } from '../../src/visit/order-client.ts';
import { createWorld, PROXY, SHOP, type World } from '../support/world.ts';

export type Send = (request: Request) => Promise<Response>;

interface Options {
  world?: World;
  /** The customer's clock, by default a year off. */
  clock?: () => number;
  /** Wraps the connection from the widget to the proxy. */
  between?: (proxy: Send) => Send;
}

/** All operations, as one customer uses them. */
export type WholeClient = BookingClient & OrderClient;

export function createWholeClient(options: ExchangeOptions): WholeClient {
  const client = createBookingClient(options);
  return { ...client, ...createOrderClient(client.exchange) };
}

export interface ProxiedClient {
  client: WholeClient;
  world: World;
  /** The requests that were sent. */
  requests: Request[];
}

/** Ends the response when the request is aborted, as the network does. */
function untilAborted(response: Response, signal: AbortSignal | undefined): Response {
  if (!response.body || !signal) return response;
  const body = response.body.pipeThrough(new TransformStream(), { signal });
  return new Response(body, response);
}

/** The widget's client with the real proxy and the sandbox behind it. */
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
    // A browser sets the Origin by itself.
    request.headers.set('Origin', SHOP);
    requests.push(request.clone());
    const response = await send(request);
    const isStream = response.headers.get('Content-Type') === 'text/event-stream';
    return isStream ? untilAborted(response, init?.signal ?? undefined) : response;
  };
  return { client: createWholeClient({ proxy: PROXY, fetch, clock }), world, requests };
}

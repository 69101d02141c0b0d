import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Fetch } from '../../../proxy/ports.ts';
import type { StripeServer } from './server.ts';

/** The server on a port, and a `fetch` that leads to it whatever is meant for Stripe. */
export async function listenStripe({ respond }: Pick<StripeServer, 'respond'>) {
  const listener = serve({ fetch: respond, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as AddressInfo;
  const fetch: Fetch = (request) => {
    const { origin, pathname, search } = new URL(request.url);
    if (origin !== 'https://api.stripe.com') throw new Error(`a request to ${origin}`);
    return globalThis.fetch(new Request(`http://127.0.0.1:${port}${pathname}${search}`, request));
  };
  const close = () => new Promise<void>((resolve) => listener.close(() => resolve()));
  return { port, fetch, close };
}

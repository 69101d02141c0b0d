import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import { createWorld, PROXY, START } from '../../support/world.ts';

export const EVENTS = '/payments/stripe/events';
export const WEBHOOK_SECRET = 'whsec_ours';
/** Of the form of Stripe's, and of nobody's secret. */
export const FORGED = `t=${START / 1000},v1=${'a'.repeat(64)}`;

/** A proxy that takes events of Stripe, and what is sent to it. */
export function openEvents() {
  const server = createStripeServer(() => START);
  const world = createWorld({
    createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch: server.respond, clock }),
    env: {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  });

  /** Sends the text in pieces, and counts those that the proxy has taken. */
  async function send(
    text: string,
    { signature, address = '192.0.2.1' }: { signature?: string; address?: string } = {},
  ) {
    let readBytes = 0;
    const pieces = text.match(/[^]{1,4096}/g) ?? [];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) return controller.close();
          readBytes += piece.length;
          controller.enqueue(new TextEncoder().encode(piece));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = signature === undefined ? {} : { 'Stripe-Signature': signature };
    const request = new Request(PROXY + EVENTS, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    const response = await world.read(request, { address });
    return { status: response.status, headers: response.headers, readBytes };
  }

  return { world, server, send };
}

/** How many of so many forged events the proxy reads, of an address that does nothing else. */
export async function forgeEvents(times: number): Promise<number> {
  const { send } = openEvents();
  let read = 0;
  for (let time = 0; time < times; time += 1) {
    const { readBytes } = await send('{}', { signature: FORGED });
    if (readBytes > 0) read += 1;
  }
  return read;
}

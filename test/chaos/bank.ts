import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { Dice } from '../simulation/dice.ts';
import { createStripeServer } from '../support/stripe/server.ts';
import type { BankedPayment } from './check.ts';

/** The payment provider of a run, which the proxies reach over sockets: ours in Stripe's place. */
export interface Bank {
  /** Settings of a proxy that has its orders paid there. */
  readonly env: Readonly<Record<string, string>>;
  /** Node's options for it, with which what is meant for Stripe comes here. */
  readonly nodeOptions: string;
  /** What the customer does in the browser. */
  confirm(clientSecret: string, card?: 'succeeds' | 'is declined'): void;
  /** From now on calls fail, or are done and their responses lost. */
  disturb(): void;
  calm(): void;
  payments(): BankedPayment[];
  close(): Promise<void>;
}

const SECRET_KEY = 'sk_test_chaos';
const PUBLISHABLE_KEY = 'pk_test_chaos';
const FAILS = 0.06;
const BUSY = 0.04;
const LOST = 0.08;

const states: Readonly<Record<string, BankedPayment['state']>> = {
  requires_capture: 'held',
  succeeded: 'taken',
  canceled: 'released',
};

export async function openBank(dice: Dice): Promise<Bank> {
  const stripe = createStripeServer();
  let isCalm = true;

  function fault() {
    const chance = isCalm ? 1 : dice.between(0, 1);
    if (chance < FAILS) return 'fails';
    if (chance < FAILS + BUSY) return 'is busy';
    return chance < FAILS + BUSY + LOST ? 'loses the response' : undefined;
  }

  async function respond(request: Request): Promise<Response> {
    const next = fault();
    if (next) stripe.disturb(next);
    return stripe.respond(request);
  }

  const listener = serve({ fetch: respond, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
    nodeOptions: withStripeAt(port),
    confirm: (clientSecret, card) => void stripe.confirm(SECRET_KEY, clientSecret, card),
    disturb: () => (isCalm = false),
    calm: () => (isCalm = true),
    payments: () =>
      stripe.payments(SECRET_KEY).map(({ id, metadata, status, received }) => ({
        reference: metadata['reference'] ?? '',
        state: states[status] ?? 'open',
        taken: received - stripe.refunded(SECRET_KEY, id),
      })),
    close: () => new Promise((resolve) => listener.close(() => resolve())),
  };
}

function withStripeAt(port: number): string {
  const program = `
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      const { origin, pathname, search } = new URL(request.url);
      if (origin !== 'https://api.stripe.com') return fetch(request);
      return fetch(new Request('http://127.0.0.1:${port}' + pathname + search, request));
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}

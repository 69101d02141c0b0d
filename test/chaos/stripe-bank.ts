import type { BankedPayment } from '../judge/evidence.ts';
import type { Dice } from '../simulation/dice.ts';
import { listenStripe } from '../support/stripe/listen.ts';
import { createStripeServer, type Fault } from '../support/stripe/server.ts';
import type { Bank } from './bank.ts';

const SECRET_KEY = 'sk_test_chaos';
const PUBLISHABLE_KEY = 'pk_test_chaos';
/** How many customers try another card first. */
const DECLINED = 0.1;
/** The share of the requests that meet each fault. */
const faults: readonly (readonly [Fault, number])[] = [
  ['fails', 0.04],
  ['fails afterwards', 0.03],
  ['is limited', 0.03],
  ['is busy', 0.04],
  ['loses the response', 0.08],
];

const states: Readonly<Record<string, BankedPayment['state']>> = {
  requires_capture: 'held',
  succeeded: 'taken',
  canceled: 'released',
};

/** The server in Stripe's place, which the proxies reach over sockets. */
export async function openStripeBank(dice: Dice): Promise<Bank> {
  const stripe = createStripeServer();
  const { port, close } = await listenStripe(stripe);

  function fault(): Fault | undefined {
    let chance = dice.between(0, 1);
    return faults.find(([, share]) => (chance -= share) < 0)?.[0];
  }

  return {
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
    nodeOptions: withStripeAt(port),
    async confirm(clientSecret, customer) {
      if (customer.dice.chance(DECLINED)) stripe.confirm(SECRET_KEY, clientSecret, 'is declined');
      stripe.confirm(SECRET_KEY, clientSecret);
    },
    disturb: () => stripe.disturbAll(fault),
    calm: () => stripe.disturbAll(() => undefined),
    payments: async () =>
      stripe.payments(SECRET_KEY).map(({ id, metadata, status, received }) => ({
        id,
        reference: metadata['reference'] ?? '',
        state: states[status] ?? 'open',
        captures: received > 0 ? [received] : [],
        refunds: [stripe.refunded(SECRET_KEY, id)],
      })),
    close,
  };
}

/** What is meant for Stripe goes to this port. */
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

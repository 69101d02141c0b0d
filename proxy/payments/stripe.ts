import Stripe from 'stripe';
import type { Clock } from '../clock.ts';
import type { Fetch } from '../ports.ts';
import type { StripeKeys } from '../stripe-keys.ts';
import { PAYMENT_TIMEOUT } from '../time-limits.ts';
import { type PaymentProvider, WrongSignature } from './provider.ts';
import { createStripeAccount } from './stripe-account.ts';
import { listStripeBalance } from './stripe-balance.ts';
import { askStripe } from './stripe-errors.ts';
import { createStripeIntents } from './stripe-intents.ts';
import { unpayableAtStripe } from './stripe-limits.ts';
import { createStripeSaved, isSaved } from './stripe-saved.ts';

/** Events older than this many seconds are refused, as Stripe advises. */
const EVENT_TOLERANCE = 300;

/** What of an event's object is read. */
interface EventObject {
  readonly object: string;
  readonly id?: string;
  readonly payment_intent?: unknown;
}

/** Payments by card or wallet, by other methods that hold the money, and by saved methods. */
export function createStripeProvider(
  { secret_key, publishable_key, webhook_secret }: StripeKeys,
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
): PaymentProvider {
  const open = (key: string) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient(
        (input: string | URL | Request, init?: RequestInit) =>
          fetch(new Request(input, { ...init, redirect: 'manual' })),
      ),
      timeout: PAYMENT_TIMEOUT,
      maxNetworkRetries: 0,
      telemetry: false,
    });
  const stripe = open(secret_key);
  const intents = createStripeIntents(stripe, clock);
  const saved = createStripeSaved(stripe, intents);
  const callsOf = (id: string) => (isSaved(id) ? saved : intents);

  return {
    name: 'stripe',

    create: (charge, key) =>
      askStripe(() => (charge.saves_method ? saved : intents).create(charge, key)),
    read: (id) => askStripe(() => callsOf(id).read(id)),
    capture: (id, amount, key) => askStripe(() => callsOf(id).capture(id, amount, key)),
    void: (id, key) => askStripe(() => callsOf(id).void(id, key)),
    refund: (id, amount, key) => askStripe(() => callsOf(id).refund(id, amount, key)),
    listBalance: (since) => askStripe(() => listStripeBalance(stripe, since)),
    examine: (needs) => createStripeAccount(stripe, open(publishable_key))(needs),

    unpayable: unpayableAtStripe,

    ...(webhook_secret !== undefined && {
      async readEvent(text, signature) {
        const secret = [webhook_secret, EVENT_TOLERANCE, undefined, clock()] as const;
        try {
          const event = await stripe.webhooks.constructEventAsync(text, signature, ...secret);
          const payment = paymentOf(event.data.object as EventObject);
          const isDispute = event.type === 'charge.dispute.created';
          return payment === undefined ? undefined : { payment, isDispute };
        } catch {
          throw new WrongSignature('the signature is not of this event, or too old');
        }
      },
    }),
  };
}

/** The payment of an event about a payment, or about a charge, a refund or a dispute of one. */
function paymentOf({ object, id, payment_intent }: EventObject): string | undefined {
  if (object === 'payment_intent') return id;
  return typeof payment_intent === 'string' ? payment_intent : undefined;
}

import Stripe from 'stripe';
import { fromStripeAmount, toStripeAmount } from '#contract/stripe-amount';
import { allMethods, heldMethods } from '#contract/stripe-methods';
import type { Clock } from '../clock.ts';
import type { Fetch } from '../ports.ts';
import type { StripeKeys } from '../stripe-keys.ts';
import { PAYMENT_TIMEOUT } from '../time-limits.ts';
import {
  KeyRefused,
  PaymentRefused,
  type PaymentProvider,
  type ProviderPayment,
  WrongSignature,
} from './provider.ts';

const states: Readonly<Record<string, ProviderPayment['state']>> = {
  requires_payment_method: 'unconfirmed',
  requires_confirmation: 'unconfirmed',
  requires_action: 'unconfirmed',
  processing: 'processing',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'voided',
};

/** Stripe is at work on the same payment, or on the same call of another process. */
const busyCodes: ReadonlySet<string | undefined> = new Set([
  'idempotency_key_in_use',
  'lock_timeout',
]);
const BUSY_PAUSE = 200;
/** Seconds after which an event is not believed any more, as Stripe advises. */
const EVENT_TOLERANCE = 300;

/** What of an event's object is read. */
interface EventObject {
  readonly object: string;
  readonly id?: string;
  readonly payment_intent?: unknown;
}

/** Payments by card or wallet, and by other methods that hold the money. */
export function createStripeProvider(
  { secret_key, webhook_secret }: Pick<StripeKeys, 'secret_key' | 'webhook_secret'>,
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
): PaymentProvider {
  const stripe = new Stripe(secret_key, {
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      fetch(new Request(input, { ...init, redirect: 'manual' })),
    ),
    timeout: PAYMENT_TIMEOUT,
    maxNetworkRetries: 0,
    telemetry: false,
  });

  async function describe(intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
    const { id, currency, status, client_secret, metadata } = intent;
    const isTaken = status === 'succeeded';
    return {
      id,
      // A state that Stripe adds later says neither yes nor no.
      state: states[status] ?? 'processing',
      amount: fromStripeAmount(intent.amount, currency),
      currency: currency.toUpperCase(),
      reference: metadata['reference'] ?? '',
      client_secret: client_secret ?? '',
      captured: isTaken ? fromStripeAmount(intent.amount_received, currency) : 0,
      refunded: isTaken ? fromStripeAmount(await refundedOf(intent), currency) : 0,
    };
  }

  async function refundedOf(intent: Stripe.PaymentIntent): Promise<number> {
    const { id: payment_intent, amount, amount_received } = intent;
    const { data } = await stripe.refunds.list({ payment_intent, limit: 100 });
    const refunds = data.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    const sum = refunds.reduce((all, refund) => all + refund.amount, 0);
    // Where a part was captured, the release of the rest is in the list as if it were a refund.
    const rest = amount - amount_received;
    const isOfRest = ({ amount, metadata }: Stripe.Refund) =>
      amount === rest && !metadata?.['reference'];
    return refunds.some(isOfRest) ? sum - rest : sum;
  }

  async function read(id: string): Promise<Stripe.PaymentIntent> {
    return stripe.paymentIntents.retrieve(id);
  }

  const describeResult = (call: () => Promise<Stripe.PaymentIntent>) =>
    ask(async () => describe(await call()));

  return {
    name: 'stripe',

    create: ({ amount, currency, reference, at_once }, idempotencyKey) =>
      describeResult(() => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: exactly(amount, currency),
          currency: currency.toLowerCase(),
          capture_method: at_once ? 'automatic' : 'manual',
          allowed_payment_method_types: at_once ? allMethods : heldMethods,
          metadata: { reference },
        };
        return stripe.paymentIntents.create(params, { idempotencyKey });
      }),

    read: (id) => describeResult(() => read(id)),

    capture: (id, amount, idempotencyKey) =>
      describeResult(async () => {
        const { currency } = await read(id);
        const amount_to_capture = exactly(amount, currency);
        return stripe.paymentIntents.capture(id, { amount_to_capture }, { idempotencyKey });
      }),

    void: (id, idempotencyKey) =>
      describeResult(() => stripe.paymentIntents.cancel(id, {}, { idempotencyKey })),

    refund: (id, amount, idempotencyKey) =>
      describeResult(async () => {
        const { currency, metadata } = await read(id);
        const params: Stripe.RefundCreateParams = {
          payment_intent: id,
          amount: exactly(amount, currency),
          // Tells it from the release of what was not captured.
          metadata: { reference: metadata['reference'] ?? '' },
        };
        await stripe.refunds.create(params, { idempotencyKey });
        return read(id);
      }),

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

/** @throws {PaymentRefused} when Stripe cannot take exactly this amount */
function exactly(amount: number, currency: string): number {
  const result = toStripeAmount(amount, currency);
  if (result === undefined) throw new PaymentRefused('amount_not_payable');
  return result;
}

/** Makes a call, again while Stripe is busy with the same one. @throws {PaymentRefused} */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PAYMENT_TIMEOUT;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof Stripe.errors.StripeError && busyCodes.has(error.code);
      if (!isBusy || performance.now() > deadline) throw toOwnError(error);
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE));
    }
  }
}

/**
 * What Stripe has refused for good is `PaymentRefused`; after anything else the outcome is unclear.
 * The package's own errors are not passed on, because they contain the response.
 */
function toOwnError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const name = error.code ?? error.type;
  const isKey =
    error instanceof StripeAuthenticationError || error instanceof StripePermissionError;
  if (isKey) return new KeyRefused(name);
  const isRefused = error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
  return isRefused ? new PaymentRefused(name) : new StripeFailure(name);
}

/** Stripe cannot be reached, or is failing. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
}

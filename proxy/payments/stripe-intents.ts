import type Stripe from 'stripe';
import { fromStripeAmount, toStripeAmount } from '#contract/stripe-amount';
import { allMethods, heldMethods } from '#contract/stripe-methods';
import { type PaymentProvider, PaymentRefused, type ProviderPayment } from './provider.ts';

/** The calls for one kind of payment, before their failures are translated. */
export type StripeCalls = Pick<PaymentProvider, 'create' | 'read' | 'capture' | 'void' | 'refund'>;

const states: Readonly<Record<string, ProviderPayment['state']>> = {
  requires_payment_method: 'unconfirmed',
  requires_confirmation: 'unconfirmed',
  requires_action: 'unconfirmed',
  processing: 'processing',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'voided',
};

/** A status that Stripe adds later says neither yes nor no. */
export function stateOfStatus(status: string): ProviderPayment['state'] {
  return states[status] ?? 'processing';
}

/** Payments whose money is held, or taken at once, when the customer confirms them. */
export function createStripeIntents(stripe: Stripe): StripeCalls & {
  describe(intent: Stripe.PaymentIntent): Promise<ProviderPayment>;
} {
  async function describe(intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
    const { id, currency, status, client_secret, metadata } = intent;
    const isTaken = status === 'succeeded';
    return {
      id,
      state: stateOfStatus(status),
      amount: fromStripeAmount(intent.amount, currency),
      currency: currency.toUpperCase(),
      reference: metadata['reference'] ?? '',
      client_secret: client_secret ?? '',
      captured: isTaken ? fromStripeAmount(intent.amount_received, currency) : 0,
      ...(isTaken ? await returnedOf(intent) : { refunded: 0 }),
    };
  }

  async function returnedOf(
    intent: Stripe.PaymentIntent,
  ): Promise<Pick<ProviderPayment, 'refunded' | 'refunding'>> {
    const { id, amount, amount_received, currency } = intent;
    const all = await refundsOf(id);
    // After a partial capture, Stripe lists the release of the rest as a refund. It is the oldest
    // of its amount.
    const rest = amount - amount_received;
    const released = all.findLast(
      ({ amount, metadata }) => amount === rest && !metadata?.['reference'],
    );
    const refunds = all.filter((refund) => refund !== released);
    const sumOf = (these: readonly Stripe.Refund[]) =>
      fromStripeAmount(
        these.reduce((sum, { amount }) => sum + amount, 0),
        currency,
      );
    const refunding = sumOf(refunds.filter((refund) => !hasArrived(refund) && !hasFailed(refund)));
    return { refunded: sumOf(refunds.filter(hasArrived)), ...(refunding > 0 && { refunding }) };
  }

  /** Newest first. */
  async function refundsOf(payment_intent: string): Promise<readonly Stripe.Refund[]> {
    return (await stripe.refunds.list({ payment_intent, limit: 100 })).data;
  }

  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id);

  return {
    describe,

    async create({ amount, currency, reference, at_once }, idempotencyKey) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: exactly(amount, currency),
        currency: currency.toLowerCase(),
        capture_method: at_once ? 'automatic' : 'manual',
        allowed_payment_method_types: at_once ? allMethods : heldMethods,
        metadata: { reference },
      };
      return describe(await stripe.paymentIntents.create(params, { idempotencyKey }));
    },

    read: async (id) => describe(await retrieve(id)),

    async capture(id, amount, idempotencyKey) {
      const { currency } = await retrieve(id);
      const params = { amount_to_capture: exactly(amount, currency) };
      return describe(await stripe.paymentIntents.capture(id, params, { idempotencyKey }));
    },

    void: async (id, idempotencyKey) =>
      describe(await stripe.paymentIntents.cancel(id, {}, { idempotencyKey })),

    async refund(id, amount, idempotencyKey) {
      const { currency, metadata } = await retrieve(id);
      const params: Stripe.RefundCreateParams = {
        payment_intent: id,
        amount: exactly(amount, currency),
        // The reference distinguishes it from the release after a partial capture. Stripe forgets
        // the idempotency key after a day, and a refund may fail later than that.
        metadata: { reference: metadata['reference'] ?? '', key: idempotencyKey },
      };
      const isThis = (refund: Stripe.Refund) => refund.metadata?.['key'] === idempotencyKey;
      const refund =
        (await refundsOf(id)).find(isThis) ??
        (await stripe.refunds.create(params, { idempotencyKey }));
      if (hasFailed(refund)) throw new PaymentRefused('refund_failed');
      // Another refund has failed since, so the amount that is missing now differs from this
      // refund.
      if (refund.amount !== params.amount) throw new PaymentRefused('refunded_otherwise');
      return describe(await retrieve(id));
    },
  };
}

function hasArrived({ status }: Stripe.Refund): boolean {
  return status === 'succeeded';
}

/** A refund with any other status, also one that Stripe adds later, may still arrive. */
function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

/** @throws {PaymentRefused} when Stripe cannot take exactly this amount */
export function exactly(amount: number, currency: string): number {
  const result = toStripeAmount(amount, currency);
  if (result === undefined) throw new PaymentRefused('amount_not_payable');
  return result;
}

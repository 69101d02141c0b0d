import type Stripe from 'stripe';
import { fromStripeAmount, toStripeAmount } from '#contract/stripe-amount';
import { allMethods, heldMethods } from '#contract/stripe-methods';
import { PaymentRefused, type PaymentProvider, type ProviderPayment } from './provider.ts';

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

/** Payments whose money is held as the customer confirms them, or taken at once. */
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
        // Tells it from the release of what was not captured.
        metadata: { reference: metadata['reference'] ?? '' },
      };
      await stripe.refunds.create(params, { idempotencyKey });
      return describe(await retrieve(id));
    },
  };
}

/** @throws {PaymentRefused} when Stripe cannot take exactly this amount */
export function exactly(amount: number, currency: string): number {
  const result = toStripeAmount(amount, currency);
  if (result === undefined) throw new PaymentRefused('amount_not_payable');
  return result;
}

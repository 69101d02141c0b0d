import type Stripe from 'stripe';
import { fromStripeAmount } from '#contract/stripe-amount';
import { savedMethods } from '#contract/stripe-methods';
import { PaymentRefused, type ProviderPayment } from './provider.ts';
import { isRefusal, StripeFailure } from './stripe-errors.ts';
import {
  type createStripeIntents,
  exactly,
  stateOfStatus,
  type StripeCalls,
} from './stripe-intents.ts';

/** Whether the id is that of a saved method: Stripe's ids begin with their kind. */
export function isSaved(id: string): boolean {
  return id.startsWith('seti_');
}

/** A saved method as Stripe has it. */
interface Saved {
  readonly setup: Stripe.SetupIntent;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  /** Each setup has a customer of its own, through which its charge is found again. */
  readonly customer: string;
  /** The method; undefined once it is removed. */
  readonly method: string | undefined;
  readonly charge: Stripe.PaymentIntent | undefined;
}

/**
 * Methods that are saved until an order is accepted, and then charged while the customer is away.
 * No money is held. The amount and its currency are in the metadata.
 */
export function createStripeSaved(
  stripe: Stripe,
  intents: ReturnType<typeof createStripeIntents>,
): StripeCalls {
  async function find(id: string): Promise<Saved> {
    const setup = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
    const { amount = '', currency = '', reference = '' } = setup.metadata ?? {};
    const customer = idOf(setup.customer);
    const { data } = await stripe.paymentIntents.list({ customer, limit: 1 });
    const { payment_method: method } = setup;
    const isKept = typeof method === 'object' && method !== null && method.customer !== null;
    return {
      setup,
      customer,
      currency,
      reference,
      amount: Number(amount),
      method: isKept ? method.id : undefined,
      charge: data[0],
    };
  }

  async function describe(saved: Saved): Promise<ProviderPayment> {
    const { setup, amount, currency, reference, charge } = saved;
    const isTaken = charge?.status === 'succeeded';
    const { captured, refunded, refunding } = isTaken
      ? await intents.describe(charge)
      : { captured: 0, refunded: 0 };
    return {
      id: setup.id,
      reference,
      captured,
      refunded,
      ...(refunding !== undefined && { refunding }),
      saves_method: true,
      state: stateOf(saved),
      amount: fromStripeAmount(amount, currency),
      currency: currency.toUpperCase(),
      client_secret: setup.client_secret ?? '',
    };
  }

  const read = async (id: string) => describe(await find(id));

  /** Undefined if the charge is refused. Stripe keeps a record of that too. */
  async function chargeOnce(
    { method, charge, customer, amount: most, currency, reference }: Saved,
    amount: number,
    idempotencyKey: string,
  ): Promise<Stripe.PaymentIntent | undefined> {
    if (charge) return charge;
    if (!method || amount > most) throw new PaymentRefused('not_chargeable');
    const params: Stripe.PaymentIntentCreateParams = {
      amount,
      currency,
      customer,
      payment_method: method,
      metadata: { reference },
      confirm: true,
      off_session: true,
      allowed_payment_method_types: savedMethods,
    };
    try {
      return await stripe.paymentIntents.create(params, { idempotencyKey });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  async function forget(method: string, key: string): Promise<void> {
    const options = { idempotencyKey: `${key}-forget` };
    try {
      await stripe.paymentMethods.detach(method, {}, options);
    } catch (error) {
      // Another process has removed it, or the next reading shows that it is still saved.
      if (!isRefusal(error)) throw error;
    }
  }

  return {
    read,

    async create({ amount: total, currency: code, reference }, idempotencyKey) {
      const [amount, currency] = [exactly(total, code), code.toLowerCase()];
      const { id: customer } = await stripe.customers.create(
        { metadata: { reference } },
        { idempotencyKey: `${idempotencyKey}-customer` },
      );
      const params: Stripe.SetupIntentCreateParams = {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: savedMethods,
        metadata: { reference, amount: String(amount), currency },
      };
      const { id } = await stripe.setupIntents.create(params, { idempotencyKey });
      return read(id);
    },

    async capture(id, total, idempotencyKey) {
      const before = await find(id);
      const amount = exactly(total, before.currency);
      const charge = await chargeOnce(before, amount, idempotencyKey);
      // The bank has not decided yet.
      if (charge && isUnclear(charge)) return read(id);
      if (before.method) await forget(before.method, idempotencyKey);
      if (charge?.status !== 'succeeded') throw new PaymentRefused('charge_refused');
      // Another amount was taken, which the next reading shows.
      if (charge.amount !== amount) throw new StripeFailure('charged_otherwise');
      return read(id);
    },

    async void(id, idempotencyKey) {
      const { setup, method } = await find(id);
      if (method) await forget(method, idempotencyKey);
      else if (setup.status !== 'succeeded' && setup.status !== 'canceled') {
        await stripe.setupIntents.cancel(id, {}, { idempotencyKey });
      }
      const after = await read(id);
      if (after.state === 'captured') throw new PaymentRefused('charged');
      return after;
    },

    async refund(id, amount, idempotencyKey) {
      const { charge } = await find(id);
      if (!charge) throw new PaymentRefused('not_charged');
      await intents.refund(charge.id, amount, idempotencyKey);
      return read(id);
    },
  };
}

/** `captured` only once the method is removed too, so that a repeated capture finishes both. */
function stateOf({ setup, method, charge }: Saved): ProviderPayment['state'] {
  if (setup.status !== 'succeeded') return stateOfStatus(setup.status);
  if (charge && isUnclear(charge)) return 'processing';
  if (method) return 'authorised';
  return charge?.status === 'succeeded' ? 'captured' : 'voided';
}

/** Whether the charge is still undecided. */
function isUnclear({ status, last_payment_error }: Stripe.PaymentIntent): boolean {
  return status !== 'succeeded' && status !== 'canceled' && last_payment_error === null;
}

function idOf(customer: Stripe.SetupIntent['customer']): string {
  return (typeof customer === 'string' ? customer : customer?.id) ?? '';
}

import type Stripe from 'stripe';
import { fromStripeAmount } from '#contract/stripe-amount';
import { savedMethods } from '#contract/stripe-methods';
import { PaymentRefused, type ProviderPayment } from './provider.ts';
import { isRefusal, StripeFailure } from './stripe-errors.ts';
import { underFreshKey } from './stripe-fresh-key.ts';
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
  /** What it is charged with, or was. */
  readonly charge: Stripe.PaymentIntent | undefined;
}

/** More than there are keys for one charge. */
const MOST_CHARGES = 100;

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
    const { data } = await stripe.paymentIntents.list({ customer, limit: MOST_CHARGES });
    const { payment_method: method } = setup;
    const isKept = typeof method === 'object' && method !== null && method.customer !== null;
    return {
      setup,
      customer,
      currency,
      reference,
      amount: Number(amount),
      method: isKept ? method.id : undefined,
      // After a failure of Stripe there may be several that nobody has confirmed.
      charge: data.find((charge) => !isOpen(charge)) ?? data.at(-1),
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

  /**
   * Made first, and then confirmed, because a payment can be confirmed once: so a second one that
   * comes of a failure takes nothing. Stripe keeps a record of a refusal too.
   */
  async function chargeOnce(saved: Saved, amount: number, key: string): Promise<void> {
    const { method, charge, customer, amount: most, currency, reference } = saved;
    if (charge && !isOpen(charge)) return;
    if (!method || amount > most) throw new PaymentRefused('not_chargeable');
    const params: Stripe.PaymentIntentCreateParams = {
      amount,
      currency,
      customer,
      payment_method: method,
      metadata: { reference },
      allowed_payment_method_types: savedMethods,
    };
    const create = (idempotencyKey: string) =>
      stripe.paymentIntents.create(params, { idempotencyKey });
    const { id } = charge?.amount === amount ? charge : await underFreshKey(key, create);
    await underFreshKey(`${key}-confirm`, (idempotencyKey) =>
      stripe.paymentIntents.confirm(id, { off_session: true }, { idempotencyKey }),
    );
  }

  async function forget(method: string, key: string): Promise<void> {
    try {
      await underFreshKey(`${key}-forget`, (idempotencyKey) =>
        stripe.paymentMethods.detach(method, {}, { idempotencyKey }),
      );
    } catch (error) {
      // Another process has removed it, or the next reading shows that it is still saved.
      if (!isRefusal(error)) throw error;
    }
  }

  return {
    read,

    async create({ amount: total, currency: code, reference }, key) {
      const [amount, currency] = [exactly(total, code), code.toLowerCase()];
      const { id: customer } = await underFreshKey(`${key}-customer`, (idempotencyKey) =>
        stripe.customers.create({ metadata: { reference } }, { idempotencyKey }),
      );
      const params: Stripe.SetupIntentCreateParams = {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: savedMethods,
        metadata: { reference, amount: String(amount), currency },
      };
      const { id } = await underFreshKey(key, (idempotencyKey) =>
        stripe.setupIntents.create(params, { idempotencyKey }),
      );
      return read(id);
    },

    async capture(id, total, key) {
      const before = await find(id);
      const amount = exactly(total, before.currency);
      let refusal: unknown;
      try {
        await chargeOnce(before, amount, key);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal = error;
      }
      const { charge } = await find(id);
      // The bank has not decided yet.
      if (charge && isUnclear(charge)) return read(id);
      if (before.method) await forget(before.method, key);
      if (charge?.status !== 'succeeded') throw refusal ?? refusalOf(charge);
      // Another amount was taken, which the next reading shows.
      if (charge.amount !== amount) throw new StripeFailure('charged_otherwise');
      return read(id);
    },

    async void(id, key) {
      const { setup, method, charge } = await find(id);
      if (charge && isOpen(charge)) await intents.cancel(charge.id, `${key}-charge`);
      if (method) await forget(method, key);
      else if (setup.status !== 'succeeded' && setup.status !== 'canceled') {
        await underFreshKey(key, (idempotencyKey) =>
          stripe.setupIntents.cancel(id, {}, { idempotencyKey }),
        );
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

/** Whether it was made and not confirmed, so that nothing is taken yet. */
function isOpen({ status, last_payment_error }: Stripe.PaymentIntent): boolean {
  const isUnconfirmed = status === 'requires_confirmation' || status === 'requires_payment_method';
  return isUnconfirmed && last_payment_error === null;
}

const decided: ReadonlySet<string> = new Set(['succeeded', 'canceled', 'requires_action']);

/** Whether the bank has not decided about the charge. A bank that asks for the customer has. */
function isUnclear(charge: Stripe.PaymentIntent): boolean {
  const { status, last_payment_error } = charge;
  return !decided.has(status) && !isOpen(charge) && last_payment_error === null;
}

function refusalOf(charge: Stripe.PaymentIntent | undefined): PaymentRefused {
  const isAsked = charge?.status === 'requires_action';
  const code = isAsked ? 'authentication_required' : charge?.last_payment_error?.code;
  return new PaymentRefused(code ?? 'charge_refused');
}

function idOf(customer: Stripe.SetupIntent['customer']): string {
  return (typeof customer === 'string' ? customer : customer?.id) ?? '';
}

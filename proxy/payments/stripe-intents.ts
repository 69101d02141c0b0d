import type Stripe from 'stripe';
import { fromStripeAmount, toStripeAmount } from '#contract/stripe-amount';
import { allMethods, heldMethods } from '#contract/stripe-methods';
import type { Clock } from '../clock.ts';
import { REFUND_DOUBT } from '../time-limits.ts';
import { type PaymentProvider, PaymentRefused, type ProviderPayment } from './provider.ts';
import { isForbidden, isKeySpent, isRefusal, isReplayed } from './stripe-errors.ts';
import { underFreshKey } from './stripe-fresh-key.ts';

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

/** The hold is over, although the payment may say `requires_capture` for a while. */
const expiredCodes: ReadonlySet<string | undefined> = new Set([
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
]);

/** The most recent refunds whose key was found spent. */
const MOST_REMEMBERED = 1_000;

/** A status that Stripe adds later says neither yes nor no. */
export function stateOfStatus(status: string): ProviderPayment['state'] {
  return states[status] ?? 'processing';
}

/** Payments whose money is held, or taken at once, when the customer confirms them. */
export function createStripeIntents(
  stripe: Stripe,
  clock: Clock,
): StripeCalls & {
  describe(intent: Stripe.PaymentIntent): Promise<ProviderPayment>;
  cancel(id: string, idempotencyKey: string): Promise<Stripe.PaymentIntent>;
} {
  /** When the key of a refund was found spent, by the wall clock. */
  const doubted = new Map<string, number>();
  let readsCharges = true;

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
      ...heldUntil(intent),
      captured: isTaken ? fromStripeAmount(intent.amount_received, currency) : 0,
      ...(isTaken ? await returnedOf(intent) : { refunded: 0 }),
    };
  }

  async function returnedOf(
    intent: Stripe.PaymentIntent,
  ): Promise<Pick<ProviderPayment, 'refunded' | 'refunding'>> {
    const { id, amount, amount_received, currency } = intent;
    const all = await refundsOf(id);
    // After a partial capture, Stripe may list the release of the rest as a refund. It is the first.
    const [first] = all.slice(-1);
    const isRelease = first?.amount === amount - amount_received && !first.metadata?.['reference'];
    const refunds = isRelease ? all.slice(0, -1) : all;
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

  /** A restricted key need not read charges; then it is not known until when money is held. */
  async function retrieveWithCharge(id: string): Promise<Stripe.PaymentIntent> {
    if (!readsCharges) return retrieve(id);
    try {
      return await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const intent = await retrieve(id);
      readsCharges = false;
      return intent;
    }
  }

  /** A refusal is of the state that the payment had then, so it is asked for again. */
  const cancel = (id: string, key: string) =>
    underFreshKey(
      key,
      (idempotencyKey) => stripe.paymentIntents.cancel(id, {}, { idempotencyKey }),
      isReplayed,
    );

  /** Possible once. */
  const take = (id: string, amount_to_capture: number, idempotencyKey: string) =>
    underFreshKey(idempotencyKey, (idempotencyKey) =>
      stripe.paymentIntents.capture(id, { amount_to_capture }, { idempotencyKey }),
    );

  /** The refund of this key, whatever became of it; undefined if Stripe shows none. */
  async function findRefund(id: string, key: string): Promise<Stripe.Refund | undefined> {
    return (await refundsOf(id)).find(({ metadata }) => metadata?.['key'] === key);
  }

  /**
   * Where Stripe keeps a failure under the key, and shows no refund of it, one may still appear. So
   * another key is used only if there could be no second refund, because all that is left goes back,
   * or if none has appeared for a while.
   */
  async function refundOnce(
    intent: Stripe.PaymentIntent,
    params: Stripe.RefundCreateParams & { readonly amount: number },
    key: string,
  ): Promise<Stripe.Refund> {
    const create = (idempotencyKey: string) => stripe.refunds.create(params, { idempotencyKey });
    try {
      return await create(key);
    } catch (error) {
      if (!isKeySpent(error)) throw error;
      const { refunded, refunding = 0 } = await returnedOf(intent);
      const left = intent.amount_received - exactly(refunded + refunding, intent.currency);
      if (params.amount < left && !isLongSpent(key)) throw error;
      return underFreshKey(`${key}/again`, create);
    }
  }

  function isLongSpent(key: string): boolean {
    const since = doubted.get(key) ?? clock();
    if (doubted.size === MOST_REMEMBERED) doubted.clear();
    doubted.set(key, since);
    return clock() - since >= REFUND_DOUBT;
  }

  return {
    describe,
    cancel,

    async create({ amount, currency, reference, at_once }, key) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: exactly(amount, currency),
        currency: currency.toLowerCase(),
        capture_method: at_once ? 'automatic' : 'manual',
        allowed_payment_method_types: at_once ? allMethods : heldMethods,
        metadata: { reference },
      };
      // Nobody can confirm one whose response was never received.
      const create = (idempotencyKey: string) =>
        stripe.paymentIntents.create(params, { idempotencyKey });
      return describe(await underFreshKey(key, create));
    },

    read: async (id) => describe(await retrieveWithCharge(id)),

    async capture(id, amount, key) {
      const { currency, amount: held } = await retrieve(id);
      const wanted = exactly(amount, currency);
      try {
        return await describe(await take(id, wanted, key));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (expiredCodes.has(error.code)) return describe(await cancel(id, `${key}-expired`));
        // Some methods can be taken only whole. What is too much then goes back.
        const isPart = wanted > 0 && wanted < held;
        if (!isPart) throw error;
        return describe(await take(id, held, `${key}-whole`));
      }
    },

    void: async (id, key) => describe(await cancel(id, key)),

    async refund(id, amount, key) {
      const intent = await retrieve(id);
      const { currency, metadata } = intent;
      const params = {
        payment_intent: id,
        amount: exactly(amount, currency),
        // The reference distinguishes it from the release after a partial capture. Stripe forgets
        // the idempotency key after a day, and a refund may fail later than that.
        metadata: { reference: metadata['reference'] ?? '', key },
      };
      const refund = (await findRefund(id, key)) ?? (await refundOnce(intent, params, key));
      if (hasFailed(refund)) throw new PaymentRefused('refund_failed');
      // Another refund has failed since, so the amount that is missing now differs from this
      // refund.
      if (refund.amount !== params.amount) throw new PaymentRefused('refunded_otherwise');
      return describe(await retrieve(id));
    },
  };
}

/** Stripe says it of cards, and only with the charge. */
function heldUntil({
  status,
  latest_charge,
}: Stripe.PaymentIntent): Pick<ProviderPayment, 'held_until'> {
  const charge = typeof latest_charge === 'object' ? latest_charge : null;
  const { capture_before } = charge?.payment_method_details?.card ?? {};
  const isHeld = status === 'requires_capture' && capture_before !== undefined;
  return isHeld ? { held_until: capture_before * 1000 } : {};
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

import Stripe from 'stripe';
import { KeyRefused, type ProviderSetUp, type SetUpNeeds, type Webhook } from './provider.ts';
import { isRefusal, toOwnError } from './stripe-errors.ts';

/** No payment, method or customer has this id, so that no request about it has an effect. */
const NOWHERE = 'doctor';

/** The events by which changes are noticed at once, as Stripe's dashboard groups them. */
export const neededEvents: Readonly<Record<string, readonly string[]>> = {
  'Payment Intent': [
    'payment_intent.amount_capturable_updated',
    'payment_intent.canceled',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ],
  Charge: ['charge.dispute.closed', 'charge.dispute.created', 'charge.refunded'],
  Refund: ['refund.created', 'refund.failed', 'refund.updated'],
};

/**
 * What an account at Stripe, its keys and its webhooks are good for. Asking changes nothing: what a
 * key may write shows in requests about what is not there, which Stripe answers with "not found" if
 * the key may make them, and else with a missing permission.
 * @param asPage with the publishable key, as a page asks
 */
export function createStripeAccount(
  stripe: Stripe,
  asPage: Stripe,
): (needs: SetUpNeeds) => Promise<ProviderSetUp> {
  /** Requests that need the permission to write, by its name in the dashboard. */
  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    'Payment Intents': () => stripe.paymentIntents.cancel(NOWHERE),
    'Charges and Refunds': () => stripe.refunds.create({ payment_intent: NOWHERE }),
  };
  const savingWrites: typeof writes = {
    Customers: () => stripe.customers.update(NOWHERE, { metadata: { reference: NOWHERE } }),
    'Setup Intents': () => stripe.setupIntents.cancel(NOWHERE),
    'Payment Methods': () => stripe.paymentMethods.detach(NOWHERE),
  };

  async function findLacking({ saves_methods }: SetUpNeeds): Promise<readonly string[]> {
    const needed = Object.entries({ ...writes, ...(saves_methods && savingWrites) });
    const answers = await Promise.all(
      needed.map(async ([name, write]) => ({ name, answer: await ask(write) })),
    );
    return answers.flatMap(({ name, answer }) => (answer === 'forbidden' ? name : []));
  }

  async function readAccount(): Promise<ProviderSetUp['account']> {
    const account = await ask(() => stripe.accounts.retrieveCurrent());
    if (typeof account === 'string') return undefined;
    const { charges_enabled, default_currency, requirements } = account;
    return {
      can_charge: charges_enabled,
      obstacle: requirements?.disabled_reason ?? undefined,
      currency: default_currency?.toUpperCase(),
    };
  }

  async function readWebhooks(): Promise<readonly Webhook[] | undefined> {
    const list = await ask(() => stripe.webhookEndpoints.list({ limit: 100 }));
    if (typeof list === 'string') return undefined;
    return list.data.map(({ url, status, enabled_events }) => ({
      url,
      is_enabled: status === 'enabled',
      lacking: lackingEvents(enabled_events),
    }));
  }

  /**
   * A page can read a payment by its client secret, if its key is of the payment's account and mode.
   */
  async function provePublishableKey(): Promise<ProviderSetUp['publishable_key']> {
    const list = await ask(() => stripe.paymentIntents.list({ limit: 1 }));
    const newest = typeof list === 'string' ? undefined : list.data[0];
    const { id = NOWHERE } = newest ?? {};
    const client_secret = newest?.client_secret ?? `${NOWHERE}_secret_${NOWHERE}`;
    try {
      const answer = await ask(() => asPage.paymentIntents.retrieve(id, { client_secret }));
      if (typeof answer !== 'string') return 'same-account';
    } catch (error) {
      if (error instanceof KeyRefused) return 'refused';
      throw error;
    }
    return newest?.client_secret ? 'other-account' : 'unproven';
  }

  return async (needs) => {
    const [lacking, account, webhooks, publishable_key] = await Promise.all([
      findLacking(needs),
      readAccount(),
      readWebhooks(),
      provePublishableKey(),
    ]);
    return { lacking, account, webhooks, publishable_key };
  };
}

function lackingEvents(enabled: readonly string[]): readonly string[] {
  // All events, except those that have to be chosen one by one: none of ours has to.
  if (enabled.includes('*')) return [];
  return Object.entries(neededEvents).flatMap(([group, events]) => {
    const lacking = events.filter((event) => !enabled.includes(event));
    return lacking.length > 0 ? `${group}: ${lacking.join(', ')}` : [];
  });
}

/**
 * Whether Stripe does what the key asks for, has no permission for it, or refuses it for another
 * reason, such as that there is no such payment.
 * @throws {ProviderError}
 */
async function ask<T>(call: () => Promise<T>): Promise<T | 'forbidden' | 'refused'> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return 'forbidden';
    if (isRefusal(error)) return 'refused';
    throw toOwnError(error);
  }
}

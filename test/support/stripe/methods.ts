import type Stripe from 'stripe';
import type { createAccount, Payment } from './account.ts';
import { StripeRefusal } from './errors.ts';

/** What a card does: when the customer confirms with it, and when it is charged later. */
export type Card =
  'succeeds' | 'is declined' | 'needs a second step' | 'is declined later' | 'needs approval later';

export interface Customer {
  readonly id: string;
  readonly metadata: Record<string, string>;
  readonly created: number;
}

export interface Method {
  readonly id: string;
  readonly card: Card;
  readonly created: number;
  /** Null once it is detached: it is of no use then. */
  customer: string | null;
}

export interface Setup {
  readonly id: string;
  readonly customer: string;
  readonly methods: readonly string[];
  readonly metadata: Record<string, string>;
  readonly client_secret: string;
  readonly created: number;
  status: Stripe.SetupIntent.Status;
  method?: Method;
  /** The id of the last attempt, and why it was refused. */
  attempt?: string;
  error?: { readonly type: 'card_error'; readonly code: string };
}

/** The methods that customers of one account have saved, and the rules by which they are charged. */
export function createMethods(account: ReturnType<typeof createAccount>, clock: () => number) {
  const customers = new Map<string, Customer>();
  const setups = new Map<string, Setup>();
  const methods = new Map<string, Method>();
  const { randomId } = account;

  function find(id: string): Setup {
    const setup = setups.get(id);
    if (!setup) throw new StripeRefusal(404, { code: 'resource_missing', param: 'intent' });
    return setup;
  }

  function requireOpen({ status }: Setup): void {
    if (status.startsWith('requires_')) return;
    throw new StripeRefusal(400, { code: 'setup_intent_unexpected_state' }, true);
  }

  function requireKept(id: string | undefined, customer: string | undefined): Method {
    const method = methods.get(id ?? '');
    if (method && method.customer === customer) return method;
    throw new StripeRefusal(400, { code: 'payment_method_unexpected_state' }, true);
  }

  return {
    find,
    setups: () => [...setups.values()],
    /** What is attached to a customer. */
    kept: () => [...methods.values()].filter(({ customer }) => customer !== null),

    createCustomer(metadata: Record<string, string>): Customer {
      const customer = { id: randomId('cus'), metadata, created: clock() };
      customers.set(customer.id, customer);
      return customer;
    },

    createSetup(given: Pick<Setup, 'customer' | 'methods' | 'metadata'>): Setup {
      if (!customers.has(given.customer)) {
        throw new StripeRefusal(400, { code: 'resource_missing', param: 'customer' });
      }
      const usable = account.usableOf(given.methods);
      if (usable.length === 0) {
        throw new StripeRefusal(400, {
          message: 'No valid payment method types for this Setup Intent.',
        });
      }
      const id = randomId('seti');
      const client_secret = `${id}_secret_${randomId('')}`;
      const setup: Setup = {
        id,
        client_secret,
        created: clock(),
        status: 'requires_payment_method',
        ...given,
        methods: usable,
      };
      setups.set(id, setup);
      return setup;
    },

    /** The method is attached to the customer. */
    confirm(clientSecret: string, card: Card): Setup {
      const setup = find(clientSecret.split('_secret_')[0] ?? '');
      if (setup.client_secret !== clientSecret) {
        throw new StripeRefusal(400, { code: 'setup_intent_invalid_parameter' });
      }
      requireOpen(setup);
      setup.attempt = randomId('setatt');
      if (card === 'needs a second step') {
        setup.status = 'requires_action';
        return setup;
      }
      if (card === 'is declined') {
        // As with payments, "the error encountered in the previous SetupIntent confirmation".
        setup.status = 'requires_payment_method';
        setup.error = { type: 'card_error', code: 'card_declined' };
        return setup;
      }
      delete setup.error;
      const { customer } = setup;
      setup.method = { id: randomId('pm'), card, customer, created: clock() };
      setup.status = 'succeeded';
      methods.set(setup.method.id, setup.method);
      return setup;
    },

    cancel(id: string): Setup {
      const setup = find(id);
      requireOpen(setup);
      setup.status = 'canceled';
      return setup;
    },

    detach(id: string): Method {
      const method = methods.get(id);
      if (!method?.customer) throw new StripeRefusal(400, { param: 'payment_method' }, true);
      method.customer = null;
      return method;
    },

    createCharge(given: Parameters<typeof account.create>[0]): Payment {
      requireKept(given.savedMethod, given.customer);
      return account.create(given);
    },

    /**
     * While the customer is away. What is refused has its error.
     * @param describe the payment as Stripe's error shows it
     */
    charge(id: string, describe: (payment: Payment) => object): Payment {
      const payment = account.find(id);
      const { status, savedMethod, customer } = payment;
      if (status !== 'requires_confirmation') {
        throw new StripeRefusal(400, { code: 'payment_intent_unexpected_state' }, true);
      }
      const { card } = requireKept(savedMethod, customer);
      if (card !== 'is declined later' && card !== 'needs approval later') {
        return account.confirm(payment.client_secret);
      }
      const code = card === 'is declined later' ? 'card_declined' : 'authentication_required';
      payment.error = { type: 'card_error', code, decline_code: 'stolen_card' };
      payment.status = 'requires_payment_method';
      const payment_intent = describe(payment);
      throw new StripeRefusal(402, { ...payment.error, payment_intent }, true);
    },
  };
}

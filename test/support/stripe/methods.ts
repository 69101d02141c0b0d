import type Stripe from 'stripe';
import type { createAccount, Payment } from './account.ts';
import { StripeRefusal } from './errors.ts';

/** What a card does: when the customer confirms with it, and when it is charged later. */
export type Card = 'succeeds' | 'is declined' | 'is declined later' | 'needs approval later';

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
      const id = randomId('seti');
      const client_secret = `${id}_secret_${randomId('')}`;
      const setup: Setup = {
        id,
        client_secret,
        created: clock(),
        status: 'requires_payment_method',
        ...given,
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
      if (card === 'is declined') return setup;
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

    /** While the customer is away. Of what is refused a payment remains. */
    charge(id: string, given: Parameters<typeof account.create>[0]): Payment {
      const method = methods.get(id);
      if (!method || method.customer !== given.customer) {
        throw new StripeRefusal(400, { code: 'payment_method_unexpected_state' }, true);
      }
      const payment = account.create(given);
      const isDeclined = method.card === 'is declined later';
      if (!isDeclined && method.card !== 'needs approval later') {
        return account.confirm(payment.client_secret);
      }
      const code = isDeclined ? 'card_declined' : 'authentication_required';
      payment.error = { type: 'card_error', code };
      throw new StripeRefusal(402, payment.error, true);
    },
  };
}

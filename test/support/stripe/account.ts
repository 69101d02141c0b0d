import type Stripe from 'stripe';
import { StripeRefusal } from './errors.ts';
import type { Card } from './methods.ts';

export interface Payment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly isManual: boolean;
  /** What it may be paid with. */
  readonly methods: readonly string[];
  readonly metadata: Record<string, string>;
  /** Whose saved method pays. */
  readonly customer?: string;
  readonly client_secret: string;
  readonly created: number;
  /** Why the last attempt was refused. */
  error?: { readonly type: 'card_error'; readonly code: string };
  status: Stripe.PaymentIntent.Status;
  received: number;
  /** When it was confirmed. */
  heldAt?: number;
  canceled?: { readonly at: number; readonly reason: 'automatic' | null };
}

export interface Refund {
  readonly id: string;
  readonly payment: Payment;
  readonly amount: number;
  readonly metadata: Record<string, string>;
  readonly created: number;
  status: RefundStatus;
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

/** How long a card's money is held. */
const HOLD = 7 * 24 * 3_600_000;

/** The payments of one account, and the rules by which they change. */
export function createAccount(clock: () => number) {
  const payments = new Map<string, Payment>();
  const refunds: Refund[] = [];
  let firstStatus: RefundStatus = 'succeeded';
  const randomId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`;

  function find(id: string): Payment {
    const payment = payments.get(id);
    if (!payment) throw new StripeRefusal(404, { code: 'resource_missing', param: 'intent' });
    const { status, heldAt = 0 } = payment;
    if (status === 'requires_capture' && clock() >= heldAt + HOLD) {
      payment.status = 'canceled';
      payment.canceled = { at: heldAt + HOLD, reason: 'automatic' };
    }
    return payment;
  }

  function require(payment: Payment, ...statuses: Stripe.PaymentIntent.Status[]): void {
    if (statuses.includes(payment.status)) return;
    throw new StripeRefusal(400, { code: 'payment_intent_unexpected_state' }, true);
  }

  function addRefund(
    payment: Payment,
    amount: number,
    metadata: Record<string, string>,
    status: RefundStatus,
  ): Refund {
    const own = { id: randomId('re'), payment, amount, metadata, created: clock() };
    const refund: Refund = { ...own, status };
    refunds.unshift(refund);
    return refund;
  }

  /** Newest first. */
  function refundsOf(id: string): Refund[] {
    return refunds.filter(({ payment }) => payment.id === id);
  }

  return {
    find,
    refundsOf,
    randomId,
    /** Newest first. */
    paymentsOf: (customer: string) =>
      [...payments.values()].filter((one) => one.customer === customer).reverse(),
    payments: () => [...payments.keys()].map(find),

    create(
      given: Pick<
        Payment,
        'amount' | 'currency' | 'isManual' | 'methods' | 'metadata' | 'customer'
      >,
    ): Payment {
      const id = randomId('pi');
      const client_secret = `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`;
      const rest = { status: 'requires_payment_method', received: 0 } as const;
      const payment: Payment = { id, client_secret, created: clock(), ...rest, ...given };
      payments.set(id, payment);
      return payment;
    },

    confirm(clientSecret: string, card: Card = 'succeeds'): Payment {
      const [id = ''] = clientSecret.split('_secret_');
      const payment = find(id);
      if (payment.client_secret !== clientSecret) {
        throw new StripeRefusal(400, { code: 'payment_intent_invalid_parameter' });
      }
      require(payment, 'requires_payment_method', 'requires_confirmation', 'requires_action');
      if (card === 'is declined') return payment;
      payment.status = payment.isManual ? 'requires_capture' : 'succeeded';
      payment.received = payment.isManual ? 0 : payment.amount;
      payment.heldAt = clock();
      return payment;
    },

    /** Possible once; the rest is released, and listed like a refund. */
    capture(id: string, amount: number): Payment {
      const payment = find(id);
      require(payment, 'requires_capture');
      if (amount < 1 || amount > payment.amount) {
        throw new StripeRefusal(
          400,
          { code: 'amount_too_large', param: 'amount_to_capture' },
          true,
        );
      }
      payment.status = 'succeeded';
      payment.received = amount;
      if (amount < payment.amount) addRefund(payment, payment.amount - amount, {}, 'succeeded');
      return payment;
    },

    cancel(id: string): Payment {
      const payment = find(id);
      require(payment, 'requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture');
      payment.status = 'canceled';
      payment.canceled = { at: clock(), reason: null };
      return payment;
    },

    /** Refunds by some methods are on their way for days; they have this status at first. */
    startRefundsAs: (status: RefundStatus) => (firstStatus = status),

    refund(id: string, amount: number, metadata: Record<string, string>): Refund {
      const payment = find(id);
      require(payment, 'succeeded');
      const standing = refundsOf(id).filter(
        ({ status }) => status !== 'failed' && status !== 'canceled',
      );
      const given = standing.reduce((sum, refund) => sum + refund.amount, 0);
      if (amount < 1 || given + amount > payment.amount) {
        throw new StripeRefusal(400, { code: 'charge_already_refunded', param: 'amount' }, true);
      }
      return addRefund(payment, amount, metadata, firstStatus);
    },
  };
}

import type Stripe from 'stripe';
import { StripeRefusal } from './errors.ts';
import type { Card } from './methods.ts';
import { type Settings, usualSettings } from './settings.ts';

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
  /** The saved method that pays. */
  readonly savedMethod?: string;
  readonly client_secret: string;
  readonly created: number;
  /** Why the last attempt was refused. */
  error?: { readonly type: 'card_error'; readonly code: string; readonly decline_code?: string };
  status: Stripe.PaymentIntent.Status;
  received: number;
  /** What it was confirmed with, and when, and until when its money is held. */
  held?: { readonly method: string; readonly at: number; readonly until: number };
  /** The id of its charge. */
  charge?: string;
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

/** Of most currencies, "8 digits", in the documentation of currencies; the others have more. */
const MOST_DIGITS: Readonly<Record<string, number>> = {
  idr: 12,
  inr: 9,
  lbp: 14,
  cop: 13,
  huf: 13,
  jpy: 13,
};

/** The payments of one account, and the rules by which they change. */
export function createAccount(clock: () => number) {
  const payments = new Map<string, Payment>();
  const refunds: Refund[] = [];
  let firstStatus: RefundStatus = 'succeeded';
  let settings: Settings = usualSettings;
  const randomId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`;

  function find(id: string): Payment {
    const payment = payments.get(id);
    if (!payment) throw new StripeRefusal(404, { code: 'resource_missing', param: 'intent' });
    const { status, held } = payment;
    if (status === 'requires_capture' && held && clock() >= held.until + settings.expiryLag) {
      payment.status = 'canceled';
      payment.canceled = { at: held.until, reason: 'automatic' };
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

  /** What an account is set up for. */
  function requireChargeable({
    amount,
    currency,
    methods,
  }: Pick<Payment, 'amount' | 'currency' | 'methods'>): void {
    // "Your account cannot currently make live charges."
    if (!settings.isActivated) throw new StripeRefusal(400, { code: 'testmode_charges_only' });
    const isThreeDecimal = /^(bhd|jod|kwd|omr|tnd)$/.test(currency);
    // "These API calls require the least-significant (last) digit to be 0."
    if (isThreeDecimal && amount % 10 !== 0) {
      throw new StripeRefusal(400, { code: 'parameter_invalid_integer', param: 'amount' });
    }
    if (amount < (settings.minimums[currency] ?? 1)) {
      throw new StripeRefusal(400, { code: 'amount_too_small', param: 'amount' });
    }
    if (String(amount).length > (MOST_DIGITS[currency] ?? 8)) {
      throw new StripeRefusal(400, { code: 'amount_too_large', param: 'amount' });
    }
    if (usableOf(methods).length > 0) return;
    // It has no code.
    throw new StripeRefusal(400, {
      message: 'No valid payment method types for this Payment Intent.',
    });
  }

  /** Those that are switched on; all of them if a request names none. */
  function usableOf(methods: readonly string[]): string[] {
    if (methods.length === 0) return [...(settings.methods ?? ['card'])];
    return methods.filter((method) => settings.methods?.includes(method) ?? true);
  }

  /** Of a key that may not. */
  function requireReadableCharges(): void {
    if (settings.readsCharges) return;
    throw new StripeRefusal(403, { message: 'The provided key does not have charge_read.' });
  }

  return {
    find,
    requireReadableCharges,
    refundsOf,
    randomId,
    usableOf,
    set: (more: Partial<Settings>) => (settings = { ...settings, ...more }),
    /** Newest first. */
    paymentsOf: (customer: string) =>
      [...payments.values()].filter((one) => one.customer === customer).reverse(),
    payments: () => [...payments.keys()].map(find),

    create(
      given: Pick<
        Payment,
        'amount' | 'currency' | 'isManual' | 'methods' | 'metadata' | 'customer' | 'savedMethod'
      >,
    ): Payment {
      requireChargeable(given);
      const id = randomId('pi');
      const client_secret = `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`;
      const status = given.savedMethod ? 'requires_confirmation' : 'requires_payment_method';
      const payment: Payment = {
        id,
        client_secret,
        created: clock(),
        status,
        received: 0,
        ...given,
        methods: usableOf(given.methods),
      };
      payments.set(id, payment);
      return payment;
    },

    confirm(clientSecret: string, card: Card = 'succeeds', method = 'card'): Payment {
      const [id = ''] = clientSecret.split('_secret_');
      const payment = find(id);
      if (payment.client_secret !== clientSecret) {
        throw new StripeRefusal(400, { code: 'payment_intent_invalid_parameter' });
      }
      require(payment, 'requires_payment_method', 'requires_confirmation', 'requires_action');
      if (card === 'needs a second step') {
        payment.status = 'requires_action';
        return payment;
      }
      if (card === 'is declined') {
        // "If the payment attempt fails (for example, due to a decline), the PaymentIntent's status
        // returns to requires_payment_method"; last_payment_error has "the payment error
        // encountered in the previous PaymentIntent confirmation".
        payment.status = 'requires_payment_method';
        payment.error = { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' };
        return payment;
      }
      delete payment.error;
      payment.status = payment.isManual ? 'requires_capture' : 'succeeded';
      payment.received = payment.isManual ? 0 : payment.amount;
      payment.held = { method, at: clock(), until: clock() + settings.holdTime };
      payment.charge = randomId('ch');
      return payment;
    },

    /** Possible once; the rest is released. */
    capture(id: string, amount: number): Payment {
      const payment = find(id);
      require(payment, 'requires_capture');
      const { held } = payment;
      if (amount < 1 || amount > payment.amount) {
        throw new StripeRefusal(
          400,
          { code: 'amount_too_large', param: 'amount_to_capture' },
          true,
        );
      }
      // "The charge cannot be captured as the authorization has expired."
      if (held && clock() >= held.until) {
        throw new StripeRefusal(400, { code: 'charge_expired_for_capture' }, true);
      }
      if (amount < payment.amount && settings.capturesInFull.includes(held?.method ?? '')) {
        const fields = { code: 'payment_intent_invalid_parameter', param: 'amount_to_capture' };
        throw new StripeRefusal(400, fields, true);
      }
      payment.status = 'succeeded';
      payment.received = amount;
      if (amount < payment.amount && settings.listsReleased) {
        addRefund(payment, payment.amount - amount, {}, 'succeeded');
      }
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
      const isStanding = ({ status }: Refund) => status !== 'failed' && status !== 'canceled';
      const given = sum(refundsOf(id).filter(isStanding));
      // The rest was released, so that only what was received can go back.
      const released = settings.listsReleased ? payment.amount - payment.received : 0;
      if (amount < 1 || given - released + amount > payment.received) {
        throw new StripeRefusal(400, { code: 'charge_already_refunded', param: 'amount' }, true);
      }
      return addRefund(payment, amount, metadata, firstStatus);
    },
  };
}

function sum(refunds: readonly Refund[]): number {
  return refunds.reduce((all, { amount }) => all + amount, 0);
}

import type Stripe from 'stripe';
import type { Payment, Refund } from './account.ts';

type Transaction = Partial<Record<keyof Stripe.BalanceTransaction, unknown>> & {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
};

/** In another currency than the account's, and the rate into it. */
export interface Settlement {
  readonly currency: string;
  readonly rate: number;
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** A cent and a half of each euro, and a quarter. */
function feeOf(amount: number): number {
  return Math.round(amount * 0.015) + 25;
}

/**
 * What payments and their refunds have done to the balance, newest first: an entry for each, whose
 * source is the charge or the refund. What was authorised and not captured never came in.
 */
export function balanceOf(
  payments: readonly Payment[],
  refundsOf: (id: string) => readonly Refund[],
  settlement?: Settlement,
): Transaction[] {
  const taken = payments.filter(({ status }) => status === 'succeeded');
  const all = taken.flatMap((payment) => [
    toTransaction(chargeOf(payment), 'charge', payment.received, feeOf(payment.received), payment),
    ...refundsOf(payment.id)
      .filter(({ status, metadata, amount }) => {
        const isRelease = !metadata['reference'] && amount === payment.amount - payment.received;
        return status !== 'failed' && status !== 'canceled' && !isRelease;
      })
      .map((refund) => toTransaction(sourceOf(refund), 'refund', -refund.amount, 0, refund)),
  ]);
  return all
    .map((one) => (settlement ? settle(one, settlement) : one))
    .toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id));
}

function toTransaction(
  source: { readonly id: string; readonly currency: string },
  reporting_category: string,
  amount: number,
  fee: number,
  { created }: { readonly created: number },
): Transaction {
  return {
    id: `txn_${source.id}`,
    object: 'balance_transaction',
    amount,
    currency: source.currency,
    exchange_rate: null,
    fee,
    net: amount - fee,
    reporting_category,
    source,
    created: seconds(created),
  };
}

/** "The amount in currency A, multiplied by exchange_rate, equals the amount in currency B." */
function settle(transaction: Transaction, { currency, rate }: Settlement): Transaction {
  const amount = Math.round(transaction.amount * rate);
  return { ...transaction, amount, currency, exchange_rate: rate };
}

/** With the metadata of the payment intent, which a charge takes over as it is made. */
function chargeOf({ id, amount, received, currency, metadata }: Payment) {
  const own = { payment_intent: id, amount, amount_captured: received, currency, metadata };
  return { id: id.replace('pi_', 'ch_'), object: 'charge', ...own };
}

function sourceOf({ id, payment, amount, metadata }: Refund) {
  const { currency } = payment;
  return { id, object: 'refund', payment_intent: payment.id, amount, currency, metadata };
}

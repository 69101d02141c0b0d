import type Stripe from 'stripe';
import { fromStripeAmount } from '#contract/stripe-amount';
import type { BalanceEntry } from './provider.ts';

/** By Stripe's reporting categories. Payouts and fees of the account are about no payment. */
const kinds: Readonly<Record<string, BalanceEntry['kind']>> = {
  charge: 'charge',
  charge_failure: 'charge',
  // What was authorised and not captured, where Stripe books it at all.
  partial_capture_reversal: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
};

/** What an entry comes from: a charge, or a refund or a dispute of one. */
interface Source {
  readonly payment_intent?: unknown;
  readonly amount: number;
  /** Of a charge. */
  readonly amount_captured?: number;
  readonly currency: string;
  readonly metadata?: Readonly<Record<string, string>> | null;
}

/** Stripe gives a hundred at once, newest first. */
const PAGE_SIZE = 100;

export async function listStripeBalance(
  stripe: Stripe,
  since: number,
): Promise<readonly BalanceEntry[]> {
  const entries: BalanceEntry[] = [];
  const params = {
    created: { gte: Math.floor(since / 1000) },
    limit: PAGE_SIZE,
    expand: ['data.source'],
  };
  for (let starting_after: string | undefined; ;) {
    const page = await stripe.balanceTransactions.list({
      ...params,
      ...(starting_after !== undefined && { starting_after }),
    });
    entries.push(...page.data.flatMap((transaction) => entryOf(transaction) ?? []));
    starting_after = page.data.at(-1)?.id;
    if (!page.has_more || starting_after === undefined) return entries.reverse();
  }
}

function entryOf(transaction: Stripe.BalanceTransaction): BalanceEntry | undefined {
  const { reporting_category, fee, currency: settled } = transaction;
  const kind = kinds[reporting_category];
  const source = transaction.source as unknown as Source | string | null;
  if (!kind || source === null || typeof source === 'string') return undefined;
  const { payment_intent, currency, metadata } = source;
  if (typeof payment_intent !== 'string') return undefined;
  return {
    kind,
    payment: payment_intent,
    reference: metadata?.['reference'] ?? '',
    amount: fromStripeAmount(amountOf(transaction, source), currency),
    currency: currency.toUpperCase(),
    fee: fromStripeAmount(fee, settled),
    fee_currency: settled.toUpperCase(),
  };
}

/**
 * In the payment's currency. Converted back, an amount may be off by a rounding: it is that amount of
 * the source which is nearest.
 */
function amountOf({ amount, exchange_rate }: Stripe.BalanceTransaction, source: Source): number {
  if (exchange_rate === null) return amount;
  const size = Math.abs(amount / exchange_rate);
  const candidates = [source.amount, source.amount_captured ?? source.amount];
  const [nearest = size] = candidates.toSorted((a, b) => Math.abs(a - size) - Math.abs(b - size));
  return Math.sign(amount) * nearest;
}

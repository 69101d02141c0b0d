import { HOUR } from '#contract/milliseconds';
import type { SiteContext } from '../context.ts';
import { unpaidSince } from '../journal/authorisation.ts';
import { dueOf, type Intent, type Order } from '../journal/intent.ts';

/** What the customer of an accepted order is asked to pay again, and until when. */
export interface Owed {
  /** In minor units of the order's currency. */
  readonly amount: number;
  /** By the wall clock. */
  readonly until: number;
}

const DUE_HOURS = 48;

/**
 * What the customer still owes for an accepted order after a hold lapsed or a saved method was
 * refused; undefined if nothing is owed. If the provider may still hold the money, the operator
 * takes it, so that nobody pays twice.
 */
export function owedOf(
  intent: Intent,
  order: Order | null,
  { site, clock }: Pick<SiteContext, 'site' | 'clock'>,
): Owed | undefined {
  const amount = dueOf(intent, order);
  const since = unpaidSince(intent.authorisations ?? []);
  if (typeof amount !== 'number' || amount === 0 || since === undefined) return undefined;
  const { due_hours = DUE_HOURS } = site.payments;
  const until = since + due_hours * HOUR;
  return clock() < until ? { amount, until } : undefined;
}

import type { ProblemCode } from '#contract/problem.schema';
import type { PaymentProvider, Unpayable } from './provider.ts';

const problems = {
  'too-small': 'payment-too-small',
  'too-large': 'payment-too-large',
  inexact: 'payment-impossible',
} as const satisfies Readonly<Record<Unpayable, ProblemCode>>;

/** Why an order can never be paid here, as its customer is told; undefined if it may be. */
export function unpayableOrder(
  { total, currency }: { readonly total: number; readonly currency: string },
  provider: Pick<PaymentProvider, 'unpayable'> | undefined,
): ProblemCode | undefined {
  const reason = total > 0 ? provider?.unpayable?.(total, currency) : undefined;
  return reason && problems[reason];
}

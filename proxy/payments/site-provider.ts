import type { ProxyContext } from '../context.ts';
import type { SiteConfig } from '../sites.ts';
import type { PaymentProvider } from './provider.ts';
import { createTestProvider } from './test.ts';

/** The provider that a site names, or else that of the operator's own program, if there is one. */
export function providerOf(
  { payments, stripe }: SiteConfig,
  context: Pick<ProxyContext, 'clock' | 'createStripe' | 'fetch' | 'payments' | 'store'>,
): PaymentProvider | undefined {
  if (stripe) return context.createStripe?.(stripe, context);
  return payments.provider === 'test' ? createTestProvider(context) : context.payments;
}

import type { ProxyContext } from '../context.ts';
import type { SiteConfig } from '../sites.ts';
import type { PaymentProvider } from './provider.ts';
import { createTestProvider } from './test.ts';

/** The provider that a site names, or else that of the operator's own program, if there is one. */
export function providerOf(
  { payments }: SiteConfig,
  context: Pick<ProxyContext, 'payments' | 'store'>,
): PaymentProvider | undefined {
  return payments.provider === 'test' ? createTestProvider(context) : context.payments;
}

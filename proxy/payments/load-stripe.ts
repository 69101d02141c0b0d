import type { Config } from '../config.ts';
import type { ProxyContext } from '../context.ts';

/** Loaded only where a site is paid with Stripe, because the package is large. */
export async function loadStripe({
  sites,
}: Pick<Config, 'sites'>): Promise<ProxyContext['createStripe']> {
  if (!sites.some(({ stripe }) => stripe)) return undefined;
  return (await import('./stripe.ts')).createStripeProvider;
}

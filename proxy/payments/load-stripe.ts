import type { Config } from '../config.ts';
import type { ProxyContext } from '../context.ts';

/** Its package is large, so it is loaded only where a site is paid with it. */
export async function loadStripe({
  sites,
}: Pick<Config, 'sites'>): Promise<ProxyContext['createStripe']> {
  if (!sites.some(({ stripe }) => stripe)) return undefined;
  return (await import('./stripe.ts')).createStripeProvider;
}

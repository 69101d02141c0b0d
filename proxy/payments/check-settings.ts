import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { isPaid } from './demand.ts';
import type { PaymentProvider } from './provider.ts';

/** @throws {ConfigError} when a site takes payments, and there is no provider */
export function checkPayments({ sites }: Config, provider: PaymentProvider | undefined): void {
  const site = sites.find(({ payments }) => isPaid(payments) && !payments.provider);
  if (!site || provider) return;
  throw new ConfigError(
    `the payments of site ${site.key} are wrong: there is no payment provider; set PAYMENT or payments to none`,
  );
}

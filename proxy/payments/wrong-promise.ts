import type { Promised } from '#contract/site.schema';
import type { SiteConfig } from '../sites.ts';
import { demandOf } from './demand.ts';

/** Why a site cannot keep or show what it promises, and what to do; undefined if it can. */
export function wrongPromise({ locale, payments, promises }: SiteConfig): string | undefined {
  const { orders = [], vendors = {} } = promises ?? {};
  const paidVendors = Object.keys(payments.vendors).filter((vendor) => isPaidAt(vendor, payments));
  const isOfSiteBroken =
    paysNothing(orders) &&
    (payments.orders !== 'none' || paidVendors.some((vendor) => !vendors[vendor]));
  if (isOfSiteBroken) return `orders: ${paidAdvice}`;
  for (const [vendor, own] of Object.entries(vendors)) {
    if (paysNothing(own) && isPaidAt(vendor, payments)) return `vendors.${vendor}: ${paidAdvice}`;
  }
  const [language = ''] = locale.split('-');
  const all = [orders, ...Object.values(vendors)].flat();
  const isMissing = all.some((promise) => isText(promise) && promise[language] === undefined);
  return isMissing ? `a line has no text in the site's language; add "${language}"` : undefined;
}

const paidAdvice =
  'pay-nothing-now is not true where orders are paid as they are placed; leave it out, or set payments to none';

function isPaidAt(vendor: string, payments: SiteConfig['payments']): boolean {
  return demandOf(payments, vendor) !== 'none';
}

function paysNothing(promises: readonly Promised[]): boolean {
  return promises.includes('pay-nothing-now');
}

function isText(promise: Promised): promise is Record<string, string> {
  return typeof promise === 'object' && !('free_cancellation_hours' in promise);
}

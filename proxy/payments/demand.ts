import type { SiteConfig } from '../sites.ts';

type Payments = Pick<SiteConfig['payments'], 'orders' | 'vendors'>;
type Demand = Payments['orders'];

/** Whether orders of a vendor must be paid, can be, or are not paid here. */
export function demandOf({ orders, vendors }: Payments, vendorId: string): Demand {
  return vendors[vendorId] ?? orders;
}

/** Whether any vendor's orders can be paid on the site. */
export function isPaid({ orders, vendors }: Payments): boolean {
  return [orders, ...Object.values(vendors)].some((demand) => demand !== 'none');
}

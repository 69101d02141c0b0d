import type { Vendor } from '#contract/vendor.schema';
import { tellReseller } from '../page/tell-reseller.ts';

interface Sold {
  vendor_id: string;
  vendor_name: string;
}

/**
 * Tells the reseller of vendors whose terms no customer can read before ordering.
 *
 * @param areUnknown whether a vendor that is missing could not be loaded; else it may still load
 */
export function adviseOnVendors(orders: Sold[], vendors: Vendor[], areUnknown: boolean): void {
  for (const { vendor_id: id, vendor_name: name } of orders) {
    const vendor = vendors.find((known) => known.id === id);
    if (vendor?.terms.length === 0) {
      tellReseller(
        `the vendor ${name} (${id}) has no terms, so customers are asked to accept none.`,
      );
    } else if (!vendor && areUnknown) {
      tellReseller(
        `the vendor ${name} (${id}) cannot be loaded, so customers see neither its terms nor how to reach it.`,
      );
    }
  }
}

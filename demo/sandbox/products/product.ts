import { moneyNumber } from '../api/wire-values.ts';
import type { Vendor } from '../vendors/vendor.ts';

/** A product (spec, Product). Orders point at their products, so a product is changed in place. */
export interface Product {
  readonly id: string;
  readonly vendor: Vendor;
  readonly name: string;
  readonly description: string;
  /** Infinity when unlimited. */
  readonly total: number;
  /** In minor units. */
  readonly price: number;
  readonly currency: string;
  readonly vat: number;
  readonly shipping_address: 0 | 1;
  /** Not offered at the checkout: only the vendor sells it. */
  readonly is_private: boolean;
  readonly dependencies: readonly Dependency[];
  taken: number;
  changed_at: number;
}

/** Events and vouchers with which a product is offered; without any it always is. */
export interface Dependency {
  readonly events: readonly {
    readonly id: string;
    readonly prices?: readonly { readonly id: number }[] | undefined;
  }[];
  readonly vouchers: readonly { readonly events: readonly { readonly id: string }[] }[];
}

export function availableStock(product: Product): number {
  return product.total - product.taken;
}

/** The spec says how unlimited stock is shown in `total`, but not in `available`. */
const AVAILABLE_WHEN_UNLIMITED = 9999;

export function wireProduct(product: Product) {
  const isUnlimited = product.total === Infinity;
  return {
    id: product.id,
    vendor_id: product.vendor.id,
    name: product.name,
    description: product.description,
    total: isUnlimited ? '' : product.total,
    available: isUnlimited ? AVAILABLE_WHEN_UNLIMITED : availableStock(product),
    price: moneyNumber(product.price, product.currency),
    currency: product.currency,
    shipping_address: product.shipping_address,
    dependencies: product.dependencies,
  };
}

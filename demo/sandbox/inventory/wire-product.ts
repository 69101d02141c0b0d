import { moneyNumber } from '../money.ts';
import type { Product } from '../records.ts';
import { availableStock } from '../records.ts';

/**
 * What is answered as `available` where stock is unlimited: the spec gives only `total` for this
 * case.
 */
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

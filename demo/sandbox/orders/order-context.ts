import type { Books } from '../books.ts';
import type { Client } from '../clients.ts';
import { moneyMinor } from '../money.ts';
import type { Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { OrderInput } from './order-input.ts';

/** What the checks of an order's parts have in common. */
export interface OrderContext {
  readonly books: Books;
  readonly client: Client;
  readonly input: OrderInput;
  readonly vendor: Vendor;
  readonly now: number;
}

/** In minor units. */
export function readMoney({ vendor }: OrderContext, value: number, path: string): number {
  const minor = moneyMinor(value, vendor.currency);
  if (minor === undefined || minor < 0) {
    throw new Refused('moneyInvalid', `${path}: is not an amount in ${vendor.currency}`);
  }
  return minor;
}

/**
 * Prices, discounts and totals that a client sets itself: only with the scope for it (spec,
 * Authentication 8).
 */
export function readOwnMoney(
  context: OrderContext,
  value: number | undefined,
  path: string,
): number | undefined {
  if (value === undefined) return undefined;
  if (!context.client.scopes.includes('orders_custom_prices')) {
    throw new Refused('customPrice', `${path}: the token lacks the scope orders_custom_prices`);
  }
  return readMoney(context, value, path);
}

export function checkVendor({ vendor }: OrderContext, of: Vendor, path: string): void {
  if (of === vendor) return;
  throw new Refused('vendorDiffers', `${path}: is of vendor ${of.id}`);
}

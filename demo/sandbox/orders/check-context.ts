import { ApiError } from '../api/errors.ts';
import { parseMoney } from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { OrderInput } from './input.ts';

/** What the checks of an order's parts need to know. */
export interface CheckContext {
  readonly world: World;
  readonly client: Client;
  readonly input: OrderInput;
  /** The vendor of the order. */
  readonly vendor: Vendor;
  readonly now: number;
}

/** An amount of money in minor units. */
export function checkMoney({ vendor }: CheckContext, value: number, path: string): number {
  const minor = parseMoney(value, vendor.currency);
  if (minor === undefined || minor < 0) {
    throw new ApiError('moneyInvalid', `${path}: is not an amount in ${vendor.currency}`);
  }
  return minor;
}

/**
 * A price, discount or total that the client sets itself, which requires a scope (spec,
 * Authentication 8).
 */
export function checkCustomMoney(
  context: CheckContext,
  value: number | undefined,
  path: string,
): number | undefined {
  if (value === undefined) return undefined;
  if (!context.client.scopes.includes('orders_custom_prices')) {
    throw new ApiError('customPrice', `${path}: the token lacks the scope orders_custom_prices`);
  }
  return checkMoney(context, value, path);
}

/** All parts of an order are of one vendor. */
export function checkVendor({ vendor }: CheckContext, partVendor: Vendor, path: string): void {
  if (partVendor === vendor) return;
  throw new ApiError('vendorDiffers', `${path}: is of vendor ${partVendor.id}`);
}

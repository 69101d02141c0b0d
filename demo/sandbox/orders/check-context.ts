import { ApiError } from '../api/errors.ts';
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

/** All parts of an order are of one vendor. */
export function checkVendor({ vendor }: CheckContext, partVendor: Vendor, path: string): void {
  if (partVendor === vendor) return;
  throw new ApiError('vendorDiffers', `${path}: is of vendor ${partVendor.id}`);
}

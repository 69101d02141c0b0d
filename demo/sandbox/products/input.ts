import { z } from 'zod';
import { ApiError } from '../api/errors.ts';
import { currencyCode, zeroOrOne } from '../api/validation.ts';
import { parseMoney } from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { Dependency, Product } from './product.ts';
import { availableStock } from './product.ts';

// What may be sent to create and update products.

const text = z.string();
const count = z.int().min(0);
const reference = z.strictObject({ id: text });

/** An empty string is unlimited, as it is in responses. */
const total = z.literal('').or(count);

const dependencies = z.array(
  z.strictObject({
    events: z
      .array(
        z.strictObject({ id: text, prices: z.array(z.strictObject({ id: z.int() })).optional() }),
      )
      .default([]),
    vouchers: z.array(z.strictObject({ events: z.array(reference) })).default([]),
  }),
);

const fields = {
  name: text.min(1),
  description: text,
  total,
  available: count,
  currency: currencyCode,
  shipping_address: zeroOrOne,
  dependencies,
};

const price = z.number().min(0);

/** All required (spec, Product). */
export const newProduct = z.strictObject({ vendor_id: text, price, ...fields });

type NewProduct = z.output<typeof newProduct>;

/** All optional except price (spec, Update product). */
export const productChanges = z
  .strictObject({ vendor_id: text, ...fields })
  .partial()
  .extend({ price });

type ProductChanges = z.output<typeof productChanges>;

/** Checks what a schema cannot. `product` is given for an update. */
export function checkProductInput<Input extends NewProduct | ProductChanges>(
  world: World,
  input: Input,
  { client, vendor, product }: { client: Client; vendor: Vendor; product?: Product },
) {
  const { vendor_id, currency, price: value, total, available, ...fields } = input;
  if (vendor_id !== undefined && vendor_id !== vendor.id) {
    throw new ApiError(
      'vendorForeign',
      `vendor_id: this client acts for vendor ${vendor.id} alone`,
    );
  }
  if (currency !== undefined && currency !== vendor.currency) {
    throw new ApiError('sellingCurrencyDiffers', `currency: has to be ${vendor.currency}`);
  }
  const price = parseMoney(value, vendor.currency);
  if (price === undefined) throw new ApiError('attributeInvalid', 'price: has too many decimals');
  if (price !== product?.price && !client.scopes.includes('inventory_write_prices')) {
    throw new ApiError('scopeMissing', 'price: the token lacks the scope inventory_write_prices');
  }
  checkDependencies(world, fields.dependencies ?? [], vendor);
  return { ...fields, ...checkStock(total, available, product), price };
}

function checkDependencies(world: World, dependencies: readonly Dependency[], vendor: Vendor) {
  for (const [index, { events, vouchers }] of dependencies.entries()) {
    const path = `dependencies.${index}`;
    const dependsOn: Dependency['events'] = [
      ...events,
      ...vouchers.flatMap((voucher) => voucher.events),
    ];
    for (const { id, prices } of dependsOn) {
      const event = world.events.get(id);
      if (event?.vendor !== vendor) {
        throw new ApiError('eventUnknown', `${path}: there is no event ${id} of this vendor`);
      }
      const foreign = prices?.find((price) => !event.prices.some((own) => own.id === price.id));
      if (foreign) {
        throw new ApiError('priceNotOfEvent', `${path}: ${foreign.id} is no price of event ${id}`);
      }
    }
  }
}

/**
 * A vendor can offer less than is in stock, but total minus available can never be less than what
 * was sold. A new total without `available` changes the available pieces by the same number.
 */
function checkStock(
  newTotal: ProductChanges['total'],
  available: number | undefined,
  product: Product | undefined,
): Pick<Product, 'total' | 'taken'> {
  const total = newTotal === '' ? Infinity : (newTotal ?? product?.total ?? Infinity);
  const sold = product?.taken ?? 0;
  if (total === Infinity) return { total, taken: sold };
  const taken = available === undefined ? sold : total - available;
  if (taken < 0) throw new ApiError('attributeInvalid', 'available: is more than total');
  if (taken < sold || total < taken) {
    const left = product ? availableStock(product) : total;
    throw new ApiError('stockBelowSold', `available: ${sold} are sold and ${left} are left`);
  }
  return { total, taken };
}

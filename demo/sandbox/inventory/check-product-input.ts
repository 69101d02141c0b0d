import type { Books } from '../books.ts';
import type { Client } from '../clients.ts';
import { moneyMinor } from '../money.ts';
import type { Dependency, Product, Vendor } from '../records.ts';
import { availableStock } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { NewProduct, ProductChanges } from './product-input.ts';

/** Everything that can be wrong with a product beyond its form; `product` is the one to update. */
export function checkProductInput<Input extends NewProduct | ProductChanges>(
  books: Books,
  input: Input,
  { client, vendor, product }: { client: Client; vendor: Vendor; product?: Product },
) {
  const { vendor_id, currency, price: value, total, available, ...fields } = input;
  if (vendor_id !== undefined && vendor_id !== vendor.id) {
    throw new Refused('vendorForeign', `vendor_id: this client acts for vendor ${vendor.id} alone`);
  }
  if (currency !== undefined && currency !== vendor.currency) {
    throw new Refused('sellingCurrencyDiffers', `currency: has to be ${vendor.currency}`);
  }
  const price = moneyMinor(value, vendor.currency);
  if (price === undefined) throw new Refused('attributeInvalid', 'price: has too many decimals');
  if (price !== product?.price && !client.scopes.includes('inventory_write_prices')) {
    throw new Refused('scopeMissing', 'price: the token lacks the scope inventory_write_prices');
  }
  checkDependencies(books, fields.dependencies ?? [], vendor);
  return { ...fields, ...checkStock(total, available, product), price };
}

function checkDependencies(books: Books, dependencies: readonly Dependency[], vendor: Vendor) {
  for (const [index, { events, vouchers }] of dependencies.entries()) {
    const path = `dependencies.${index}`;
    const named: Dependency['events'] = [
      ...events,
      ...vouchers.flatMap((voucher) => voucher.events),
    ];
    for (const { id, prices } of named) {
      const event = books.events.get(id);
      if (event?.vendor !== vendor) {
        throw new Refused('eventUnknown', `${path}: there is no event ${id} of this vendor`);
      }
      const foreign = prices?.find((price) => !event.prices.some((own) => own.id === price.id));
      if (foreign) {
        throw new Refused('priceNotOfEvent', `${path}: ${foreign.id} is no price of event ${id}`);
      }
    }
  }
}

/**
 * `available` can hold stock back, but what is sold stays sold: total less available is never under
 * what was taken. A new total alone moves what is available with it.
 */
function checkStock(
  given: ProductChanges['total'],
  available: number | undefined,
  product: Product | undefined,
): Pick<Product, 'total' | 'taken'> {
  const total = given === '' ? Infinity : (given ?? product?.total ?? Infinity);
  const sold = product?.taken ?? 0;
  if (total === Infinity) return { total, taken: sold };
  const taken = available === undefined ? sold : total - available;
  if (taken < 0) throw new Refused('attributeInvalid', 'available: is more than total');
  if (taken < sold || total < taken) {
    const left = product ? availableStock(product) : total;
    throw new Refused('stockBelowSold', `available: ${sold} are sold and ${left} are left`);
  }
  return { total, taken };
}

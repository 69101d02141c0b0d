import type { Books } from '../books.ts';
import type { Product } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { OrderInput } from './order-input.ts';
import type { CheckedTicket, ProductLine } from './order.ts';

/** What makes an address to send to. A street without numbers is one, as in Kyoto. */
const shippingFields = [
  'shipping_name',
  'shipping_street',
  'shipping_zip',
  'shipping_city',
  'shipping_country',
] as const;

export function checkProduct(
  books: Books,
  line: OrderInput['products'][number],
  path: string,
  input: OrderInput,
  tickets: readonly CheckedTicket[],
): ProductLine {
  const product = books.products.get(line.product_id);
  if (!product) {
    const message = `${path}.product_id: there is no product ${line.product_id}`;
    throw new Refused('productUnknown', message);
  }
  if (product.vendor.id !== input.vendor_id) {
    throw new Refused('vendorDiffers', `${path}.product_id: is of vendor ${product.vendor.id}`);
  }
  if (product.is_private) throw new Refused('productPrivate', `${path}.product_id: is private`);
  if (line.amount < 1) throw new Refused('productAmountInvalid', `${path}.amount: is less than 1`);
  if (!isOffered(product, tickets)) {
    throw new Refused('productNotOffered', `${path}.product_id: does not go with these tickets`);
  }
  const missing = shippingFields.find((field) => input[field] === '');
  if (product.shipping_address === 1 && missing !== undefined) {
    throw new Refused('shippingAddressMissing', `${missing}: ${path} is sent by post`);
  }
  return { product, amount: line.amount };
}

/**
 * One fitting ticket is enough, and where the dependency names prices, one participant with one of them. An event stands
 * for its own dates only; a dependency that is to hold on weekends names the weekend pricelist too.
 */
function isOffered({ offered_with }: Product, tickets: readonly CheckedTicket[]): boolean {
  if (offered_with.length === 0) return true;
  return offered_with.some(({ event_id, price_ids }) =>
    tickets.some(
      ({ date, participants }) =>
        date.event.id === event_id &&
        (price_ids === undefined || participants.some(({ price }) => price_ids.includes(price.id))),
    ),
  );
}

import type { Product } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { OrderContext } from './order-context.ts';
import { checkVendor } from './order-context.ts';
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
  context: OrderContext,
  line: OrderInput['products'][number],
  path: string,
  tickets: readonly CheckedTicket[],
): ProductLine {
  const { books, client, input } = context;
  const product = books.products.get(line.product_id);
  if (!product) {
    const message = `${path}.product_id: there is no product ${line.product_id}`;
    throw new Refused('productUnknown', message);
  }
  checkVendor(context, product.vendor, `${path}.product_id`);
  if (product.is_private && client.kind !== 'vendor') {
    throw new Refused('productPrivate', `${path}.product_id: is private`);
  }
  if (line.amount < 1) throw new Refused('productAmountInvalid', `${path}.amount: is less than 1`);
  if (!isOffered(product, tickets)) {
    throw new Refused('productNotOffered', `${path}.product_id: does not go with these tickets`);
  }
  const missing = shippingFields.find((field) => input[field] === '');
  if (product.shipping_address === 1 && missing !== undefined) {
    throw new Refused('shippingAddressMissing', `${missing}: ${path} is sent by post`);
  }
  return { product, price: product.price, amount: line.amount };
}

/**
 * One fitting ticket is enough, and where the dependency names prices, one participant with one of
 * them. An event stands for its own dates only; a dependency that is to hold on weekends names the
 * weekend pricelist too.
 */
function isOffered({ dependencies }: Product, tickets: readonly CheckedTicket[]): boolean {
  if (dependencies.length === 0) return true;
  return dependencies
    .flatMap(({ events }) => events)
    .some(({ id, prices }) =>
      tickets.some(
        ({ date, participants }) =>
          date.event.id === id &&
          (prices === undefined ||
            participants.some(({ price }) => prices.some((fits) => fits.id === price.id))),
      ),
    );
}

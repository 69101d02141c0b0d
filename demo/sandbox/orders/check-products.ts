import { ApiError } from '../api/errors.ts';
import type { Product } from '../products/product.ts';
import { availableStock } from '../products/product.ts';
import type { CheckContext } from './check-context.ts';
import { checkVendor } from './check-context.ts';
import type { OrderInput } from './input.ts';
import type { CheckedTicket, ProductLine } from './order.ts';
import { sum } from './order.ts';

/** What a shipping address needs. The number is not required: in Kyoto streets have none. */
const shippingFields = [
  'shipping_name',
  'shipping_street',
  'shipping_zip',
  'shipping_city',
  'shipping_country',
] as const;

export function checkProduct(
  context: CheckContext,
  line: OrderInput['products'][number],
  path: string,
  tickets: readonly CheckedTicket[],
): ProductLine {
  const { world, client, input } = context;
  const product = world.products.get(line.product_id);
  if (!product) {
    const message = `${path}.product_id: there is no product ${line.product_id}`;
    throw new ApiError('productUnknown', message);
  }
  checkVendor(context, product.vendor, `${path}.product_id`);
  if (product.is_private && client.kind !== 'vendor') {
    throw new ApiError('productPrivate', `${path}.product_id: is private`);
  }
  if (line.amount < 1) throw new ApiError('productAmountInvalid', `${path}.amount: is less than 1`);
  if (!isOffered(product, tickets, input.voucherOrders.length > 0)) {
    throw new ApiError('productNotOffered', `${path}.product_id: does not go with this order`);
  }
  const missing = shippingFields.find((field) => input[field] === '');
  if (product.shipping_address === 1 && missing !== undefined) {
    throw new ApiError('shippingAddressMissing', `${missing}: ${path} is sent by post`);
  }
  return { product, price: product.price, amount: line.amount };
}

/**
 * One matching ticket is enough or, if the dependency names prices, one participant with one of
 * them. A product depends on the date's own event: to go with weekend dates, it must also name the
 * weekend pricelist.
 * A voucher is worth money at each event of its vendor, so any fits a dependency on vouchers.
 */
function isOffered(
  { dependencies }: Product,
  tickets: readonly CheckedTicket[],
  hasVouchers: boolean,
): boolean {
  if (dependencies.length === 0) return true;
  if (hasVouchers && dependencies.some(({ vouchers }) => vouchers.length > 0)) return true;
  const dependencyEvents = dependencies.flatMap(({ events }) => events);
  return dependencyEvents.some(({ id, prices }) => {
    const participants = tickets
      .filter(({ date }) => date.event.id === id)
      .flatMap((ticket) => ticket.participants);
    if (prices === undefined) return participants.length > 0;
    return participants.some(({ price }) => prices.some((fitting) => fitting.id === price.id));
  });
}

/** Stock is checked per order, so splitting an amount over several lines cannot bypass it. */
export function checkStock(lines: readonly ProductLine[]): void {
  for (const product of new Set(lines.map((line) => line.product))) {
    const linesOfProduct = lines.filter((line) => line.product === product);
    const left = availableStock(product);
    if (sum(linesOfProduct.map(({ amount }) => amount)) > left) {
      throw new ApiError('productSoldOut', `products: ${left} of product ${product.id} are left`);
    }
  }
}

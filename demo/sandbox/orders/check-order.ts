import type { Books } from '../books.ts';
import { parseInstant } from '../instants.ts';
import type { Vendor } from '../records.ts';
import { availableSlots, availableStock } from '../records.ts';
import { Refused } from '../refusals.ts';
import { checkProduct } from './check-product.ts';
import { checkTicket } from './check-ticket.ts';
import type { OrderInput } from './order-input.ts';
import type { CheckedOrder } from './order.ts';

/** Everything that can be wrong with an order, before anything is written. Throws the first refusal. */
export function checkOrder(books: Books, input: OrderInput, now: number): CheckedOrder {
  const vendor = books.vendors.get(input.vendor_id);
  if (!vendor) {
    throw new Refused('vendorUnknown', `vendor_id: there is no vendor ${input.vendor_id}`);
  }
  checkMoney(input, vendor);
  if (input.tickets.length === 0) throw new Refused('ticketsMissing', 'tickets: is empty');

  const tickets = input.tickets.map((ticket, index) =>
    checkTicket(books, ticket, `tickets.${index}`, input, now),
  );
  checkPlaces(tickets);
  checkExpiry(input, tickets, now);

  const products = input.products.map((line, index) =>
    checkProduct(books, line, `products.${index}`, input, tickets),
  );
  checkStock(products);
  return { input, tickets, products };
}

function checkMoney(input: OrderInput, vendor: Vendor): void {
  for (const field of ['total_invoice', 'additional_discount'] as const) {
    if (input[field] === undefined) continue;
    throw new Refused('customPrice', `${field}: is set by the platform`);
  }
  if (input.currency !== vendor.currency) {
    throw new Refused('currencyDiffers', `currency: the prices are in ${vendor.currency}`);
  }
}

/** Minimum and places count per order and date, so that splitting a party over two tickets changes neither. */
function checkPlaces(tickets: CheckedOrder['tickets']): void {
  const parties = sumBy(tickets, ({ date, participants }) => [date, participants.length]);
  for (const [date, participants] of parties) {
    const { min_participants: least } = date.event;
    if (participants < least) {
      throw new Refused('participantsTooFew', `tickets: date ${date.id} takes ${least} or more`);
    }
    const left = availableSlots(date);
    if (participants > left) {
      throw new Refused('slotsTaken', `tickets: date ${date.id} has ${left} places left`);
    }
  }
}

/** Spec, Order: not before the current time, not after the first service date. */
function checkExpiry(input: OrderInput, tickets: CheckedOrder['tickets'], now: number): void {
  const expiry = parseInstant(input.expire_date);
  if (expiry === undefined) return;
  const firstStart = Math.min(...tickets.map(({ date }) => date.start));
  if (expiry < now || expiry > firstStart) {
    throw new Refused('expireDateInvalid', 'expire_date: is past, or after the first date');
  }
}

function checkStock(products: CheckedOrder['products']): void {
  for (const [product, amount] of sumBy(products, (line) => [line.product, line.amount])) {
    const left = availableStock(product);
    if (amount > left) {
      throw new Refused('productSoldOut', `products: ${left} of product ${product.id} are left`);
    }
  }
}

function sumBy<Item, Key>(
  items: readonly Item[],
  entry: (item: Item) => [Key, number],
): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>();
  for (const item of items) {
    const [key, amount] = entry(item);
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return sums;
}

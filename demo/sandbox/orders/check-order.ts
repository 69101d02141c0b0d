import { parseInstant } from '../instants.ts';
import { availableSlots, availableStock } from '../records.ts';
import { Refused } from '../refusals.ts';
import { checkFlexOffer, checkVoucherOrder } from './check-paper.ts';
import { checkProduct } from './check-product.ts';
import { checkFlexTickets, redeemCoupons, redeemVouchers } from './check-redeemed.ts';
import { checkTicket } from './check-ticket.ts';
import type { OrderContext } from './order-context.ts';
import { readOwnMoney } from './order-context.ts';
import type { OrderInput } from './order-input.ts';
import type { CheckedOrder } from './order.ts';
import { sum } from './order.ts';

/**
 * Everything that can be wrong with an order, before anything is written. Throws the first refusal.
 */
export function checkOrder(context: OrderContext): CheckedOrder {
  const { input, vendor, now } = context;
  if (input.currency !== vendor.currency) {
    throw new Refused('currencyDiffers', `currency: the prices are in ${vendor.currency}`);
  }
  if (input.tickets.length + input.voucherOrders.length + input.flexTickets.length === 0) {
    throw new Refused('ticketsMissing', 'tickets: is empty');
  }
  const tickets = input.tickets.map((ticket, index) =>
    checkTicket(context, ticket, `tickets.${index}`),
  );
  checkPlaces(tickets);
  checkFlexTickets(tickets);
  checkExpiry(input, tickets, now);

  const products = input.products.map((line, index) =>
    checkProduct(context, line, `products.${index}`, tickets),
  );
  checkStock(products);
  const voucherValues = input.voucherOrders.map((line, index) =>
    checkVoucherOrder(context, line, `voucherOrders.${index}`),
  );
  const flexOffers = input.flexTickets.map((line, index) =>
    checkFlexOffer(context, line, `flexTickets.${index}`),
  );
  const lines = sum([
    ...tickets.flatMap(({ participants }) => participants.map(({ price }) => price.value)),
    ...products.map(({ price, amount }) => price * amount),
    ...voucherValues,
    ...flexOffers.map(({ price }) => price),
  ]);
  const discount = readOwnMoney(context, input.additional_discount, 'additional_discount') ?? 0;
  const coupons = redeemCoupons(context, lines);
  const total = lines - discount - sum(coupons.map(({ value }) => value));
  if (total < 0) {
    throw new Refused('discountInvalid', 'additional_discount: is more than the order costs');
  }
  if ((readOwnMoney(context, input.total_invoice, 'total_invoice') ?? total) !== total) {
    throw new Refused('totalDiffers', 'total_invoice: is not the sum of the lines less discounts');
  }
  const checked = {
    ...{ input, vendor, tickets, products, voucherValues, flexOffers, total },
    additional_discount: discount,
    redeemed: { coupons, vouchers: [] },
  };
  return { ...checked, redeemed: { coupons, vouchers: redeemVouchers(context, checked) } };
}

/**
 * Minimum and places count per order and date, so that splitting a party over two tickets changes
 * neither.
 */
function checkPlaces(tickets: CheckedOrder['tickets']): void {
  const parties = sumBy(tickets, ({ date, participants }) => [date, participants.length]);
  for (const [date, participants] of parties) {
    const { min_participants: least } = date.event;
    if (participants < least) {
      throw new Refused('participantsTooFew', `tickets: date ${date.id} takes ${least} or more`);
    }
    if (participants > date.total_slots) {
      const message = `tickets: date ${date.id} takes ${date.total_slots} at most`;
      throw new Refused('participantsTooMany', message);
    }
    const left = availableSlots(date);
    if (participants > left) {
      throw new Refused('slotsTaken', `tickets: date ${date.id} has ${left} places left`);
    }
  }
}

/** Spec, Order: not before the current time, not after the first service date, if there is one. */
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

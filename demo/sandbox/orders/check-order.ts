import { ApiError } from '../api/errors.ts';
import { parseTimestamp } from '../api/wire-values.ts';
import { availableSlots } from '../dates/date.ts';
import type { CheckContext } from './check-context.ts';
import { checkCustomMoney } from './check-context.ts';
import { checkProduct, checkStock } from './check-products.ts';
import { checkTicket } from './check-tickets.ts';
import {
  checkFlexOffer,
  checkFlexTicketRedemptions,
  checkVoucherOrder,
  redeemCoupons,
  redeemVouchers,
} from './check-vouchers.ts';
import type { OrderInput } from './input.ts';
import type { CheckedOrder } from './order.ts';
import { sum } from './order.ts';

/** Checks and prices an order before anything of it is written. Throws the first error. */
export function checkOrder(context: CheckContext): CheckedOrder {
  const { input, vendor, now } = context;
  if (input.currency !== vendor.currency) {
    throw new ApiError('currencyDiffers', `currency: the prices are in ${vendor.currency}`);
  }
  if (input.tickets.length + input.voucherOrders.length + input.flexTickets.length === 0) {
    throw new ApiError('ticketsMissing', 'tickets: is empty');
  }

  const tickets = input.tickets.map((ticket, index) =>
    checkTicket(context, ticket, `tickets.${index}`),
  );
  checkPlaces(tickets);
  checkFlexTicketRedemptions(tickets);
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

  const linesTotal = sum([
    ...tickets.flatMap(({ participants }) => participants.map(({ price }) => price.value)),
    ...products.map(({ price, amount }) => price * amount),
    ...voucherValues,
    ...flexOffers.map(({ price }) => price),
  ]);
  const discount = checkCustomMoney(context, input.additional_discount, 'additional_discount') ?? 0;
  const coupons = redeemCoupons(context, linesTotal);
  const total = linesTotal - discount - sum(coupons.map(({ value }) => value));
  if (total < 0) {
    throw new ApiError('discountInvalid', 'additional_discount: is more than the order costs');
  }
  if ((checkCustomMoney(context, input.total_invoice, 'total_invoice') ?? total) !== total) {
    throw new ApiError('totalDiffers', 'total_invoice: is not the sum of the lines less discounts');
  }

  const checked: CheckedOrder = {
    input,
    vendor,
    tickets,
    products,
    voucherValues,
    flexOffers,
    total,
    additional_discount: discount,
    redeemed: { coupons, vouchers: [] },
  };
  return { ...checked, redeemed: { coupons, vouchers: redeemVouchers(context, checked) } };
}

/**
 * Minimum and places are checked per order and date, so splitting participants over several tickets
 * cannot bypass them.
 */
function checkPlaces(tickets: CheckedOrder['tickets']): void {
  for (const date of new Set(tickets.map((ticket) => ticket.date))) {
    const ticketsOfDate = tickets.filter((ticket) => ticket.date === date);
    const participants = sum(ticketsOfDate.map((ticket) => ticket.participants.length));
    const { min_participants: minimum } = date.event;
    if (participants < minimum) {
      throw new ApiError('participantsTooFew', `tickets: date ${date.id} takes ${minimum} or more`);
    }
    if (participants > date.total_slots) {
      const message = `tickets: date ${date.id} takes ${date.total_slots} at most`;
      throw new ApiError('participantsTooMany', message);
    }
    const free = availableSlots(date);
    if (participants > free) {
      throw new ApiError('slotsTaken', `tickets: date ${date.id} has ${free} places left`);
    }
  }
}

/** Spec, Order: not before the current time, not after the first service date, if there is one. */
function checkExpiry(input: OrderInput, tickets: CheckedOrder['tickets'], now: number): void {
  const expiry = parseTimestamp(input.expire_date);
  if (expiry === undefined) return;
  const firstStart = Math.min(...tickets.map(({ date }) => date.start));
  if (expiry < now || expiry > firstStart) {
    throw new ApiError('expireDateInvalid', 'expire_date: is past, or after the first date');
  }
}

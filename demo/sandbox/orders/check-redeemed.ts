import type { Books } from '../books.ts';
import { Refused } from '../refusals.ts';
import type { OrderContext } from './order-context.ts';
import { checkVendor, readMoney } from './order-context.ts';
import type { CheckedOrder, Redeemed } from './order.ts';
import { dueOf } from './order.ts';
import type { FlexTicket } from './paper.ts';

/** Each coupon takes its percentage of all lines, rounded down. */
export function redeemCoupons(context: OrderContext, lines: number): Redeemed['coupons'] {
  const { books, input } = context;
  checkOnce(input.redeemed_coupons, 'redeemed_coupons');
  return input.redeemed_coupons.map(({ id }, index) => {
    const path = `redeemed_coupons.${index}.id`;
    const coupon = books.coupons.get(id);
    if (!coupon) throw new Refused('couponUnknown', `${path}: there is no coupon ${id}`);
    checkVendor(context, coupon.vendor, path);
    return { coupon, value: Math.floor((lines * coupon.percent) / 100) };
  });
}

/** Each voucher pays what is asked of it, or as much as it can of what is still due. */
export function redeemVouchers(context: OrderContext, order: CheckedOrder): Redeemed['vouchers'] {
  const { books, input } = context;
  checkOnce(input.redeemed_vouchers, 'redeemed_vouchers');
  let due = dueOf(order);
  return input.redeemed_vouchers.map(({ id, redeemed_value }, index) => {
    const path = `redeemed_vouchers.${index}`;
    const voucher = books.vouchers.get(id);
    if (!voucher || !isSold(books, voucher)) {
      throw new Refused('voucherUnknown', `${path}.id: there is no voucher ${id}`);
    }
    checkVendor(context, voucher.vendor, `${path}.id`);
    const left = voucher.value - voucher.redeemed;
    const most = Math.min(left, due);
    const value =
      redeemed_value === undefined
        ? most
        : readMoney(context, redeemed_value, `${path}.redeemed_value`);
    if (left === 0 || value > most) {
      throw new Refused('voucherSpent', `${path}.redeemed_value: is more than is left or due`);
    }
    due -= value;
    return { voucher, value };
  });
}

/**
 * One flex ticket can admit several participants of an order, as long as it has redemptions left.
 */
export function checkFlexTickets(tickets: CheckedOrder['tickets']): void {
  const wanted = new Map<FlexTicket, number>();
  for (const { flexTicket } of tickets.flatMap(({ participants }) => participants)) {
    if (flexTicket) wanted.set(flexTicket, (wanted.get(flexTicket) ?? 0) + 1);
  }
  for (const [{ id, offer, redeemed }, times] of wanted) {
    if (redeemed + times > offer.redemption_total) {
      const message = `tickets: flex ticket ${id} has not so many redemptions left`;
      throw new Refused('flexTicketSpent', message);
    }
  }
}

/**
 * What was bought here is good from the moment that its order is accepted, and until that is
 * canceled.
 */
export function isSold(books: Books, paper: { readonly purchasing_order_id: string }): boolean {
  const { purchasing_order_id: id } = paper;
  return id === '' || books.orders.get(id)?.status === 'ACCEPTED';
}

function checkOnce(items: readonly { readonly id: string }[], path: string): void {
  if (new Set(items.map(({ id }) => id)).size === items.length) return;
  throw new Refused('redeemedTwice', `${path}: names one of them twice`);
}

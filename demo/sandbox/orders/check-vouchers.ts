import { ApiError } from '../api/errors.ts';
import type { World } from '../world/world.ts';
import type { CheckContext } from './check-context.ts';
import { checkMoney, checkVendor } from './check-context.ts';
import type { OrderInput } from './input.ts';
import type { CheckedOrder, Redemptions } from './order.ts';
import { amountDue } from './order.ts';
import type { FlexOffer, FlexTicket, Voucher } from './vouchers.ts';

// Vouchers, coupons and flex tickets of an order: those that are bought, then those that are
// redeemed.

/**
 * The value of a voucher that is bought. Resellers need a scope for that; a vendor API client sells
 * its own.
 */
export function checkVoucherOrder(
  context: CheckContext,
  { voucher: [voucher] }: OrderInput['voucherOrders'][number],
  path: string,
): number {
  const { client, vendor } = context;
  if (client.kind !== 'vendor' && !client.scopes.includes('orders_vouchers_write_all')) {
    throw new ApiError('scopeMissing', `${path}: the token lacks orders_vouchers_write_all`);
  }
  if ((voucher?.currency ?? vendor.currency) !== vendor.currency) {
    const message = `${path}.voucher.0.currency: the vendor has ${vendor.currency}`;
    throw new ApiError('currencyDiffers', message);
  }
  const value = checkMoney(context, voucher?.value ?? 0, `${path}.voucher.0.value`);
  if (value === 0) throw new ApiError('moneyInvalid', `${path}.voucher.0.value: is nothing`);
  return value;
}

export function checkFlexOffer(
  context: CheckContext,
  { flexOffer: [ordered] }: OrderInput['flexTickets'][number],
  path: string,
): FlexOffer {
  const id = ordered?.id ?? '';
  const offer = context.world.flexOffers.get(id);
  if (!offer) {
    const message = `${path}.flexOffer.0.id: there is no flex offer ${id}`;
    throw new ApiError('flexOfferUnknown', message);
  }
  checkVendor(context, offer.vendor, `${path}.flexOffer.0.id`);
  return offer;
}

/** Each coupon takes its percentage of all lines, rounded down. */
export function redeemCoupons(context: CheckContext, linesTotal: number): Redemptions['coupons'] {
  const { world, input } = context;
  checkNoneTwice(input.redeemed_coupons, 'redeemed_coupons');
  return input.redeemed_coupons.map(({ id }, index) => {
    const path = `redeemed_coupons.${index}.id`;
    const coupon = world.coupons.get(id);
    if (!coupon) throw new ApiError('couponUnknown', `${path}: there is no coupon ${id}`);
    checkVendor(context, coupon.vendor, path);
    return { coupon, value: Math.floor((linesTotal * coupon.percent) / 100) };
  });
}

/** Each voucher pays the requested value, or as much of the amount due as it can. */
export function redeemVouchers(
  context: CheckContext,
  order: CheckedOrder,
): Redemptions['vouchers'] {
  const { world, input } = context;
  checkNoneTwice(input.redeemed_vouchers, 'redeemed_vouchers');
  let due = amountDue(order);
  return input.redeemed_vouchers.map(({ id, redeemed_value }, index) => {
    const path = `redeemed_vouchers.${index}`;
    const voucher = world.vouchers.get(id);
    if (!voucher || !isUsable(world, voucher)) {
      throw new ApiError('voucherUnknown', `${path}.id: there is no voucher ${id}`);
    }
    checkVendor(context, voucher.vendor, `${path}.id`);
    const left = voucher.value - voucher.redeemed;
    const maximum = Math.min(left, due);
    const value =
      redeemed_value === undefined
        ? maximum
        : checkMoney(context, redeemed_value, `${path}.redeemed_value`);
    if (left === 0 || value > maximum) {
      throw new ApiError('voucherSpent', `${path}.redeemed_value: is more than is left or due`);
    }
    due -= value;
    return { voucher, value };
  });
}

/** A flex ticket can admit several participants of an order, while it has redemptions left. */
export function checkFlexTicketRedemptions(tickets: CheckedOrder['tickets']): void {
  const redemptions = new Map<FlexTicket, number>();
  for (const { flexTicket } of tickets.flatMap(({ participants }) => participants)) {
    if (flexTicket) redemptions.set(flexTicket, (redemptions.get(flexTicket) ?? 0) + 1);
  }
  for (const [{ id, offer, redeemed }, times] of redemptions) {
    if (redeemed + times > offer.redemption_total) {
      const message = `tickets: flex ticket ${id} has not so many redemptions left`;
      throw new ApiError('flexTicketSpent', message);
    }
  }
}

/** A voucher bought in the sandbox can be redeemed while its purchasing order is accepted. */
export function isUsable(
  world: World,
  { purchasing_order_id: id }: Pick<Voucher | FlexTicket, 'purchasing_order_id'>,
): boolean {
  return id === '' || world.orders.get(id)?.status === 'ACCEPTED';
}

function checkNoneTwice(items: readonly { readonly id: string }[], path: string): void {
  if (new Set(items.map(({ id }) => id)).size === items.length) return;
  throw new ApiError('redeemedTwice', `${path}: names one of them twice`);
}

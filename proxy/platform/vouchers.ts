import type { OrderedFlexTicket, OrderedVoucher, Redemption } from '#contract/order.schema';
import { minorUnits } from '#contract/values.schema';
import type { WireOrderDetails } from './wire.ts';
import { toMinorUnits } from './wire-values.ts';

/** What was bought with an order besides tickets and products, and what was redeemed for it. */
export interface OrderVouchers {
  voucher_orders?: OrderedVoucher[] | undefined;
  flex_tickets?: OrderedFlexTicket[] | undefined;
  redemptions?: Redemption[] | undefined;
}

type WireVouchers = Pick<
  WireOrderDetails,
  'voucherOrders' | 'flexTickets' | 'redeemed_coupons' | 'redeemed_vouchers' | 'currency'
>;

/** Empty lists are left out, because most orders have none of these. */
export function toOrderVouchers(order: WireVouchers): OrderVouchers {
  const voucher_orders = order.voucherOrders
    .flatMap(({ voucher }) => voucher)
    .flatMap(({ code, value, currency }) => {
      const amount = toAmount(value, currency);
      return amount === undefined ? [] : [{ code, value: amount, currency }];
    });
  const flex_tickets = order.flexTickets.map(
    ({ redemption_available, unlimited_redemptions: isUnlimited, ...flexTicket }) => ({
      ...flexTicket,
      redemption_available: isUnlimited ? null : redemption_available,
    }),
  );
  const redemptions = [...order.redeemed_coupons, ...order.redeemed_vouchers].flatMap(
    ({ title, redeemed_value }) => {
      const amount = toAmount(redeemed_value, order.currency);
      return amount === undefined ? [] : [{ title, redeemed_value: amount }];
    },
  );
  return {
    ...(voucher_orders.length > 0 && { voucher_orders }),
    ...(flex_tickets.length > 0 && { flex_tickets }),
    ...(redemptions.length > 0 && { redemptions }),
  };
}

/** Without its sign: the spec does not say whether a redeemed value is negative. */
function toAmount(value: string | number, currency: string | null): number | undefined {
  const amount = currency === null ? undefined : toMinorUnits(value, currency);
  return amount === undefined ? undefined : minorUnits.safeParse(Math.abs(amount)).data;
}

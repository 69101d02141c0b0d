import { drawCode, opaqueId, type Random } from '../world/random.ts';
import type { Order, VoucherOrder } from './order.ts';

/** The length of the codes of tickets, vouchers and flex tickets. */
export const TICKET_CODE_LENGTH = 8;

/** The voucher at `index` of an order. `value` is in minor units. */
export function createVoucherOrder(
  { id, vendor }: Pick<Order, 'id' | 'vendor'>,
  index: number,
  value: number,
  now: number,
  random: Random,
): VoucherOrder {
  return {
    id: opaqueId(`${id}/voucher-order/${index}`),
    voucher: {
      id: opaqueId(`${id}/voucher/${index}`),
      code: drawCode(random, TICKET_CODE_LENGTH),
      vendor,
      value,
      currency: vendor.currency,
      purchasing_order_id: id,
      creation_date: now,
      redeemed: 0,
      refundedOrders: [],
    },
  };
}

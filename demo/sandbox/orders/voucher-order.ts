import { drawCode, opaqueId, type Random } from '../world/random.ts';
import type { Order, VoucherOrder } from './order.ts';

/** Of a ticket, a voucher and a flex ticket. */
export const TICKET_CODE_LENGTH = 8;

/** A voucher of an order, the one at `index`. `value` in minor units. */
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
    },
  };
}

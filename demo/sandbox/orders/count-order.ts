import type { Order } from './order.ts';

/**
 * Takes the places, the stock and the vouchers of an order, or gives them back. Every order that is
 * neither canceled nor declined holds them, a pending one too: the vendor who answers a request
 * must still have room.
 */
export function countOrder(order: Order, move: 'take' | 'give-back', now: number): void {
  const sign = move === 'take' ? 1 : -1;
  for (const { date, participants } of order.tickets) {
    date.taken += sign * participants.length;
    date.changed_at = now;
    for (const { flexTicket } of participants) if (flexTicket) flexTicket.redeemed += sign;
  }
  for (const { product, amount } of order.products) {
    product.taken += sign * amount;
    product.changed_at = now;
  }
  for (const { voucher, value } of order.redeemed.vouchers) voucher.redeemed += sign * value;
}

import type { Books } from '../books.ts';
import { parseInstant } from '../instants.ts';
import { countOrder } from './count-order.ts';

/** An order cancels by itself when its expire_date is reached (spec, States). */
export function expireOrders(books: Books, now: number): void {
  for (const order of books.orders.values()) {
    const expiry = parseInstant(order.input.expire_date);
    if (expiry === undefined || expiry > now || order.status === 'CANCELED') continue;
    order.status = 'CANCELED';
    order.cancellation_date = expiry;
    order.changed_at = expiry;
    countOrder(order, 'give-back', expiry);
  }
}

import type { PlacedOrder } from '#contract/order.schema';

/**
 * What a placed order is to its customer:
 *
 * - booked: it has tickets.
 * - held: its places are kept, and it still has to be confirmed (OPEN and RESERVED).
 * - requested: the vendor has not answered yet.
 * - declined: the vendor has said no.
 * - expired: its time has run out.
 * - canceled: it was cancelled before that.
 */
export type OrderState = 'booked' | 'held' | 'requested' | EndedState;
export type EndedState = 'declined' | 'expired' | 'canceled';

type Told = Pick<PlacedOrder, 'status' | 'expire_date' | 'cancellation_date'>;

/** @param now milliseconds since the epoch */
export function orderStateOf(order: Told, now: number): OrderState {
  const { status, expire_date, cancellation_date } = order;
  if (status === 'DECLINED') return 'declined';
  const expiry = expire_date ? Date.parse(expire_date) : Infinity;
  if (status === 'CANCELED') {
    return cancellation_date && Date.parse(cancellation_date) >= expiry ? 'expired' : 'canceled';
  }
  // The platform cancels an order at its expire_date whatever its status is (spec, States), and
  // the status may have been read before.
  if (now >= expiry) return 'expired';
  if (status === 'PENDING') return 'requested';
  return status === 'ACCEPTED' ? 'booked' : 'held';
}

/** Whether nothing is booked any more, and no place is kept. */
export function isEnded(state: OrderState): state is EndedState {
  return state === 'declined' || state === 'expired' || state === 'canceled';
}

import type { PlacedOrder } from '#contract/order.schema';

/** What a placed order is to its customer. */
export type OrderState =
  /** It has tickets. */
  | 'booked'
  /** Its places are kept, and it still has to be confirmed (OPEN and RESERVED). */
  | 'held'
  /** The vendor has not answered yet. */
  | 'requested'
  | EndedState;
export type EndedState =
  /** The vendor has said no. */
  | 'declined'
  /** Its time has run out. */
  | 'expired'
  /** It was cancelled before its time had run out. */
  | 'canceled';

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

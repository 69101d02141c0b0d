import type { IntentResponse } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Failure } from './failure.ts';

/** One attempt to place one order of a cart, under one idempotency key. */
export interface Attempt {
  order: QuotedOrder;
  /** Identifies the attempt to the proxy, which places at most one order for it. */
  key: string;
  /** When the quote expires. */
  expires: string;
  /** When it was first sent, in milliseconds since the epoch. */
  sent?: number | undefined;
  /** The order that this one replaces after a new quote, to show what has changed. */
  previous?: QuotedOrder | undefined;
  state: AttemptState;
  /** Whether the customer has confirmed its payment, as far as the proxy has said. */
  isPaid?: true;
  /** The proxy's last response; only while checking, forgotten, placed or absent. */
  intent: IntentResponse | null;
  /** Why it is not placed, or not known to be. */
  failure: Failure | null;
}

export type AttemptState =
  /** Nothing was sent. */
  | 'ready'
  /** The first request is on its way. */
  | 'ordering'
  /** Another request is on its way, and an earlier one may have arrived. */
  | 'resending'
  /** A response was lost, so the platform may have the order. */
  | 'unclear'
  /** A request may have arrived, but the proxy has no record of an order that it sent. */
  | 'unrecorded'
  /**
   * The proxy has sent the order, and does not know yet whether the platform has it. After a
   * reload, any order with an unknown outcome is shown like this until the proxy has been asked.
   */
  | 'checking'
  /** The proxy has said that it was checking the order, and has no record of it any more. */
  | 'forgotten'
  /** The platform has the order. */
  | 'placed'
  /**
   * The proxy has refused the order. A retry under the same key gets the same refusal, unless the
   * proxy was only too busy.
   */
  | 'refused'
  /** The order was sent, and the platform does not have it. */
  | 'absent';

/** How the orders of a checkout are sent. */
export interface OrderOptions {
  /** The customer knows that another tab has ordered the same. */
  again?: boolean;
  /**
   * Keys of the orders whose payment was confirmed elsewhere, or should have been. They are sent if
   * it was; nobody is asked for it again.
   */
  returned?: readonly string[];
}

/**
 * Stands for the proxy's response until it has been asked about an order whose outcome was not
 * known when the page was left.
 */
export const assumedChecking: IntentResponse = {
  state: 'checking',
  order: null,
  settled_by: null,
  problem: null,
};

/** Whether the platform may have the order without the customer having seen its outcome. */
export function isUnsettledAttempt({ state }: Attempt): boolean {
  return (
    isOnItsWay({ state }) || ['unclear', 'checking'].includes(state) || isUnrecorded({ state })
  );
}

/** Whether it is unsettled, and the proxy can say nothing about it. */
export function isUnrecorded({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'unrecorded' || state === 'forgotten';
}

export function isOnItsWay({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'ordering' || state === 'resending';
}

export function isPlaced({ state }: Attempt): boolean {
  return state === 'placed';
}

/** Whether its order may be sent, or sent again, under its key. */
export function isSendable({ state }: Attempt): boolean {
  return ['ready', 'refused', 'unclear', 'unrecorded'].includes(state);
}

/**
 * Whether the platform certainly does not have its order, so that it may get a new quote and key.
 */
export function isRenewable(attempt: Attempt): boolean {
  return !isUnsettledAttempt(attempt) && !isPlaced(attempt);
}

/** The attempts that one press of the order button sends: bookings, then requests. */
export function sendable(attempts: Attempt[]): Attempt[] {
  const rank = ({ order }: Attempt) => (order.kind === 'REQUEST' ? 1 : 0);
  return attempts.filter(isSendable).sort((a, b) => rank(a) - rank(b));
}

/**
 * Whether the next order of the cart may be sent after this one: it is placed, or it is being
 * checked, which usually ends well but takes long enough for the other places to be sold. After a
 * refusal the customer would get only part of the cart, and after a lost connection more unclear
 * orders.
 */
export function allowsNextOrder(attempt: Attempt | undefined): boolean {
  return attempt?.state === 'placed' || attempt?.state === 'checking';
}

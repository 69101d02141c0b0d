import type { IntentResponse } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import { type Failure, problemCodeOf } from './failure.ts';

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

/**
 * - ready: nothing was sent.
 * - ordering: the first request is on its way.
 * - resending: another request is on its way, and an earlier one may have arrived.
 * - unclear: a response was lost, so the platform may have the order.
 * - unrecorded: a request may have arrived, but the proxy has no record of an order that it sent.
 * - checking: the proxy has sent the order, and does not know yet whether the platform has it.
 *   After a reload, any order whose outcome is not known is shown like this until the proxy has
 *   been asked.
 * - forgotten: the proxy has said that it was checking the order, and has no record of it any more.
 * - placed: the platform has the order.
 * - refused: the proxy has refused the order. A retry under the same key gets the same refusal,
 *   unless the proxy was only too busy.
 * - absent: the order was sent, and the platform does not have it.
 */
export type AttemptState =
  | 'ready'
  | 'ordering'
  | 'resending'
  | 'unclear'
  | 'unrecorded'
  | 'checking'
  | 'forgotten'
  | 'placed'
  | 'refused'
  | 'absent';

export type AttemptAction =
  /** `at`: now, in milliseconds since the epoch. */
  | { type: 'send'; at: number }
  /** The proxy's response. `failure` is why the widget had to ask for it. */
  | { type: 'intent-received'; intent: IntentResponse; failure?: Failure }
  /** The payment of the order is confirmed. */
  | { type: 'paid' }
  | ({ type: 'failed' } & AttemptFailure);

/** A request failed, or was refused. */
export interface AttemptFailure {
  failure: Failure;
  /** The platform may have the order all the same. */
  unclear?: boolean;
}

/** How the orders of a checkout are sent. */
export interface OrderOptions {
  /** The customer knows that another tab has ordered the same. */
  again?: boolean;
}

export function newAttempt(order: QuotedOrder, key: string, expires: string): Attempt {
  return { order, key, expires, state: 'ready', intent: null, failure: null };
}

/** Adds the order that this one replaces, if it failed or had another total. */
export function withPrevious(attempt: Attempt, before: Attempt[]): Attempt {
  const datesOf = ({ lines }: QuotedOrder) => lines.map(({ date_id }) => date_id).join();
  const { order } = attempt;
  const twin = before.find((other) => datesOf(other.order) === datesOf(order));
  const isNews = twin && (twin.failure || twin.order.total !== order.total);
  return isNews ? { ...attempt, previous: twin.order } : attempt;
}

/** The attempt after an action; the same object when the action does not apply. */
export function nextAttempt(attempt: Attempt, action: AttemptAction): Attempt {
  switch (action.type) {
    case 'send':
      if (!isSendable(attempt)) return attempt;
      return {
        ...attempt,
        state: sendingState(attempt),
        sent: attempt.sent ?? action.at,
        failure: null,
      };
    case 'intent-received':
      return withIntent(attempt, action.intent, action.failure);
    case 'paid':
      return attempt.isPaid ? attempt : { ...attempt, isPaid: true };
    case 'failed':
      return withFailure(withoutLostPayment(attempt, action), action);
  }
}

/** Once a request may have arrived, the next one is a resend, whose refusal settles nothing. */
function sendingState(attempt: Attempt): AttemptState {
  return isUnsettledAttempt(attempt) ? 'resending' : 'ordering';
}

function withIntent(
  attempt: Attempt,
  intent: IntentResponse,
  failure: Failure = { kind: 'connection' },
): Attempt {
  const { state, problem } = intent;
  // An ended attempt stays ended even if the proxy has forgotten it; only `placed` may come late.
  if (isEnded(attempt) && state !== 'placed') return attempt;
  if (state === 'open') return withoutRecord(attempt, failure);
  if (problem) {
    return { ...attempt, state: 'refused', intent: null, failure: { kind: 'problem', problem } };
  }
  return { ...attempt, state: state as AttemptState, intent, failure: null };
}

/**
 * If the proxy's journal does not have the order, that settles nothing, because a journal can be
 * lost or restored from a backup. An order that the proxy once said it had sent is never sent
 * again.
 */
function withoutRecord(attempt: Attempt, failure: Failure): Attempt {
  if (!isUnsettledAttempt(attempt) || attempt.state === 'forgotten') return attempt;
  if (isToldChecking(attempt.intent)) return { ...attempt, state: 'forgotten' };
  return { ...attempt, state: 'unrecorded', intent: null, failure };
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

/** Whether the proxy itself has said that it is checking: then it also says until when. */
function isToldChecking(intent: IntentResponse | null): boolean {
  return intent?.state === 'checking' && intent.settled_by !== null;
}

/** A hold can lapse or be released before the order is sent, and then it has to be paid again. */
function withoutLostPayment(attempt: Attempt, { failure }: AttemptFailure): Attempt {
  if (problemCodeOf(failure) !== 'payment-required') return attempt;
  const { isPaid: _, ...unpaid } = attempt;
  return unpaid;
}

/** An unclear attempt stays unclear: a retry's refusal says nothing about the first request. */
function withFailure(attempt: Attempt, { failure, unclear }: AttemptFailure): Attempt {
  const { state } = attempt;
  if (isOnItsWay(attempt)) {
    const isUnclear = unclear || state === 'resending';
    return { ...attempt, state: isUnclear ? 'unclear' : 'refused', failure };
  }
  if (state === 'forgotten') return { ...attempt, failure };
  if (!isSendable(attempt)) return attempt;
  const isUnclear = unclear && isUnsettledAttempt(attempt);
  return { ...attempt, state: isUnclear ? 'unclear' : state, failure };
}

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

/** Whether its key can no longer place an order. */
function isEnded({ state }: Attempt): boolean {
  return state === 'placed' || state === 'absent';
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

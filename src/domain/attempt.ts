import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Failure } from './failure.ts';

/** One attempt to place one order of a cart: what is ordered, under which key, and where it stands. */
export interface Attempt {
  order: QuotedOrder;
  /** Names the attempt to the proxy, which places one order for it at most. */
  key: string;
  /** Until when the prices hold. */
  expires: string;
  /** The same dates as they were priced before, where that was to be ordered and was not. */
  previous?: QuotedOrder | undefined;
  state: AttemptState;
  /** The journal's last word while it is being checked, placed or absent. */
  intent: IntentResponse | null;
  /** Why it is where it is, where something went wrong. */
  failure: Failure | null;
}

/**
 * - ready: nothing was sent.
 * - ordering: it is on its way.
 * - resending: it is on its way again, and an earlier request may have arrived.
 * - unclear: a response was lost, so the platform may have it.
 * - unsent: the journal says that nothing was sent so far; a request may still be on its way.
 * - checking: the proxy has sent it, and does not know yet whether the platform took it.
 * - placed: the platform has it.
 * - refused: a clear no. It may be sent again under its key: the proxy repeats a no that it has
 *   recorded, and places what it had no time for.
 * - absent: it was sent, and the platform does not have it.
 */
export type AttemptState =
  | 'ready'
  | 'ordering'
  | 'resending'
  | 'unclear'
  | 'unsent'
  | 'checking'
  | 'placed'
  | 'refused'
  | 'absent';

export type AttemptAction =
  | { type: 'send' }
  /** The journal's own word; `failure` is why it had to be asked. */
  | { type: 'intent-received'; intent: IntentResponse; failure?: Failure }
  /** A request failed, or was refused. `unclear`: the platform may have the order all the same. */
  | { type: 'failed'; failure: Failure; unclear?: boolean };

export function newAttempt(order: QuotedOrder, key: string, expires: string): Attempt {
  return { order, key, expires, state: 'ready', intent: null, failure: null };
}

/** An attempt that takes the place of one which could not be ordered, or had other prices. */
export function withPrevious(attempt: Attempt, before: Attempt[]): Attempt {
  const datesOf = ({ lines }: QuotedOrder) => lines.map(({ date_id }) => date_id).join();
  const { order } = attempt;
  const twin = before.find((other) => datesOf(other.order) === datesOf(order));
  const isNews = twin && (twin.failure || twin.order.total !== order.total);
  return isNews ? { ...attempt, previous: twin.order } : attempt;
}

/** What every action makes of an attempt. One that means nothing to it leaves it as it is. */
export function nextAttempt(attempt: Attempt, action: AttemptAction): Attempt {
  switch (action.type) {
    case 'send':
      if (!isSendable(attempt)) return attempt;
      return { ...attempt, state: sendingState(attempt), failure: null };
    case 'intent-received':
      return withIntent(attempt, action.intent, action.failure);
    case 'failed':
      return withFailure(attempt, action.failure, action.unclear ?? false);
  }
}

/** What is sent again is unclear again. */
function sendingState(attempt: Attempt): AttemptState {
  return isUnsettledAttempt(attempt) ? 'resending' : 'ordering';
}

function withIntent(
  attempt: Attempt,
  intent: IntentResponse,
  failure: Failure = { kind: 'connection' },
): Attempt {
  const { state, problem } = intent;
  // What has ended stays so, also where the journal has forgotten it; but an order may land late.
  if (isEnded(attempt) && state !== 'placed') return attempt;
  if (state === 'open') {
    if (!isUnsettledAttempt(attempt)) return attempt;
    return { ...attempt, state: 'unsent', intent: null, failure };
  }
  if (problem) {
    return { ...attempt, state: 'refused', intent: null, failure: { kind: 'problem', problem } };
  }
  return { ...attempt, state: state as AttemptState, intent, failure: null };
}

/** What was unclear stays so: a refusal of this request says nothing of an earlier one. */
function withFailure(attempt: Attempt, failure: Failure, unclear: boolean): Attempt {
  const { state } = attempt;
  if (isOnItsWay(attempt)) {
    const isUnclear = unclear || state === 'resending';
    return { ...attempt, state: isUnclear ? 'unclear' : 'refused', failure };
  }
  if (!isSendable(attempt)) return attempt;
  const isUnclear = unclear && isUnsettledAttempt(attempt);
  return { ...attempt, state: isUnclear ? 'unclear' : state, failure };
}

/** Whether the platform may have the order without the customer having seen its outcome. */
export function isUnsettledAttempt({ state }: Attempt): boolean {
  return ['ordering', 'resending', 'unclear', 'unsent', 'checking'].includes(state);
}

export function isOnItsWay({ state }: Attempt): boolean {
  return state === 'ordering' || state === 'resending';
}

export function isPlaced({ state }: Attempt): boolean {
  return state === 'placed';
}

/** Whether its key is used up. */
function isEnded({ state }: Attempt): boolean {
  return state === 'placed' || state === 'absent';
}

/** Whether it can be sent, under its key. What is placed or absent never is again. */
export function isSendable({ state }: Attempt): boolean {
  return ['ready', 'refused', 'unclear', 'unsent'].includes(state);
}

/** Whether nothing of it can be with the platform, so that it may be quoted anew under another key. */
export function isRenewable(attempt: Attempt): boolean {
  return !isUnsettledAttempt(attempt) && !isPlaced(attempt);
}

/** The attempts that one press of the order button sends: bookings, then requests. */
export function sendable(attempts: Attempt[]): Attempt[] {
  const rank = ({ order }: Attempt) => (order.kind === 'REQUEST' ? 1 : 0);
  return attempts.filter(isSendable).sort((a, b) => rank(a) - rank(b));
}

/**
 * Whether the next order of the cart may go after this one: it is placed, or the proxy is checking
 * it, which mostly turns out well and takes longer than the other places last. After a no, or
 * without a connection, going on would leave the customer with half of a day, or more in doubt.
 */
export function letsNextGo(attempt: Attempt | undefined): boolean {
  return attempt?.state === 'placed' || attempt?.state === 'checking';
}

import type { IntentResponse } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import {
  type Attempt,
  type AttemptState,
  isOnItsWay,
  isSendable,
  isUnsettledAttempt,
} from './attempt.ts';
import { type Failure, problemCodeOf } from './failure.ts';

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

/** Whether its key can no longer place an order. */
function isEnded({ state }: Attempt): boolean {
  return state === 'placed' || state === 'absent';
}

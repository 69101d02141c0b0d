import type { IntentResponse, OrderStatus } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import type { AlarmReason } from '../alarm-reasons.ts';
import type { CheckStep } from '../order-check.ts';
import { PlatformRefused, TokenUnproven } from '../platform/errors.ts';
import {
  type Authorisation,
  type AuthorisationEvent,
  changeAuthorisations,
  type PaymentDue,
} from './authorisation.ts';
import type { SentOrder } from './differences.ts';
import { type Moment, provenElapsed } from './moment.ts';
import { isSameFailure, type PaymentFailure } from './payment-failure.ts';

/** An order as it was placed. Its later status is in its status record (`status.ts`). */
export type Order = Pick<
  NonNullable<IntentResponse['order']>,
  'id' | 'code' | 'status' | 'total' | 'currency' | 'differences'
>;

/**
 * The table of states in `.github/CONTRIBUTING.md` is made from these comments: what a state is, and
 * then, from `Until` or `Final` on, what ends it.
 */
export const intentStates = [
  /** Nothing of the order was sent, or it certainly did not arrive. Until it is sent or refused. */
  'new',
  /** A process is sending the order. Until that has an outcome, or its time is over. */
  'sending',
  /** The order was sent, without a clear response. Until a look-up finds it, or none can exist. */
  'unknown',
  /** The platform has the order. Final. */
  'placed',
  /** The proxy or the platform has refused the order. Final, unless the platform has it after all. */
  'refused',
  /** The platform never got the order that was sent. Final, unless the platform has it after all. */
  'absent',
] as const;
export type IntentState = (typeof intentStates)[number];

/** The journal's record of one attempt to place an order. There is no personal data in it. */
export interface Intent {
  readonly state: IntentState;
  /** By the wall clock. */
  readonly opened_at: number;
  /** When the final state was recorded, by the wall clock. */
  readonly ended_at?: number;
  /**
   * Incremented by each sending and each retryable refusal, so that events of an earlier attempt
   * are ignored (`isSameAttempt`).
   */
  readonly attempt: number;
  /** When the last attempt began, by the wall clock; 0 before the first. */
  readonly sent_at: number;
  /** `sent_at` by every clock. Missing before the first attempt. */
  readonly sent?: Moment;
  /**
   * The number of the last submission that was sent, or got the response `checking`; missing where
   * requests have no number.
   */
  readonly submission?: number;
  /** The last submission with a retryable refusal: copies of it, or older ones, send nothing. */
  readonly postponed_submission?: number;
  /** Milliseconds after `sent_at` in which the sender may send. Missing before the first attempt. */
  readonly send_time?: number;
  /**
   * `ORDER_SETTLE_SECONDS` of the sender, in milliseconds: that of another process may be shorter.
   * Missing before the first attempt.
   */
  readonly settle_time?: number;
  /**
   * Of the request that was sent, so that another order under the same key is noticed. Empty while
   * only a payment was requested.
   */
  readonly fingerprint: string;
  readonly external_reference: string;
  /** The platform client that sent the last attempt. Missing before the first. */
  readonly client_id?: string;
  /** Hash of the view key. */
  readonly view_id: string;
  /**
   * The order as quoted: the platform's response is compared with it, and it supplies what the
   * response leaves out.
   */
  readonly expected: SentOrder & Pick<Order, 'status'>;
  readonly order: Order | null;
  readonly problem: Problem | null;
  /**
   * The response to the create had the id of an order, but could not be parsed: the order exists,
   * so the intent never becomes `refused` or `absent`.
   */
  readonly acknowledged?: true;
  /** The steps that the operator's own check has let pass. */
  readonly checked?: readonly CheckStep[];
  /** Its payments, in the order in which they were made; usually one or none. */
  readonly authorisations?: readonly Authorisation[];
  /** The last failure of the provider about any of them, or of making one. */
  readonly payment_failure?: PaymentFailure;
}

const endedStates: ReadonlySet<IntentState> = new Set(['placed', 'refused', 'absent']);

/** Whether its state is final. */
export function hasEnded({ state }: Intent): boolean {
  return endedStates.has(state);
}

/** Whether it has no order, and nobody is sending or looking for one. */
export function isUnplaced({ state }: Intent): boolean {
  return state === 'new' || state === 'refused';
}

/**
 * An attempt of an intent. Its number alone does not tell it from another one, because a store that
 * has gone back counts anew.
 */
export type Attempt = Pick<Intent, 'attempt' | 'sent_at'>;

export function lastAttempt({ attempt, sent_at }: Intent): Attempt {
  return { attempt, sent_at };
}

export function isSameAttempt(one: Attempt, other: Attempt): boolean {
  return one.attempt === other.attempt && one.sent_at === other.sent_at;
}

/**
 * An event that is `of` an attempt is ignored once another one has begun. What a sender hears of an
 * order that exists, or may exist, has none: it counts although the store has forgotten the attempt.
 */
export type IntentEvent =
  /** The operator's own check has let a step pass. */
  | { readonly type: 'checked'; readonly step: CheckStep }
  /** The attempt after this one begins: recorded before the first byte is sent. */
  | ({
      readonly type: 'sending';
      readonly of: Attempt;
      readonly submission?: number | undefined;
    } & Required<Pick<Intent, 'sent' | 'send_time' | 'client_id' | 'fingerprint' | 'expected'>>)
  /** A final refusal before anything was sent: nothing will be sent under this key. */
  | { readonly type: 'declined'; readonly fingerprint: string; readonly problem: Problem }
  /** A retryable refusal: only submissions after this one may send. */
  | { readonly type: 'postponed'; readonly submission?: number | undefined }
  /** The customer has sent the order again while it is being sent, and gets `checking`. */
  | { readonly type: 'repeated'; readonly submission: number }
  /** The platform has the order. `of` the attempt that it was looked up for. */
  | { readonly type: 'placed'; readonly of?: Attempt; readonly order: Order }
  /** The platform has the order, though its response could not be parsed. */
  | { readonly type: 'acknowledged' }
  /** The platform has refused the order. */
  | { readonly type: 'refused'; readonly of: Attempt; readonly problem: Problem }
  /** The create was certainly not executed, so it may be sent again. */
  | { readonly type: 'unsent'; readonly of: Attempt }
  /** There was no clear response, so the create may still be executed. */
  | { readonly type: 'unclear' }
  /** Its sender has ended. */
  | { readonly type: 'abandoned'; readonly of: Attempt }
  /**
   * The platform has no order with the reference. `observed`: how long the asking process has known
   * this attempt, in milliseconds.
   */
  | {
      readonly type: 'missing';
      readonly of: Attempt;
      readonly asked: Moment;
      readonly observed: number;
    }
  | PaymentEvent;

/** `order`: with its last known status. */
type PaymentEvent =
  /** The payment provider has failed, or refused. */
  | { readonly type: 'payment-failed'; readonly failure: PaymentFailure }
  | Exclude<AuthorisationEvent, { type: 'payment-begun' }>
  | (Extract<AuthorisationEvent, { type: 'payment-begun' }> & { readonly order: Order | null });

/**
 * The intent after the event, or undefined when the event changes nothing. `settleTime`: that of
 * this process.
 */
export function transition(
  intent: Intent,
  event: IntentEvent,
  settleTime: number,
): Intent | undefined {
  const { state, attempt } = intent;
  if ('of' in event && event.of && !isSameAttempt(event.of, intent)) return undefined;
  const isNew = state === 'new';
  const isOpen = state === 'sending' || state === 'unknown';
  switch (event.type) {
    case 'sending': {
      // Until now the customer could correct the request; from now on the key is bound to it.
      const { sent, send_time, client_id, fingerprint, expected } = event;
      const next = { state: 'sending', attempt: attempt + 1, sent_at: sent.wall } as const;
      const { submission = Infinity } = event;
      if (!isNew || submission <= (intent.postponed_submission ?? 0)) return undefined;
      const recorded = event.submission !== undefined && { submission: event.submission };
      const times = { sent, send_time, settle_time: settleTime };
      return { ...intent, ...next, ...recorded, ...times, client_id, fingerprint, expected };
    }
    case 'checked': {
      const { checked = [] } = intent;
      const isNews = isNew && !checked.includes(event.step);
      return isNews ? { ...intent, checked: [...checked, event.step] } : undefined;
    }
    case 'declined': {
      const { fingerprint, problem } = event;
      return isNew ? { ...intent, state: 'refused', fingerprint, problem } : undefined;
    }
    case 'postponed':
      return isNew ? { ...postpone(intent, event.submission), attempt: attempt + 1 } : undefined;
    case 'repeated':
      // Nothing was sent after all, and the customer knows it: a late copy must not send.
      if (isNew) return { ...postpone(intent, event.submission), attempt: attempt + 1 };
      if (!isOpen || event.submission <= (intent.submission ?? 0)) return undefined;
      return { ...intent, submission: event.submission };
    case 'placed':
      // An order may appear in any state: after a journal was lost, or after the platform said no.
      return state === 'placed' ? undefined : asPlaced(intent, event.order);
    case 'acknowledged': {
      const isNews = isOpen && !intent.acknowledged;
      return isNews ? { ...intent, state: 'unknown', acknowledged: true } : undefined;
    }
    case 'refused': {
      const isRefused = isOpen && !intent.acknowledged;
      return isRefused ? { ...intent, state: 'refused', problem: event.problem } : undefined;
    }
    case 'unsent':
      return state === 'sending' ? { ...postpone(intent), state: 'new' } : undefined;
    case 'unclear':
    case 'abandoned':
      return state === 'sending' ? { ...intent, state: 'unknown' } : undefined;
    case 'missing': {
      // Until the settle time is over, a delayed create may still be executed.
      const elapsed = provenElapsed(sentMoment(intent), event.asked, event.observed);
      const hasSettled = elapsed > timeToSettle(intent);
      const isAbsent = state === 'unknown' && hasSettled && !intent.acknowledged;
      return isAbsent ? { ...intent, state: 'absent' } : undefined;
    }
    case 'payment-failed': {
      const { failure: payment_failure } = event;
      const isKnown = isSameFailure(payment_failure, intent.payment_failure);
      return isKnown ? undefined : { ...intent, payment_failure };
    }
    case 'payment-made':
    case 'payment-verified':
    case 'payment-lapses':
    case 'payment-overdue':
    case 'payment-begun':
    case 'payment-on-its-way':
    case 'payment-unclear':
    case 'payment-found':
    case 'payment-returned':
    case 'payment-ended': {
      const order = event.type === 'payment-begun' ? event.order : null;
      const { authorisations: before = [] } = intent;
      const authorisations = changeAuthorisations(before, event, dueOf(intent, order));
      return authorisations && { ...intent, authorisations };
    }
  }
}

/** How a platform order contradicts what the intent says and the customer was told. */
export function contradictionOf(intent: Intent, order: Order): AlarmReason | undefined {
  const { state, sent_at } = intent;
  if (state === 'absent') return 'placed-after-absent';
  // It was sent, and the platform said that it had not taken it.
  if (state === 'refused' || (state === 'new' && sent_at > 0)) return 'placed-after-refused';
  return intent.order && intent.order.id !== order.id ? 'several-orders' : undefined;
}

/** The refusal or absence that was reported before was wrong. */
function asPlaced(intent: Intent, order: Order): Intent {
  return { ...intent, state: 'placed', order, problem: null };
}

const endedStatuses: ReadonlySet<OrderStatus> = new Set(['CANCELED', 'DECLINED']);

/**
 * What the order is paid with: nothing before it is accepted (PENDING, OPEN and RESERVED may still
 * change), and never more than was agreed.
 */
export function dueOf({ state, expected }: Intent, order: Order | null): PaymentDue {
  if (state === 'refused' || state === 'absent') return 0;
  if (state !== 'placed' || !order) return 'hold';
  if (endedStatuses.has(order.status)) return 0;
  if (order.status !== 'ACCEPTED') return 'hold';
  const isAgreed = order.total <= expected.total && order.currency === expected.currency;
  return isAgreed ? order.total : 'leave';
}

/** From now on, copies of this submission and of older ones send nothing. */
function postpone(intent: Intent, submission = intent.submission ?? 0): Intent {
  const { postponed_submission = 0 } = intent;
  return { ...intent, postponed_submission: Math.max(submission, postponed_submission) };
}

/** A margin, because times of the platform and of customers are rounded down to whole seconds. */
const ROUNDING = 3_000;

/** By the wall clock: when a create of the last attempt can no longer be executed. */
export function settledAt(intent: Intent): number {
  return intent.sent_at + timeToSettle(intent) + ROUNDING;
}

/** From the beginning of an attempt until its create has been executed or never will be. */
function timeToSettle({ send_time = 0, settle_time = 0 }: Intent): number {
  return send_time + settle_time;
}

/**
 * When the last attempt began; before the first one, a moment so long ago that nothing waits for
 * it.
 */
export function sentMoment({ sent, sent_at }: Intent): Moment {
  return sent ?? { wall: sent_at, process: '', monotonic: 0 };
}

/**
 * Whether the create was not executed because it lacked a good token, so that another one may help.
 */
export function lacksToken(error: unknown): boolean {
  if (error instanceof TokenUnproven) return true;
  return error instanceof PlatformRefused && error.status === 401 && error.code !== undefined;
}

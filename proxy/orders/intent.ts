import type { IntentResponse, OrderStatus } from '../../src/contract/order.schema.ts';
import type { Problem } from '../../src/contract/problem.schema.ts';
import {
  PlatformRefused,
  PlatformUnreachable,
  SendTooLate,
  TokenUnavailable,
} from '../platform/errors.ts';
import {
  type Authorisation,
  type AuthorisationEvent,
  changeAuthorisations,
  type PaymentDue,
} from './authorisation.ts';
import { type Moment, shortestElapsed } from './moment.ts';

/** As it was placed; what becomes of it later is its status record (`status.ts`). */
export type Order = Pick<
  NonNullable<IntentResponse['order']>,
  'id' | 'code' | 'status' | 'total' | 'currency'
>;

/**
 * new: nothing is with the platform. sending: somebody is sending it. unknown: it was sent, and no
 * clear response came. placed, refused, absent: the truth, which never changes again.
 */
export type IntentState = 'new' | 'sending' | 'unknown' | 'placed' | 'refused' | 'absent';

/** The journal's record of one attempt to place an order. There is no personal data in it. */
export interface Intent {
  readonly state: IntentState;
  /** By the wall clock; 0 in rows before version 3 that were never sent. */
  readonly opened_at: number;
  /** When the truth was recorded, by the wall clock. */
  readonly ended_at?: number;
  /**
   * Counted up by each sending, and by each no that may be tried again. What was about an earlier
   * attempt says nothing about this one, and sends nothing.
   */
  readonly attempt: number;
  /** When the last attempt began, by the wall clock; 0 before the first. */
  readonly sent_at: number;
  /** The same by every clock. Missing before the first attempt, and in rows of version 1. */
  readonly sent?: Moment;
  /**
   * The customer's last submission that was sent, or was told that it is being checked; missing
   * where no request said its own.
   */
  readonly submission?: number;
  /** The last submission that was told to try again: neither it nor one before it sends any more. */
  readonly postponed_submission?: number;
  /** How many milliseconds the sender has from then on; later it sends nothing any more. */
  readonly send_time?: number;
  /** Of the request that was sent, so that another order under the same key is noticed. */
  readonly fingerprint: string;
  readonly external_reference: string;
  /** Hash of the key that reads it and cannot order. Missing in rows before version 3. */
  readonly view_id?: string;
  /** What the platform is expected to respond, for what it leaves out. */
  readonly expected: Pick<Order, 'status' | 'total' | 'currency'>;
  readonly order: Order | null;
  readonly problem: Problem | null;
  /**
   * The platform responded with the id of an order that cannot be told to be this one: whatever a
   * list says later, the order is not absent.
   */
  readonly acknowledged?: true;
  /** What came with the requests under its key to pay for it, in their sequence; mostly none. */
  readonly authorisations?: readonly Authorisation[];
}

const endedStates: ReadonlySet<IntentState> = new Set(['placed', 'refused', 'absent']);

/** Whether its state is the truth for good. */
export function hasEnded({ state }: Intent): boolean {
  return endedStates.has(state);
}

/** An event about an attempt names it, and is ignored when a later one has begun. */
export type IntentEvent =
  /** The attempt after this one begins: recorded before the first byte is sent. */
  | ({
      readonly type: 'sending';
      readonly attempt: number;
      readonly submission?: number | undefined;
    } & Required<Pick<Intent, 'sent' | 'send_time' | 'fingerprint' | 'expected'>>)
  /** A no for good, before anything was sent: nothing will be sent under this key. */
  | { readonly type: 'declined'; readonly fingerprint: string; readonly problem: Problem }
  /** A no that may be tried again: only requests that begin after it may send. */
  | { readonly type: 'postponed'; readonly submission?: number | undefined }
  /** While somebody sends, the customer orders again, and is told that it is being checked. */
  | { readonly type: 'repeated'; readonly submission: number }
  /** The platform has the order. */
  | { readonly type: 'placed'; readonly attempt: number; readonly order: Order }
  /** The platform said no. */
  | { readonly type: 'refused'; readonly attempt: number; readonly problem: Problem }
  /** Certainly not executed, so it may be sent again. */
  | { readonly type: 'unsent'; readonly attempt: number }
  /** No clear response, or nobody left to receive it. */
  | { readonly type: 'unclear'; readonly attempt: number; readonly acknowledged?: boolean }
  /** The platform was asked for the reference, and has no such order. */
  | { readonly type: 'missing'; readonly attempt: number; readonly asked: Moment }
  | PaymentEvent;

/** `order`: the newest that is known of it. */
type PaymentEvent =
  | Exclude<AuthorisationEvent, { type: 'payment-begun' }>
  | (Extract<AuthorisationEvent, { type: 'payment-begun' }> & { readonly order: Order | null });

/** The intent after the event, or undefined when the event changes nothing. */
export function transition(
  intent: Intent,
  event: IntentEvent,
  settleTime: number,
): Intent | undefined {
  const { state, attempt } = intent;
  if ('attempt' in event && event.attempt !== attempt) return undefined;
  const isNew = state === 'new';
  const isOpen = state === 'sending' || state === 'unknown';
  switch (event.type) {
    case 'sending': {
      // Until now the customer could still correct what was typed; from now on the key stands for
      // this request.
      const { sent, send_time, fingerprint, expected } = event;
      const next = { state: 'sending', attempt: attempt + 1, sent_at: sent.wall } as const;
      const { submission = Infinity } = event;
      if (!isNew || submission <= (intent.postponed_submission ?? 0)) return undefined;
      const recorded = event.submission === undefined ? {} : { submission: event.submission };
      return { ...intent, ...next, ...recorded, sent, send_time, fingerprint, expected };
    }
    case 'declined': {
      const { fingerprint, problem } = event;
      return isNew ? { ...intent, state: 'refused', fingerprint, problem } : undefined;
    }
    case 'postponed':
      return isNew ? { ...postpone(intent, event.submission), attempt: attempt + 1 } : undefined;
    case 'repeated':
      // A copy of it may arrive when nothing was sent after all, and the customer was told so.
      if (isNew) return { ...postpone(intent, event.submission), attempt: attempt + 1 };
      if (!isOpen || event.submission <= (intent.submission ?? 0)) return undefined;
      return { ...intent, submission: event.submission };
    case 'placed':
      // Under a reference that was never sent the platform has an order only if a journal was lost.
      return isOpen || isNew ? { ...intent, state: 'placed', order: event.order } : undefined;
    case 'refused':
      return isOpen ? { ...intent, state: 'refused', problem: event.problem } : undefined;
    case 'unsent':
      return state === 'sending' ? { ...postpone(intent), state: 'new' } : undefined;
    case 'unclear': {
      const isNews = event.acknowledged === true && isOpen && !intent.acknowledged;
      if (isNews) return { ...intent, state: 'unknown', acknowledged: true };
      return state === 'sending' ? { ...intent, state: 'unknown' } : undefined;
    }
    case 'missing': {
      // An order that was sent later than this may still land.
      const elapsed = shortestElapsed(sentMoment(intent), event.asked);
      const hasSettled = elapsed > (intent.send_time ?? 0) + settleTime;
      const isAbsent = state === 'unknown' && hasSettled && !intent.acknowledged;
      return isAbsent ? { ...intent, state: 'absent' } : undefined;
    }
    case 'authorised':
    case 'payment-begun':
    case 'payment-ended': {
      const order = event.type === 'payment-begun' ? event.order : null;
      const { authorisations: before = [] } = intent;
      const authorisations = changeAuthorisations(before, event, dueOf(intent, order));
      return authorisations && { ...intent, authorisations };
    }
  }
}

/** The platform's own list says of no other status whether such an order is to be paid. */
const dueOfStatus: Readonly<Record<OrderStatus, PaymentDue>> = {
  ACCEPTED: 'capture',
  CANCELED: 'void',
  DECLINED: 'void',
  PENDING: 'hold',
  OPEN: 'hold',
  RESERVED: 'hold',
};

/** What is to become of the money: only the truth moves it, and only what the customer agreed to. */
export function dueOf({ state, expected }: Intent, order: Order | null): PaymentDue {
  if (state === 'refused' || state === 'absent') return 'void';
  if (state !== 'placed' || !order) return 'hold';
  const due = dueOfStatus[order.status];
  if (due !== 'capture') return due;
  if (order.total === 0) return 'void';
  const isAsAgreed = order.total === expected.total && order.currency === expected.currency;
  return isAsAgreed ? 'capture' : 'leave';
}

/** Copies of this submission, or of one before it, that are still on their way send nothing. */
function postpone(intent: Intent, submission = intent.submission ?? 0): Intent {
  const { postponed_submission = 0 } = intent;
  return { ...intent, postponed_submission: Math.max(submission, postponed_submission) };
}

/** Times of the platform and of customers are whole seconds, each rounded down. */
const ROUNDING = 3_000;

/** When it is known at the latest whether the last attempt landed, by the wall clock. */
export function settledAt({ sent_at, send_time = 0 }: Intent, settleTime: number): number {
  return sent_at + send_time + settleTime + ROUNDING;
}

/** When the last attempt began; of rows of version 1 only the wall clock is known. */
export function sentMoment({ sent, sent_at }: Intent): Moment {
  return sent ?? { wall: sent_at, process: '', monotonic: 0 };
}

/** The platform read the order, and does not take it. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409, 422]);
/** The platform did not even look at the order. */
const unsentStatuses: ReadonlySet<number> = new Set([401, 429]);

/** What a failed create says about its order. Whatever is not a clear no is unclear. */
export function classify(error: unknown): 'refused' | 'unsent' | 'unclear' {
  if (error instanceof TokenUnavailable || error instanceof SendTooLate) return 'unsent';
  if (error instanceof PlatformUnreachable) return error.sent ? 'unclear' : 'unsent';
  if (!(error instanceof PlatformRefused)) return 'unclear';
  if (unsentStatuses.has(error.status)) return 'unsent';
  // An error without the platform's code may be that of anybody on the way.
  const isClear = refusedStatuses.has(error.status) && error.code !== undefined;
  return isClear ? 'refused' : 'unclear';
}

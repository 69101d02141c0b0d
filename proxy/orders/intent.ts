import type { IntentResponse } from '../../src/contract/order.schema.ts';
import type { Problem } from '../../src/contract/problem.schema.ts';
import { PlatformRefused, PlatformUnreachable, TokenUnavailable } from '../platform/errors.ts';

export type Order = Omit<NonNullable<IntentResponse['order']>, 'selfservice_url'>;

/**
 * new: nothing is with the platform. sending: somebody is sending it. unknown: it was sent, and no
 * clear response came. placed, refused, absent: the truth, which never changes again.
 */
export type IntentState = 'new' | 'sending' | 'unknown' | 'placed' | 'refused' | 'absent';

/** The journal's record of one attempt to place an order. There is no personal data in it. */
export interface Intent {
  readonly state: IntentState;
  /** How often it was sent. A late response to an earlier attempt says nothing about this one. */
  readonly attempt: number;
  /** When the last attempt began; 0 before the first. */
  readonly sent_at: number;
  /** Of the request that was sent, so that another order under the same key is noticed. */
  readonly fingerprint: string;
  readonly external_reference: string;
  /** What the platform is expected to respond, for what it leaves out. */
  readonly expected: Pick<Order, 'status' | 'total' | 'currency'>;
  readonly order: Order | null;
  readonly problem: Problem | null;
}

/** An event about an attempt names it, and is ignored when a later attempt has begun. */
export type IntentEvent =
  /** An attempt begins: recorded before the first byte is sent. */
  | ({ readonly type: 'sending'; readonly at: number } & Pick<Intent, 'fingerprint' | 'expected'>)
  /** The platform has the order. */
  | { readonly type: 'placed'; readonly attempt: number; readonly order: Order }
  /** The platform said no. */
  | { readonly type: 'refused'; readonly attempt: number; readonly problem: Problem }
  /** Certainly not executed, so it may be sent again. */
  | { readonly type: 'unsent'; readonly attempt: number }
  /** No clear response, or nobody left to receive it. */
  | { readonly type: 'unclear'; readonly attempt: number }
  /** The platform was asked for the reference, and has no such order. */
  | { readonly type: 'missing'; readonly attempt: number; readonly asked_at: number };

/** The intent after the event, or undefined when the event changes nothing. */
export function transition(
  intent: Intent,
  event: IntentEvent,
  settleTime: number,
): Intent | undefined {
  const { state, attempt } = intent;
  if (event.type === 'sending') {
    if (state !== 'new') return undefined;
    // Until now the customer could still correct what was typed; from now on the key stands for
    // this request.
    const { at: sent_at, fingerprint, expected } = event;
    return { ...intent, state: 'sending', attempt: attempt + 1, sent_at, fingerprint, expected };
  }
  const isOpen = state === 'sending' || state === 'unknown';
  if (!isOpen || event.attempt !== attempt) return undefined;
  switch (event.type) {
    case 'placed':
      return { ...intent, state: 'placed', order: event.order };
    case 'refused':
      return { ...intent, state: 'refused', problem: event.problem };
    case 'unsent':
      return state === 'sending' ? { ...intent, state: 'new' } : undefined;
    case 'unclear':
      return state === 'sending' ? { ...intent, state: 'unknown' } : undefined;
    case 'missing': {
      // An order that was sent later than this may still land.
      const hasSettled = event.asked_at > intent.sent_at + settleTime;
      return state === 'unknown' && hasSettled ? { ...intent, state: 'absent' } : undefined;
    }
  }
}

/** The platform read the order, and does not take it. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409, 422]);
/** The platform did not even look at the order. */
const unsentStatuses: ReadonlySet<number> = new Set([401, 429]);

/** What a failed create says about its order. Whatever is not a clear no is unclear. */
export function classify(error: unknown): 'refused' | 'unsent' | 'unclear' {
  if (error instanceof TokenUnavailable) return 'unsent';
  if (error instanceof PlatformUnreachable) return error.sent ? 'unclear' : 'unsent';
  if (!(error instanceof PlatformRefused)) return 'unclear';
  if (unsentStatuses.has(error.status)) return 'unsent';
  return refusedStatuses.has(error.status) ? 'refused' : 'unclear';
}

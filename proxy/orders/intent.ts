import type { IntentResponse } from '../../src/contract/order.schema.ts';
import type { Problem } from '../../src/contract/problem.schema.ts';
import { PlatformRefused, PlatformUnreachable, TokenUnavailable } from '../platform/errors.ts';

export type Order = Omit<NonNullable<IntentResponse['order']>, 'selfservice_url'>;

/**
 * The journal's record of one attempt to place an order. Nobody's name, address or e-mail is in it.
 */
export interface Intent {
  /**
   * new: nothing is with the platform. sending: somebody is sending it. unknown: it was sent, and
   * no clear answer came. placed, refused, absent: the truth, which never changes again.
   */
  readonly state: 'new' | 'sending' | 'unknown' | 'placed' | 'refused' | 'absent';
  /** How often it was sent. A late answer to an earlier attempt says nothing about this one. */
  readonly attempt: number;
  /** When the last attempt began; 0 before the first. */
  readonly sent_at: number;
  /** Of the request that was sent, so that another order under the same key is noticed. */
  readonly fingerprint: string;
  readonly external_reference: string;
  /** What the platform is expected to answer, for what it leaves out. */
  readonly expected: Pick<Order, 'status' | 'total' | 'currency'>;
  readonly order: Order | null;
  readonly problem: Problem | null;
}

export type IntentEvent =
  | ({ readonly type: 'sent'; readonly at: number } & Pick<Intent, 'fingerprint' | 'expected'>)
  /** The platform has it. */
  | { readonly type: 'taken'; readonly attempt: number; readonly order: Order }
  /** The platform said no. */
  | { readonly type: 'refused'; readonly attempt: number; readonly problem: Problem }
  /** Certainly not executed, so it may be sent again. */
  | { readonly type: 'unsent'; readonly attempt: number }
  /** No clear answer, or nobody left to hear it. */
  | { readonly type: 'unanswered'; readonly attempt: number }
  /** The platform was asked for it and does not have it. */
  | { readonly type: 'missing'; readonly attempt: number; readonly asked_at: number };

/** The intent after the event, or undefined when the event changes nothing. */
export function transition(intent: Intent, event: IntentEvent, settle: number): Intent | undefined {
  const { state, attempt } = intent;
  if (event.type === 'sent') {
    if (state !== 'new') return undefined;
    // Until now the customer could still correct what was typed; from now on the key stands for
    // this request.
    const { at: sent_at, fingerprint, expected } = event;
    return { ...intent, state: 'sending', attempt: attempt + 1, sent_at, fingerprint, expected };
  }
  if (event.attempt !== attempt || (state !== 'sending' && state !== 'unknown')) return undefined;
  switch (event.type) {
    case 'taken':
      return { ...intent, state: 'placed', order: event.order };
    case 'refused':
      return { ...intent, state: 'refused', problem: event.problem };
    case 'unsent':
      return state === 'sending' ? { ...intent, state: 'new' } : undefined;
    case 'unanswered':
      return state === 'sending' ? { ...intent, state: 'unknown' } : undefined;
    case 'missing':
      // Before this it may still be on its way.
      return state === 'unknown' && event.asked_at > intent.sent_at + settle
        ? { ...intent, state: 'absent' }
        : undefined;
  }
}

/** The answers by which the platform says that it read the order and does not take it. */
const refusals = new Set([400, 403, 404, 409, 422]);
/** The answers by which it says that it did not even look. */
const turnedAway = new Set([401, 429]);

/** What a failed create says about the order. Whatever is not a clear no is no answer at all. */
export function classify(error: unknown): 'refused' | 'unsent' | 'unanswered' {
  if (error instanceof TokenUnavailable) return 'unsent';
  if (error instanceof PlatformUnreachable) return error.sent ? 'unanswered' : 'unsent';
  if (!(error instanceof PlatformRefused)) return 'unanswered';
  if (turnedAway.has(error.status)) return 'unsent';
  return refusals.has(error.status) ? 'refused' : 'unanswered';
}

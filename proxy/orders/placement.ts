import type { OrderRequest } from '#contract/order.schema';
import { ProblemError } from '../http/problems.ts';
import type { Intent } from '../journal/intent.ts';
import type { Quote } from '../journal/quote.ts';
import type { OrderOrigin } from '../order-check.ts';
import type { OrderDetails } from '../platform/translate.ts';
import type { Visitor } from '../ports.ts';
import type { Memory } from '../store/history.ts';
import type { Offer } from './price-line.ts';

/** What becomes of a request to place an order. */
export interface Placement {
  /** The intent under the key, as it is now. */
  readonly intent: Intent;
  /** Whether this request has sent the order, and not an earlier one. */
  readonly isFirst: boolean;
  /** The details in the platform's response to the create. */
  readonly details?: OrderDetails | undefined;
}

/** Who sent a request, and what distinguishes it from others. */
export interface Sender {
  readonly visitor: Visitor;
  readonly origin: OrderOrigin;
  readonly key: string;
  /** The intent's id. */
  readonly id: string;
  readonly fingerprint: string;
  /** Grows with each press of the order button under the key. */
  readonly submission: number | undefined;
}

/** An order whose quote was verified, and whose intent is in the journal. */
export interface OpenedOrder {
  readonly request: OrderRequest;
  readonly quote: Quote;
  /** As it was before the checks. */
  readonly intent: Intent;
  /** What the store knows of the time since the quote was signed. */
  readonly memory: Memory;
}

/** An order that may be sent. */
export interface CheckedOrder extends OpenedOrder {
  /** The offer that it was checked against. */
  readonly offer: Offer;
  /**
   * Called if it is not placed, so that its places and its e-mail do not count against the visitor.
   */
  readonly freePlaces: () => void;
}

/** The response of the journal; a different request under the same key is refused. */
export function replay(intent: Intent, fingerprint: string): Placement {
  const isBound = intent.fingerprint !== '';
  if (isBound && intent.fingerprint !== fingerprint)
    throw new ProblemError('idempotency-key-reused');
  return { intent, isFirst: false };
}

import type { Charge, PaymentOutcome, PaymentProvider } from '../../proxy/payment.ts';

/** A call to the provider. */
export interface PaymentCall {
  readonly kind: 'capture' | 'void';
  readonly authorisation: string;
  readonly key: string;
  readonly charge?: Charge;
}

/**
 * refuses: permanently. loses: does it, but the response is lost. hangs: does it, but never
 * responds. is down: does nothing.
 */
export type PaymentFault = 'refuses' | 'loses' | 'hangs' | 'is down';

/**
 * A payment provider that only records payments in its book. It ensures that a key takes effect
 * once, and nothing else: a second capture under another key, or a capture after a void, is in the
 * book for the test to find.
 */
export function createFakePayments() {
  /** The calls that took effect, once per key. */
  const book: PaymentCall[] = [];
  const calls: PaymentCall[] = [];
  const refused = new Set<string>();
  const faults: { next: (call: PaymentCall) => PaymentFault | undefined } = {
    next: () => undefined,
  };

  async function respond(call: PaymentCall): Promise<PaymentOutcome> {
    calls.push(call);
    const { key } = call;
    const fault = faults.next(call);
    if (fault === 'is down') throw new TypeError('fetch failed');
    const isKnown = refused.has(key) || book.some((earlier) => earlier.key === key);
    if (!isKnown && fault === 'refuses') refused.add(key);
    else if (!isKnown) book.push(call);
    if (fault === 'loses') throw new TypeError('terminated');
    if (fault === 'hangs') return new Promise(() => {});
    return refused.has(key) ? 'refused' : 'done';
  }

  const provider: PaymentProvider = {
    capture: (authorisation, charge, key) =>
      respond({ kind: 'capture', authorisation, charge, key }),
    void: (authorisation, key) => respond({ kind: 'void', authorisation, key }),
  };

  return {
    provider,
    book,
    calls,
    faults,
    /** What happened to an authorisation, such as `['void', 'capture']`. */
    became: (authorisation: string) =>
      book.filter((call) => call.authorisation === authorisation).map(({ kind }) => kind),
  };
}

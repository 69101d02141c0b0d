import type { Charge, PaymentOutcome, PaymentProvider } from '../../proxy/orders/payment.ts';

/** What a provider was asked for. */
export interface PaymentCall {
  readonly kind: 'capture' | 'void';
  readonly authorisation: string;
  readonly key: string;
  readonly charge?: Charge;
}

/**
 * refuses: for good. loses: does it, and its response is lost. hangs: does it, and never responds.
 * is down: nothing happens.
 */
export type PaymentFault = 'refuses' | 'loses' | 'hangs' | 'is down';

/**
 * A provider of payments that happen in its book alone. It takes care of one thing, that what has one
 * key happens once; whoever captures twice by two keys, or captures what was voided, finds both in it.
 */
export function createFakePayments() {
  /** What happened, once for each key. */
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
    /** `['void', 'capture']`: what became of an authorisation. */
    became: (authorisation: string) =>
      book.filter((call) => call.authorisation === authorisation).map(({ kind }) => kind),
  };
}

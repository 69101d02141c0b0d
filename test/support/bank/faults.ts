import type { ProviderPayment } from '../../../proxy/payments/provider.ts';
import type { PaymentCall, ProviderCall } from './bank.ts';

/**
 * refuses: permanently. loses: does it, but the response is lost. hangs: does it, but never
 * responds. is down: does nothing.
 */
export type PaymentFault = 'refuses' | 'loses' | 'hangs' | 'is down';
type Next = PaymentFault | undefined;

export interface Faults {
  next: (call: PaymentCall) => Next | Promise<Next>;
  nextCreate: () => Next;
  nextRead: () => Next;
}

export interface FaultyCall {
  readonly call: ProviderCall;
  readonly act: () => Promise<ProviderPayment>;
  readonly refuse: (call: PaymentCall) => Promise<never>;
}

/** The faults that a test chooses, and what they make of a call. None by default. */
export function createFaults() {
  const refused = new Set<string>();
  const faults: Faults = {
    next: () => undefined,
    nextCreate: () => undefined,
    nextRead: () => undefined,
  };

  function faultOf(call: ProviderCall): Next | Promise<Next> {
    if ('key' in call) return faults.next(call);
    return call.kind === 'create' ? faults.nextCreate() : faults.nextRead();
  }

  async function disturb({ call, act, refuse }: FaultyCall): Promise<ProviderPayment> {
    const fault = await faultOf(call);
    if (fault === 'is down') throw new TypeError('fetch failed');
    if ('key' in call) {
      if (fault === 'refuses') refused.add(call.key);
      // Whoever repeats the call is refused again.
      if (refused.has(call.key)) return refuse(call);
    }
    const payment = await act();
    if (fault === 'loses') throw new TypeError('terminated');
    if (fault === 'hangs') return new Promise(() => {});
    return payment;
  }

  return { faults, disturb };
}

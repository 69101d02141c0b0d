import {
  type NewCharge,
  PaymentRefused,
  type PaymentProvider,
  type ProviderPayment,
} from '../../proxy/payments/provider.ts';

/** A call to the provider that changes something. */
export interface PaymentCall {
  readonly kind: 'create' | 'capture' | 'void' | 'refund';
  readonly id: string;
  readonly key: string;
  readonly amount?: number;
}

/**
 * refuses: permanently. loses: does it, but the response is lost. hangs: does it, but never
 * responds. is down: does nothing.
 */
export type PaymentFault = 'refuses' | 'loses' | 'hangs' | 'is down';

interface Account {
  readonly charge: NewCharge;
  isConfirmed: boolean;
}

/**
 * A payment provider that only records payments in its book. It ensures that a key takes effect
 * once, and nothing else: a second capture under another key, or a capture after a void, is in the
 * book for the test to find.
 */
export function createFakePayments() {
  /** The calls that took effect, once per key; without those that made a payment. */
  const book: PaymentCall[] = [];
  /** All calls that were to change something, but those that made a payment. */
  const calls: PaymentCall[] = [];
  const refused = new Set<string>();
  const accounts = new Map<string, Account>();
  const idOfKey = new Map<string, string>();
  const faults: {
    next: (call: PaymentCall) => PaymentFault | undefined;
    nextCreate: () => PaymentFault | undefined;
    nextRead: () => PaymentFault | undefined;
  } = { next: () => undefined, nextCreate: () => undefined, nextRead: () => undefined };

  function sumOf(kind: PaymentCall['kind'], id: string): number {
    const entries = book.filter((call) => call.kind === kind && call.id === id);
    return entries.reduce((sum, { amount = 0 }) => sum + amount, 0);
  }

  function stateOf(id: string): ProviderPayment['state'] {
    const kinds = new Set(book.filter((call) => call.id === id).map(({ kind }) => kind));
    if (kinds.has('capture')) return 'captured';
    if (kinds.has('void')) return 'voided';
    return accounts.get(id)?.isConfirmed ? 'authorised' : 'unconfirmed';
  }

  const authorised = () => [...accounts.keys()].filter((id) => stateOf(id) === 'authorised');

  function describe(id: string): ProviderPayment {
    const account = accounts.get(id);
    if (!account) throw new PaymentRefused('there is no such payment');
    const { amount, currency, reference, saves_method } = account.charge;
    return {
      amount,
      currency,
      reference,
      ...(saves_method && { saves_method }),
      id,
      state: stateOf(id),
      captured: sumOf('capture', id),
      refunded: sumOf('refund', id),
      // As at Stripe, it says what it is of.
      client_secret: `${saves_method ? 'seti_' : ''}secret of ${id}`,
    };
  }

  async function disturb<T>(fault: PaymentFault | undefined, act: () => T): Promise<T> {
    if (fault === 'is down') throw new TypeError('fetch failed');
    const result = act();
    if (fault === 'loses') throw new TypeError('terminated');
    if (fault === 'hangs') return new Promise(() => {});
    return result;
  }

  function change(call: PaymentCall): Promise<ProviderPayment> {
    calls.push(call);
    const { id, key } = call;
    const fault = faults.next(call);
    return disturb(fault, () => {
      const isKnown = refused.has(key) || book.some((earlier) => earlier.key === key);
      const isKept = accounts.get(id)?.charge.saves_method;
      if (!isKnown && fault === 'refuses') {
        refused.add(key);
        if (isKept) book.push({ kind: 'void', id, key: `forget ${id}` });
      } else if (!isKnown) book.push(call);
      if (refused.has(key)) throw new PaymentRefused('no');
      return describe(id);
    });
  }

  const provider: PaymentProvider = {
    name: 'fake',
    create: (charge, key) =>
      disturb(faults.nextCreate(), () => {
        const id = idOfKey.get(key) ?? `payment-${accounts.size + 1}`;
        if (!idOfKey.has(key)) accounts.set(id, { charge, isConfirmed: false });
        idOfKey.set(key, id);
        return describe(id);
      }),
    read: (id) => disturb(faults.nextRead(), () => describe(id)),
    capture: (id, amount, key) => change({ kind: 'capture', id, amount, key }),
    void: (id, key) => change({ kind: 'void', id, key }),
    refund: (id, amount, key) => change({ kind: 'refund', id, amount, key }),
  };

  return {
    provider,
    book,
    calls,
    faults,
    /** The charges of all payments, by their ids. */
    charges: () => Object.fromEntries([...accounts].map(([id, { charge }]) => [id, charge])),
    ids: () => [...accounts.keys()],
    /** What the customer does in the browser. */
    confirm(clientSecret: string): void {
      const id = clientSecret.replace(/^(seti_)?secret of /, '');
      const account = accounts.get(id);
      if (!account || account.isConfirmed) return;
      account.isConfirmed = true;
      const { amount, at_once } = account.charge;
      if (at_once) book.push({ kind: 'capture', id, key: `confirm ${id}`, amount });
    },
    /** The hold ends by itself. */
    lapse: (id: string) => book.push({ kind: 'void', id, key: `lapse ${id}` }),
    stateOf,
    /** What happened to a payment, such as `['void', 'capture']`. */
    became: (id: string) => book.filter((call) => call.id === id).map(({ kind }) => kind),
    /** Money that is held and neither taken nor released. */
    held: () => authorised().filter((id) => !accounts.get(id)?.charge.saves_method),
    /** Methods that are kept to be charged. */
    kept: () => authorised().filter((id) => accounts.get(id)?.charge.saves_method),
    /** What the customer has paid in the end. */
    taken: () => [...accounts.keys()].reduce((sum, id) => sum + sumOf('capture', id), 0),
    returned: () => [...accounts.keys()].reduce((sum, id) => sum + sumOf('refund', id), 0),
  };
}
export type FakePayments = ReturnType<typeof createFakePayments>;

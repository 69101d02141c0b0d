import type { TestConfirmation } from '#contract/payment.schema';
import { testCards } from '#contract/test-cards';
import {
  type NewCharge,
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
} from '../../../proxy/payments/provider.ts';
import { createTestProvider } from '../../../proxy/payments/test.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { BankedPayment } from '../../judge/evidence.ts';
import { createFaults } from './faults.ts';

/** A call to the provider that changes a payment. */
export interface PaymentCall {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly id: string;
  readonly key: string;
  readonly amount?: number;
}

export type ProviderCall = PaymentCall | { readonly kind: 'create' | 'read' };

/** What lies between a proxy and the provider: does the call once, twice, later or never. */
export type Connection = (
  call: ProviderCall,
  act: () => Promise<ProviderPayment>,
) => Promise<ProviderPayment>;

export interface BankOptions {
  /** A call has taken effect for the first time. */
  readonly onBooked?: (call: PaymentCall) => void;
}

interface Account {
  readonly charge: NewCharge;
  isConfirmed: boolean;
  /** How much of its refunds has not arrived yet. */
  refunding: number;
}

/**
 * The payment provider of a test: the built-in one, with faults on the way to it and with a book
 * that a test can read. It refuses a second capture, or a refund of more than was taken, as any
 * provider does; they are in the book all the same, for the test to find. Its clock stands still, so
 * that a hold lapses when the test says so.
 */
export function createBank({ onBooked = () => {} }: BankOptions = {}) {
  /** The calls that took effect, once per key; without those that made a payment. */
  const book: PaymentCall[] = [];
  /** All calls that were to change something, but those that made a payment. */
  const calls: PaymentCall[] = [];
  const accounts = new Map<string, Account>();
  const ids = new Map<string, string>();
  const { faults, disturb } = createFaults();
  const builtIn = createTestProvider(
    { store: createMemoryStore(), clock: () => 0 },
    { hash: async (key) => idOf(key), isSameSecret: async (given, secret) => given === secret },
  );

  function idOf(key: string): string {
    const id = ids.get(key) ?? `payment-${ids.size + 1}`;
    ids.set(key, id);
    return id;
  }

  const entriesOf = (id: string) => book.filter((call) => call.id === id);
  const became = (id: string) => entriesOf(id).map(({ kind }) => kind);
  const amounts = (id: string, kind: PaymentCall['kind']) =>
    entriesOf(id).flatMap((call) => (call.kind === kind ? (call.amount ?? 0) : []));

  const isKept = (id: string) => accounts.get(id)?.charge.saves_method === true;
  /** Neither taken nor released. */
  const authorised = () =>
    [...accounts.keys()].filter((id) => accounts.get(id)?.isConfirmed && became(id).length === 0);

  function enter(call: PaymentCall): void {
    if (book.some(({ key }) => key === call.key)) return;
    book.push(call);
    onBooked(call);
  }

  /** As at Stripe, the secret says what it is of, and refunds may be on their way. */
  function describe(payment: ProviderPayment): ProviderPayment {
    const { refunding = 0 } = accounts.get(payment.id) ?? {};
    const { client_secret, saves_method, refunded } = payment;
    return {
      ...payment,
      client_secret: saves_method ? `seti_${client_secret}` : client_secret,
      refunded: refunded - refunding,
      ...(refunding > 0 && { refunding }),
    };
  }

  async function change(call: PaymentCall): Promise<ProviderPayment> {
    const { kind, id, key, amount = 0 } = call;
    try {
      const payment = await (kind === 'void'
        ? builtIn.void(id, key)
        : builtIn[kind](id, amount, key));
      enter(call);
      return describe(payment);
    } catch (error) {
      const { captured, state } = await builtIn.read(id);
      if (kind !== 'void' && captured > 0) enter(call);
      // A kept method is forgotten where its charge is refused.
      const isForgotten = state === 'voided' && !became(id).includes('void');
      if (isForgotten) enter({ kind: 'void', id, key: `forget ${id}` });
      throw error;
    }
  }

  /** Refuses a call for good. A kept method is forgotten with it. */
  async function refuse({ id }: PaymentCall): Promise<never> {
    if (isKept(id)) await change({ kind: 'void', id, key: `forget ${id}` });
    throw new PaymentRefused('no');
  }

  /** The bank as a process reaches it. */
  function connect(connection: Connection): PaymentProvider {
    const send = (call: PaymentCall) => {
      calls.push(call);
      return connection(call, () => change(call));
    };
    return {
      name: 'bank',
      create: (charge, key) =>
        connection({ kind: 'create' }, async () => {
          const payment = await builtIn.create(charge, key);
          const { id } = payment;
          if (!accounts.has(id)) accounts.set(id, { charge, isConfirmed: false, refunding: 0 });
          return describe(payment);
        }),
      read: (id) => connection({ kind: 'read' }, async () => describe(await builtIn.read(id))),
      capture: (id, amount, key) => send({ kind: 'capture', id, amount, key }),
      void: (id, key) => send({ kind: 'void', id, key }),
      refund: (id, amount, key) => send({ kind: 'refund', id, amount, key }),
    };
  }

  const sum = (kind: PaymentCall['kind']) =>
    [...accounts.keys()].flatMap((id) => amounts(id, kind)).reduce((all, one) => all + one, 0);

  return {
    /** The bank as a process reaches it with the `faults`. */
    provider: connect((call, act) => disturb({ call, act, refuse })),
    connect,
    faults,
    book,
    calls,
    /** The charges of all payments, by their ids. */
    charges: () => Object.fromEntries([...accounts].map(([id, { charge }]) => [id, charge])),
    ids: () => [...accounts.keys()],

    /**
     * What the customer does in the browser. Resolves to the payment's id once it is confirmed,
     * and to undefined if it is not.
     */
    async confirm(
      clientSecret: string,
      card: TestConfirmation['card'] = testCards.succeeds,
    ): Promise<string | undefined> {
      const client_secret = clientSecret.replace(/^seti_/, '');
      const outcome = await builtIn.confirm({ client_secret, card, is_approved: true });
      const [id = ''] = client_secret.split('.');
      const account = accounts.get(id);
      if (!account || outcome !== 'authorised') return undefined;
      const { amount, at_once } = account.charge;
      if (at_once) enter({ kind: 'capture', id, key: `confirm ${id}`, amount });
      account.isConfirmed = true;
      return id;
    },

    /** The hold ends by itself. */
    async lapse(id: string): Promise<void> {
      await change({ kind: 'void', id, key: `lapse ${id}` }).catch(() => {});
    },

    /** This much of the refunds is on its way; returns what lets it arrive. */
    delayRefund(id: string, amount: number): () => void {
      const account = accounts.get(id);
      if (account) account.refunding += amount;
      return () => {
        if (account) account.refunding -= amount;
      };
    },

    /** What happened to a payment, such as `['void', 'capture']`. */
    became,
    /** Money that is held and neither taken nor released. */
    held: () => authorised().filter((id) => !isKept(id)),
    /** Methods that are kept to be charged. */
    kept: () => authorised().filter(isKept),
    /** What the customer has paid in the end. */
    taken: () => sum('capture'),
    returned: () => sum('refund'),

    payments: (): BankedPayment[] =>
      [...accounts].map(([id, { charge, isConfirmed, refunding }]) => {
        const captures = amounts(id, 'capture');
        const isTaken = captures.length > 0;
        const isReleased = became(id).includes('void');
        const open = isConfirmed ? ('held' as const) : ('open' as const);
        return {
          id,
          reference: charge.reference,
          state: isTaken ? 'taken' : isReleased ? 'released' : open,
          isAtOnce: charge.at_once === true,
          captures,
          refunds: amounts(id, 'refund'),
          refunding,
        };
      }),
  };
}
export type Bank = ReturnType<typeof createBank>;

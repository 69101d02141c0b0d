import {
  type NewCharge,
  PaymentRefused,
  type PaymentProvider,
  type ProviderPayment,
} from '../../proxy/payments/provider.ts';
import type { Dice } from './dice.ts';
import type { Meet, Odds } from './hostilities.ts';
import type { Timeline } from './timeline.ts';

/** A payment in the provider's own book. */
export interface BookedPayment {
  readonly id: string;
  readonly charge: NewCharge;
  isConfirmed: boolean;
  isVoided: boolean;
  readonly captures: number[];
  readonly refunds: number[];
  /** How much of the refunds has not arrived yet. */
  refunding: number;
}

/**
 * The payment provider of one story. It heeds idempotency keys, and nothing else: a second capture
 * under another key is in its book for the judge to find. Until it recovers, calls and responses are
 * lost, and calls arrive twice or minutes late.
 */
export interface Bank {
  connect(connection: { readonly wait: (milliseconds: number) => Promise<void> }): PaymentProvider;
  /** The customer confirms a payment. Resolves to whether the page learns that it was confirmed. */
  confirm(id: string): Promise<boolean>;
  readonly payments: readonly BookedPayment[];
  /** The site has the money taken before the order is placed. */
  readonly isChargedFirst: boolean;
  /** The site has the method of a request kept, and charged once the vendor accepts. */
  readonly isSaving: boolean;
  /** Ends all faults. */
  recover(): void;
}

interface BankContext {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly odds: Odds;
  readonly meet: Meet;
}

const TIMEOUT = 10_000;
const LATEST = 10 * 60_000;
/** Until a hold lapses: not a week, so that a story is short. */
const SHORTEST_HOLD = 10 * 60_000;
const LONGEST_HOLD = 60 * 60_000;
/** Until a refund arrives: not days, for the same reason. */
const SHORTEST_REFUND = 60_000;
const LONGEST_REFUND = 90 * 60_000;

export function createBank({ timeline, dice, odds, meet }: BankContext): Bank {
  const payments: BookedPayment[] = [];
  const results = new Map<string, BookedPayment | undefined>();
  let hasRecovered = false;
  const goesWrong = (probability: number) => !hasRecovered && dice.chance(probability);

  function find(id: string): BookedPayment {
    const payment = payments.find((one) => one.id === id);
    if (!payment) throw new PaymentRefused('there is no such payment');
    return payment;
  }

  function lapseLater(payment: BookedPayment): void {
    timeline.at(timeline.now() + dice.delay(SHORTEST_HOLD, LONGEST_HOLD), () => {
      if (payment.captures.length > 0 || payment.isVoided) return;
      meet('a hold that lapses');
      payment.isVoided = true;
    });
  }

  function arriveLater(payment: BookedPayment, amount: number): void {
    meet('a refund that is on its way for a while');
    payment.refunding += amount;
    timeline.at(timeline.now() + dice.delay(SHORTEST_REFUND, LONGEST_REFUND), () => {
      payment.refunding -= amount;
    });
  }

  /** What the first call under a key has come to; undefined if it was refused. */
  function once(key: string, act: () => BookedPayment | undefined): BookedPayment | undefined {
    if (!results.has(key)) results.set(key, act());
    return results.get(key);
  }

  function connect({ wait }: Parameters<Bank['connect']>[0]): PaymentProvider {
    async function call(
      key: string,
      act: () => BookedPayment | undefined,
    ): Promise<ProviderPayment> {
      await wait(dice.delay(100, 3_000));
      if (goesWrong(odds.lostCall)) throw new TypeError('fetch failed');
      if (goesWrong(odds.lateCall)) {
        meet('a late call to the provider');
        timeline.at(timeline.now() + dice.delay(60_000, LATEST), () => void once(key, act));
        await wait(TIMEOUT);
        throw new TypeError('no response in time');
      }
      const payment = once(key, act);
      if (goesWrong(0.1)) {
        meet('a call to the provider that arrives twice');
        once(key, act);
      }
      await wait(dice.delay(50, 2_000));
      if (goesWrong(odds.lostCall)) {
        meet('a lost response of the provider');
        throw new TypeError('terminated');
      }
      if (!payment) throw new PaymentRefused('the provider has refused');
      return describe(payment);
    }

    return {
      name: 'bank',

      create: (charge, key) =>
        call(key, () => {
          const id = `payment-${payments.length}`;
          const sums = { captures: [], refunds: [], refunding: 0 };
          const payment = { id, charge, isConfirmed: false, isVoided: false, ...sums };
          payments.push(payment);
          return payment;
        }),

      async read(id) {
        await wait(dice.delay(100, 3_000));
        if (goesWrong(odds.lostCall)) throw new TypeError('fetch failed');
        const payment = describe(find(id));
        await wait(dice.delay(50, 2_000));
        return payment;
      },

      capture: (id, amount, key) =>
        call(key, () => {
          const payment = find(id);
          if (payment.isVoided || !payment.isConfirmed) return undefined;
          if (payment.charge.saves_method && dice.chance(0.3)) {
            meet('a saved method that is refused');
            payment.isVoided = true;
            return undefined;
          }
          payment.captures.push(amount);
          return payment;
        }),

      void: (id, key) =>
        call(key, () => {
          const payment = find(id);
          if (payment.captures.length > 0) return undefined;
          payment.isVoided = true;
          return payment;
        }),

      refund: (id, amount, key) =>
        call(key, () => {
          const payment = find(id);
          payment.refunds.push(amount);
          if (dice.chance(0.3)) arriveLater(payment, amount);
          return payment;
        }),
    };
  }

  return {
    payments,
    isChargedFirst: dice.chance(0.3),
    isSaving: dice.chance(0.5),
    connect,
    recover: () => (hasRecovered = true),

    async confirm(id) {
      await timeline.sleep(dice.delay(500, 20_000));
      const isDeclined = dice.chance(0.1);
      const payment = find(id);
      if (isDeclined || payment.isVoided) return false;
      payment.isConfirmed = true;
      if (payment.charge.at_once && payment.captures.length === 0) {
        payment.captures.push(payment.charge.amount);
      }
      const isHeld = payment.captures.length === 0 && !payment.charge.saves_method;
      if (isHeld && dice.chance(0.15)) lapseLater(payment);
      await timeline.sleep(dice.delay(100, 5_000));
      return !dice.chance(0.1);
    },
  };
}

function describe(payment: BookedPayment): ProviderPayment {
  const { id, charge, isConfirmed, isVoided, captures, refunds, refunding } = payment;
  const { amount, currency, reference, saves_method } = charge;
  return {
    amount,
    currency,
    reference,
    ...(saves_method && { saves_method }),
    id,
    state: stateOf({ isConfirmed, isVoided, captures }),
    captured: sum(captures),
    refunded: sum(refunds) - refunding,
    ...(refunding > 0 && { refunding }),
    client_secret: id,
  };
}

function stateOf({
  isConfirmed,
  isVoided,
  captures,
}: Pick<BookedPayment, 'isConfirmed' | 'isVoided' | 'captures'>): ProviderPayment['state'] {
  if (captures.length > 0) return 'captured';
  if (isVoided) return 'voided';
  return isConfirmed ? 'authorised' : 'unconfirmed';
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

import { testCards } from '#contract/test-cards';
import type { PaymentProvider } from '../../proxy/payments/provider.ts';
import type { BankedPayment } from '../judge/evidence.ts';
import { type Connection, createBank, type PaymentCall } from '../support/bank/bank.ts';
import type { Dice } from './dice.ts';
import type { Meet, Odds } from './hostilities.ts';
import type { Timeline } from './timeline.ts';

/**
 * The payment provider of one story. Until it recovers, calls and responses are lost, and calls
 * arrive twice or minutes late.
 */
export interface SimulatedBank {
  connect(connection: { readonly wait: (milliseconds: number) => Promise<void> }): PaymentProvider;
  /** The customer confirms a payment. Resolves to whether the page learns that it was confirmed. */
  confirm(clientSecret: string): Promise<boolean>;
  payments(): readonly BankedPayment[];
  /** The longest time between the first and the last call about a payment that was stuck. */
  longestSilence(): number;
  /** A late call has not arrived yet. */
  isAwaitingCall(): boolean;
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
/** How long a payment is stuck; a step of it is alarmed after an hour. */
const SHORTEST_SILENCE = 75 * 60_000;
const LONGEST_SILENCE = 100 * 60_000;
const cards = { succeeds: 63, isDeclined: 10, isDeclinedLater: 27 };

export function openSimulatedBank({ timeline, dice, odds, meet }: BankContext): SimulatedBank {
  const bank = createBank({ onBooked });
  /** Saved methods that are refused when they are charged. */
  const declinedLater = new Set<string>();
  /** Of each payment that was called about: since when it is stuck, until when, and the last call. */
  const stuck = new Map<string, { readonly since: number; readonly until: number; last: number }>();
  let lateCalls = 0;
  let hasRecovered = false;
  const goesWrong = (probability: number) => !hasRecovered && dice.chance(probability);

  function onBooked({ kind, id, amount = 0 }: PaymentCall): void {
    if (kind !== 'refund' || !dice.chance(0.3)) return;
    meet('a refund that is on its way for a while');
    const arrive = bank.delayRefund(id, amount);
    timeline.at(timeline.now() + dice.delay(SHORTEST_REFUND, LONGEST_REFUND), arrive);
  }

  function lapseLater(id: string): void {
    timeline.at(timeline.now() + dice.delay(SHORTEST_HOLD, LONGEST_HOLD), () => {
      if (!bank.held().includes(id)) return;
      meet('a hold that lapses');
      void bank.lapse(id);
    });
  }

  /** Whether the call is about a payment that is stuck, which lasts after all other faults. */
  function isStuck(id: string): boolean {
    const now = timeline.now();
    const lasts = dice.chance(odds.stuckPayment)
      ? dice.between(SHORTEST_SILENCE, LONGEST_SILENCE)
      : 0;
    const span = stuck.get(id) ?? { since: now, until: now + lasts, last: now };
    stuck.set(id, span);
    if (now >= span.until) return false;
    span.last = now;
    return true;
  }

  const connectionOf =
    (wait: (milliseconds: number) => Promise<void>): Connection =>
    async (call, act) => {
      await wait(dice.delay(100, 3_000));
      if (goesWrong(odds.lostCall)) throw new TypeError('fetch failed');
      if ('key' in call && isStuck(call.id)) {
        meet('a step of money that stays unclear');
        await wait(TIMEOUT);
        throw new TypeError('no response in time');
      }
      const isRead = call.kind === 'read';
      if (!isRead && goesWrong(odds.lateCall)) {
        meet('a late call to the provider');
        const arrivesAt = timeline.now() + dice.delay(60_000, LATEST);
        lateCalls += 1;
        timeline.at(arrivesAt, () => {
          lateCalls -= 1;
          void act().catch(() => {});
        });
        await wait(TIMEOUT);
        throw new TypeError('no response in time');
      }
      const [response] = await Promise.allSettled([act()]);
      if (!isRead && goesWrong(0.1)) {
        meet('a call to the provider that arrives twice');
        await act().catch(() => {});
      }
      await wait(dice.delay(50, 2_000));
      if (!isRead && goesWrong(odds.lostCall)) {
        meet('a lost response of the provider');
        throw new TypeError('terminated');
      }
      if (response.status === 'fulfilled') return response.value;
      if (call.kind === 'capture' && declinedLater.has(call.id)) {
        meet('a saved method that is refused');
      }
      throw response.reason;
    };

  return {
    payments: bank.payments,
    isAwaitingCall: () => lateCalls > 0,
    longestSilence: () =>
      Math.max(0, ...[...stuck.values()].map(({ since, last }) => last - since)),
    isChargedFirst: dice.chance(0.3),
    isSaving: dice.chance(0.5),
    connect: ({ wait }) => bank.connect(connectionOf(wait)),
    recover: () => (hasRecovered = true),

    async confirm(clientSecret) {
      await timeline.sleep(dice.delay(500, 20_000));
      const card = testCards[dice.weighted(cards)];
      const id = await bank.confirm(clientSecret, card);
      if (!id) return false;
      if (card === testCards.isDeclinedLater && bank.kept().includes(id)) declinedLater.add(id);
      if (bank.held().includes(id) && dice.chance(0.15)) lapseLater(id);
      await timeline.sleep(dice.delay(100, 5_000));
      return !dice.chance(0.1);
    },
  };
}

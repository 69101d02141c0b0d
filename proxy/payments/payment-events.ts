import { HOUR } from '#contract/milliseconds';
import type { SiteContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import type { Intent } from '../journal/intent.ts';
import type { IntentIndex } from '../journal/intent-index.ts';
import type { Journal } from '../journal/journal.ts';
import { askProvider } from './ask-provider.ts';
import {
  type PaymentProvider,
  PaymentRefused,
  type ProviderEvent,
  type ProviderPayment,
} from './provider.ts';

/** Pause between two alarms of payments that cannot be read, in milliseconds. */
const UNREADABLE_PAUSE = HOUR;

/**
 * Takes an event that the provider has sent. It is only a hint that a payment has changed: payment
 * and order are read, so that an event that comes twice, late or out of order does no harm.
 * @throws {ProblemError}
 * @throws {WrongSignature}
 */
export type TakePaymentEvent = (text: string, signature: string) => Promise<void>;

interface Parts {
  readonly provider: PaymentProvider | undefined;
  readonly index: Pick<IntentIndex, 'find'>;
  /** The intents with an open payment. */
  readonly unpaid: Pick<IntentIndex, 'markOpen'>;
  readonly journal: Pick<Journal, 'find' | 'record'>;
  /** Requests a re-read of the status of an intent's order. */
  readonly noteChange: (id: string) => void;
  readonly raiseAlarm: RaiseAlarm;
}

export function createPaymentEvents(
  { provider, index, unpaid, journal, noteChange, raiseAlarm }: Parts,
  { site, clock }: SiteContext,
): TakePaymentEvent {
  async function eventIn(text: string, signature: string): Promise<ProviderEvent | undefined> {
    if (!provider?.readEvent) throw new ProblemError('not-found');
    return provider.readEvent(text, signature);
  }

  let quietUntil = -Infinity;

  /** Undefined if the site's account does not have it, which sending the event again would not change. */
  async function read(asked: PaymentProvider, id: string): Promise<ProviderPayment | undefined> {
    return askProvider(() => asked.read(id)).catch((cause: unknown) => {
      if (cause instanceof PaymentRefused) {
        tellUnreadable(id);
        return undefined;
      }
      // The provider sends the event again later.
      throw Object.assign(new ProblemError('payment-unavailable'), { cause });
    });
  }

  function tellUnreadable(payment: string): void {
    if (clock() < quietUntil) return;
    quietUntil = clock() + UNREADABLE_PAUSE;
    raiseAlarm('payment-unreadable', { payment });
  }

  /** Records what has happened at the provider to money that was held or taken. */
  async function noteChanges(
    asked: PaymentProvider,
    id: string,
    { authorisations = [] }: Intent,
  ): Promise<void> {
    for (const step of authorisations) {
      const authorisation = step.id;
      const isHeld = step.state === 'authorised' && !step.saves_method;
      if (!isHeld && step.state !== 'captured') continue;
      const payment = await read(asked, authorisation);
      if (!payment) continue;
      const { state, refunded } = payment;
      if (!isHeld) {
        await journal.record(id, { type: 'payment-returned', authorisation, step, refunded });
      } else if (state === 'voided') {
        const lapse = { type: 'payment-lapses', authorisation, lapse: 'over' } as const;
        const { intent, changed } = await journal.record(id, lapse);
        if (changed) raiseAlarm('payment-lapsed', { intent });
      }
    }
  }

  return async (text, signature) => {
    const event = await eventIn(text, signature);
    if (!provider || !event) return;
    const payment = await read(provider, event.payment);
    const address = payment && (await index.find('reference', payment.reference));
    if (address?.site !== site.key) return;
    const intent = await journal.find(address.id);
    if (intent) await noteChanges(provider, address.id, intent);
    await unpaid.markOpen(address, { looks: 0, next_look_at: clock() });
    noteChange(address.id);
    if (intent && event.isDispute) raiseAlarm('payment-disputed', { intent });
  };
}

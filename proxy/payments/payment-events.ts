import type { SiteContext } from '../context.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import type { RaiseAlarm } from '../orders/alarm.ts';
import type { IntentIndex } from '../orders/intent-index.ts';
import type { Journal } from '../orders/journal.ts';
import type { Rereader } from '../orders/reread.ts';
import { askProvider } from './ask-provider.ts';
import { type PaymentProvider, type ProviderEvent, WrongSignature } from './provider.ts';

/**
 * Takes an event that the provider has sent. It is only a hint that a payment has changed: payment
 * and order are read, so that an event that comes twice, late or out of order does no harm.
 * @throws {ProblemError}
 */
export type TakePaymentEvent = (text: string, signature: string) => Promise<void>;

interface Parts {
  readonly provider: PaymentProvider | undefined;
  readonly index: Pick<IntentIndex, 'find'>;
  /** The intents with an open payment. */
  readonly unpaid: Pick<IntentIndex, 'markOpen'>;
  readonly journal: Pick<Journal, 'find'>;
  readonly rereader: Pick<Rereader, 'noteChange'>;
  readonly raiseAlarm: RaiseAlarm;
}

export function createPaymentEvents(
  { provider, index, unpaid, journal, rereader, raiseAlarm }: Parts,
  { site, clock }: SiteContext,
): TakePaymentEvent {
  async function eventIn(text: string, signature: string): Promise<ProviderEvent | undefined> {
    if (!provider?.readEvent) throw new ProblemError('not-found');
    try {
      return await provider.readEvent(text, signature);
    } catch (error) {
      if (!(error instanceof WrongSignature)) throw error;
      throw invalidField('signature', error.message);
    }
  }

  return async (text, signature) => {
    const event = await eventIn(text, signature);
    if (!provider || !event) return;
    const payment = await askProvider(() => provider.read(event.payment)).catch(
      (cause: unknown) => {
        // The provider sends the event again later.
        throw Object.assign(new ProblemError('payment-unavailable'), { cause });
      },
    );
    const { reference } = payment;
    const address = await index.find('reference', reference);
    if (address?.site !== site.key) return;
    await unpaid.markOpen(address, { looks: 0, next_look_at: clock() });
    rereader.noteChange(address.id);
    const intent = event.isDispute ? await journal.find(address.id) : undefined;
    if (intent) raiseAlarm('payment-disputed', { intent });
  };
}

import type { SiteContext } from '../context.ts';
import { toProblem } from '../http/problems.ts';
import { withinTime } from '../http/timeout.ts';
import { FIRST_LOOKUP_PAUSE, LONGEST_PAYMENT_PAUSE, PAYMENT_TIMEOUT } from '../time-limits.ts';
import type { RaiseAlarm } from './alarm.ts';
import { type AuthorisationState, isOpen } from './authorisation.ts';
import { completeEach } from './complete.ts';
import { newest } from './describe.ts';
import type { Intent, Order } from './intent.ts';
import { type IntentIndex, isDue, type OpenEntry } from './intent-index.ts';
import type { Journal } from './journal.ts';
import type { PaymentOutcome, PaymentProvider } from '../payment.ts';
import { QUOTE_LIFETIME } from './quote.ts';
import type { StatusRecords } from './status.ts';

/**
 * Captures the payments of placed orders, and voids all others. It runs in the background of every
 * process, so it does not depend on the customer's browser.
 */
export interface PaymentCompleter {
  /** Records the authorisation of a request, so that it will be captured or voided. */
  record(id: string, authorisation: string): Promise<void>;
  /** Takes the next step of every open payment of the site that is due. */
  completeOpen(): Promise<void>;
}

interface Parts {
  readonly provider: PaymentProvider;
  readonly journal: Pick<Journal, 'find' | 'record'>;
  /** The intents with an open authorisation. */
  readonly index: IntentIndex;
  readonly statuses: Pick<StatusRecords, 'find'>;
  readonly raiseAlarm: RaiseAlarm;
}

export function createPaymentCompleter(
  { provider, journal, index, statuses, raiseAlarm }: Parts,
  { site, clock, log }: SiteContext,
): PaymentCompleter {
  async function complete(entry: OpenEntry): Promise<void> {
    if (!isDue(entry, clock(), LONGEST_PAYMENT_PAUSE)) return;
    const { id, row, version } = entry;
    const address = { site: site.key, id };
    const intent = await withoutAbandoned(id, await journal.find(id));
    const authorisations = intent?.authorisations ?? [];
    if (!intent || !authorisations.some(isOpen)) {
      await index.removeOpen(address, version);
      return;
    }
    const { looks } = row ?? { looks: 0 };
    const pause = Math.min(FIRST_LOOKUP_PAUSE * 2 ** looks, LONGEST_PAYMENT_PAUSE);
    const next = { looks: looks + 1, next_look_at: clock() + pause };
    // By compare-and-set, so that usually one process goes on; a second one does no harm.
    if (!(await index.updateOpen(address, next, version))) return;
    const order = intent.order && newest(intent.order, await statuses.find(id));
    for (const authorisation of authorisations) await advance(id, authorisation.id, order);
  }

  /**
   * Declines an intent that was not sent before its quote expired, so that its payment is voided.
   */
  async function withoutAbandoned(
    id: string,
    intent: Intent | undefined,
  ): Promise<Intent | undefined> {
    const isWaiting = intent?.state === 'new';
    if (!isWaiting || clock() < intent.opened_at + QUOTE_LIFETIME) return intent;
    const { fingerprint } = intent;
    const problem = toProblem('quote-expired', []);
    return (await journal.record(id, { type: 'declined', fingerprint, problem })).intent;
  }

  async function advance(id: string, authorisation: string, order: Order | null): Promise<void> {
    const begun = await journal.record(id, { type: 'payment-begun', authorisation, order });
    if (begun.changed) alarmOf(begun.intent, authorisation);
    const outcome = await ask(begun.intent, authorisation).catch(() => 'unknown' as const);
    if (outcome !== 'done' && outcome !== 'refused') return;
    const ended = await journal.record(id, { type: 'payment-ended', authorisation, outcome });
    if (ended.changed) alarmOf(ended.intent, authorisation);
  }

  /**
   * Calls the provider, with an idempotency key that stays the same if another process has to
   * repeat the call.
   */
  async function ask(intent: Intent, id: string): Promise<PaymentOutcome> {
    const { external_reference: reference, expected, authorisations = [] } = intent;
    switch (stateOf(intent, id)) {
      case 'capturing': {
        const { total: amount, currency } = expected;
        const charge = { amount, currency, reference };
        return orUnknown(provider.capture(id, charge, `capture-${reference}`));
      }
      case 'voiding': {
        const place = authorisations.findIndex((authorisation) => authorisation.id === id);
        return orUnknown(provider.void(id, `void-${reference}-${place}`));
      }
      default:
        return 'unknown';
    }
  }

  function alarmOf(intent: Intent, id: string): void {
    const state = stateOf(intent, id);
    if (state === 'uncaptured' || state === 'unvoided') raiseAlarm(`payment-${state}`, { intent });
  }

  return {
    async record(id, authorisation) {
      const { authorisations = [] } = (await journal.find(id)) ?? {};
      if (authorisations.some((earlier) => earlier.id === authorisation)) return;
      // Indexed first, so that it is found even if this process ends before the next write.
      const row = { looks: 0, next_look_at: clock() + FIRST_LOOKUP_PAUSE };
      await index.markOpen({ site: site.key, id }, row);
      await journal.record(id, { type: 'authorised', authorisation });
    },

    async completeOpen() {
      await completeEach(await index.listOpen(site.key), complete, log);
    },
  };
}

function stateOf({ authorisations = [] }: Intent, id: string): AuthorisationState | undefined {
  return authorisations.find((authorisation) => authorisation.id === id)?.state;
}

/** With a timeout, so that a provider that hangs does not block other payments. */
function orUnknown(call: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  return withinTime(call, PAYMENT_TIMEOUT, 'unknown');
}

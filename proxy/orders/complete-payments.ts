import type { SiteContext } from '../context.ts';
import { toProblem } from '../http/problems.ts';
import { createTimeout } from '../http/timeout.ts';
import { describeError } from '../log.ts';
import { FIRST_LOOKUP_PAUSE, LONGEST_PAYMENT_PAUSE, PAYMENT_TIMEOUT } from '../time-limits.ts';
import { type AuthorisationState, isOpen } from './authorisation.ts';
import { newest } from './describe.ts';
import type { Intent, Order } from './intent.ts';
import type { IntentIndex, OpenEntry } from './intent-index.ts';
import type { Journal } from './journal.ts';
import type { PaymentOutcome, PaymentProvider } from './payment.ts';
import { QUOTE_LIFETIME } from './quote.ts';
import type { StatusRecords } from './status.ts';

/**
 * Captures what pays for an order that stands, and voids what does not. No browser drives it, so a
 * customer who leaves is captured or voided all the same. Runs in every process.
 */
export interface PaymentCompleter {
  /** Records what came with a request, whatever becomes of that: from now on it is seen to. */
  record(id: string, authorisation: string): Promise<void>;
  /** Takes the next step of every payment of the site, where that is due. */
  completeOpen(): Promise<void>;
}

interface Parts {
  readonly provider: PaymentProvider;
  readonly journal: Pick<Journal, 'find' | 'record'>;
  /** Of the intents with an authorisation that something is still to be done about. */
  readonly index: IntentIndex;
  readonly statuses: Pick<StatusRecords, 'find'>;
}

export function createPaymentCompleter(
  { provider, journal, index, statuses }: Parts,
  { site, clock, log }: SiteContext,
): PaymentCompleter {
  async function complete({ id, row, version }: OpenEntry): Promise<void> {
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
    // Of several processes one goes on; it is no harm where a second one does.
    if (!(await index.updateOpen(address, next, version))) return;
    const order = intent.order && newest(intent.order, await statuses.find(id));
    for (const authorisation of authorisations) await advance(id, authorisation.id, order);
  }

  /** Until its quote expires a customer may come back. Then it is a no, and nothing is held for it. */
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
    if (begun.changed) raiseAlarm(begun.intent, authorisation);
    const outcome = await ask(begun.intent, authorisation).catch(() => 'unknown' as const);
    if (outcome !== 'done' && outcome !== 'refused') return;
    const ended = await journal.record(id, { type: 'payment-ended', authorisation, outcome });
    if (ended.changed) raiseAlarm(ended.intent, authorisation);
  }

  /** What was begun by a process that ended is asked again, under the same key. */
  async function ask(intent: Intent, id: string): Promise<PaymentOutcome> {
    const { external_reference: reference, expected, authorisations = [] } = intent;
    switch (stateOf(intent, id)) {
      case 'capturing': {
        const { total: amount, currency } = expected;
        const charge = { amount, currency, reference };
        return inTime(provider.capture(id, charge, `capture-${reference}`));
      }
      case 'voiding': {
        const place = authorisations.findIndex((authorisation) => authorisation.id === id);
        return inTime(provider.void(id, `void-${reference}-${place}`));
      }
      default:
        return 'unknown';
    }
  }

  function raiseAlarm(intent: Intent, id: string): void {
    const { external_reference } = intent;
    const state = stateOf(intent, id);
    if (state !== 'uncaptured' && state !== 'unvoided') return;
    log({ event: 'order-alarm', reason: `payment-${state}`, external_reference });
  }

  function isDue({ row }: OpenEntry): boolean {
    const wait = (row?.next_look_at ?? 0) - clock();
    // No pause is that long: the clock was set back.
    return wait <= 0 || wait > LONGEST_PAYMENT_PAUSE;
  }

  return {
    async record(id, authorisation) {
      const { authorisations = [] } = (await journal.find(id)) ?? {};
      if (authorisations.some((earlier) => earlier.id === authorisation)) return;
      // Whoever completes it has to find it, even if this process ends with the next write.
      const row = { looks: 0, next_look_at: clock() + FIRST_LOOKUP_PAUSE };
      await index.markOpen({ site: site.key, id }, row);
      await journal.record(id, { type: 'authorised', authorisation });
    },

    async completeOpen() {
      for (const entry of await index.listOpen(site.key)) {
        if (!isDue(entry)) continue;
        // One that cannot be completed does not keep the others waiting.
        await complete(entry).catch((error: unknown) =>
          log({ event: 'background-failed', ...describeError(error) }),
        );
      }
    },
  };
}

function stateOf({ authorisations = [] }: Intent, id: string): AuthorisationState | undefined {
  return authorisations.find((authorisation) => authorisation.id === id)?.state;
}

/** A provider that says nothing keeps no other payment waiting for ever. */
async function inTime(call: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  const { signal, end } = createTimeout(PAYMENT_TIMEOUT);
  const isUp = new Promise<PaymentOutcome>((resolve) =>
    signal.addEventListener('abort', () => resolve('unknown')),
  );
  return Promise.race([call, isUp]).finally(end);
}

import type { Journal } from '../orders/journal.ts';
import { hasEnded } from '../orders/intent.ts';
import type { StatusRecords } from '../orders/status.ts';
import type { PaymentCompleter } from './complete-payments.ts';

type Payments = Pick<PaymentCompleter, 'reconsider'> | undefined;

/**
 * A journal that has the payments of an order considered at once when its outcome is recorded,
 * however long the customer has taken to pay.
 */
export function reconsiderOnOutcome(journal: Journal, payments: Payments): Journal {
  if (!payments) return journal;
  return {
    ...journal,
    async record(...given) {
      const recorded = await journal.record(...given);
      const { intent, changed } = recorded;
      if (changed && hasEnded(intent) && intent.authorisations) {
        // The outcome stands, and the look that is planned comes anyway, only later.
        await payments.reconsider(given[0]).catch(() => {});
      }
      return recorded;
    },
  };
}

/** Status records whose changes have the payments of an order considered again. */
export function reconsiderOnChange(records: StatusRecords, payments: Payments): StatusRecords {
  return {
    ...records,
    async saveDetails(id, details, read_at) {
      await records.saveDetails(id, details, read_at);
      await payments?.reconsider(id);
    },
  };
}

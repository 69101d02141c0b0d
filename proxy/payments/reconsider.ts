import type { StatusRecords } from '../orders/status.ts';
import type { PaymentCompleter } from './complete-payments.ts';

/** Status records whose changes have the payments of an order considered again. */
export function reconsiderOnChange(
  records: StatusRecords,
  payments: Pick<PaymentCompleter, 'reconsider'> | undefined,
): StatusRecords {
  return {
    ...records,
    async saveDetails(id, details, read_at) {
      await records.saveDetails(id, details, read_at);
      await payments?.reconsider(id);
    },
  };
}

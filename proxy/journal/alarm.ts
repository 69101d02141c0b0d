import type { OrderDifference } from '#contract/order.schema';
import { type AlarmReason, remedies } from '../alarm-reasons.ts';
import type { SiteContext } from '../context.ts';
import type { Intent } from './intent.ts';
import type { PaymentFailure, PaymentOperation } from './payment-failure.ts';

/** An order of the platform that an alarm is about. */
interface NamedOrder {
  readonly id: string;
  readonly code?: string;
}

/** What is known about the order, or about the intent if there is none. */
export interface AlarmSubject {
  readonly intent_id?: string;
  readonly intent?: Pick<Intent, 'external_reference' | 'expected' | 'order' | 'payment_failure'>;
  /** Given where they are not the intent's own order. */
  readonly orders?: readonly NamedOrder[];
  /** The provider's id of a payment that is of no order here. */
  readonly payment?: string;
  /** The parts that were booked differently from what was sent. */
  readonly differences?: readonly OrderDifference[];
}

export type RaiseAlarm = (reason: AlarmReason, subject: AlarmSubject) => void;

/** Sweeps and look-ups see the same second order again and again. */
const MOST_REMEMBERED = 1_000;

/** What the payment provider has refused where it is the reason of an alarm. */
const refusedOperations: Partial<Record<AlarmReason, PaymentOperation>> = {
  'payment-refused': 'create',
  'payment-due': 'capture',
  'payment-uncaptured': 'capture',
  'payment-unvoided': 'void',
  'payment-unrefunded': 'refund',
};

function failureBehind(
  reason: AlarmReason,
  failure: PaymentFailure | undefined,
): PaymentFailure | undefined {
  return failure?.operation === refusedOperations[reason] ? failure : undefined;
}

/** Alarms the operator about an order that somebody has to deal with. */
export function createAlarm({ log, site }: Pick<SiteContext, 'log' | 'site'>): RaiseAlarm {
  const severalOrders = new Set<string>();

  function isRepeated(reason: AlarmReason, orders: readonly NamedOrder[]): boolean {
    if (reason !== 'several-orders') return false;
    const ids = JSON.stringify(orders.map(({ id }) => id).toSorted());
    if (severalOrders.has(ids)) return true;
    if (severalOrders.size === MOST_REMEMBERED) severalOrders.clear();
    severalOrders.add(ids);
    return false;
  }

  return (reason, { intent_id, intent, orders, payment, differences }) => {
    const named: readonly NamedOrder[] = orders ?? (intent?.order ? [intent.order] : []);
    if (isRepeated(reason, named)) return;
    const failure = failureBehind(reason, intent?.payment_failure);
    log({
      event: 'order-alarm',
      reason,
      site: site.key,
      intent_id,
      external_reference: intent?.external_reference,
      vendor_id: intent?.expected.vendor_id,
      order_ids: named.map(({ id }) => id),
      codes: named.flatMap(({ code }) => code || []),
      payment,
      differences,
      provider_code: failure?.code,
      provider_request: failure?.request_id,
      todo: remedies[reason],
    });
  };
}

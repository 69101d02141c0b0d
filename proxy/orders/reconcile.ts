import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlacedOrder } from '../platform/translate.ts';
import type { SiteContext } from '../context.ts';
import type { Intent, IntentEvent, Order } from './intent.ts';
import type { Journal } from './journal.ts';

/** While an intent is being sent, its sender will know best; longer than sending can take. */
const SENDER_PATIENCE = 60_000;

/**
 * Finds out what became of an intent whose sender got no clear answer, by asking for its reference.
 * Never sends.
 */
export function createSettle(
  platform: Platform,
  journal: Journal,
  { config, clock, log }: SiteContext,
) {
  const patience = Math.min(SENDER_PATIENCE, config.ORDER_SETTLE_SECONDS * 1000);
  const lookups = createCache({
    clock,
    policy: cachePolicies.orderLookups,
    async load(external_reference) {
      const asked_at = clock();
      return { asked_at, orders: await platform.findOrders(external_reference) };
    },
  });

  return async function settled(key: string, known: Intent): Promise<Intent> {
    const intent = await abandoned(key, known);
    if (intent.state !== 'unknown') return intent;
    const found = await lookups.get(intent.external_reference).catch(() => undefined);
    if (!found) return intent;

    const { attempt } = intent;
    const { asked_at, orders } = found.value;
    if (orders.length > 1) log({ event: 'order-alarm', reason: 'several-orders' });
    const order =
      orders.find(({ status }) => status !== 'CANCELED' && status !== 'DECLINED') ?? orders[0];
    if (!order) return record(key, { type: 'missing', attempt, asked_at });
    return record(key, { type: 'taken', attempt, order: toOrder(order, intent, log) });
  };

  /** An intent that is still being sent after all that time has lost its sender. */
  async function abandoned(key: string, intent: Intent): Promise<Intent> {
    const { state, attempt, sent_at } = intent;
    if (state !== 'sending' || clock() < sent_at + patience) return intent;
    return record(key, { type: 'unanswered', attempt });
  }

  async function record(key: string, event: IntentEvent): Promise<Intent> {
    return (await journal.record(key, event)).intent;
  }
}

/** The order as the customer is told of it. The platform's total counts, whatever was quoted. */
export function toOrder(placed: PlacedOrder, { expected }: Intent, log: Log): Order {
  const {
    id,
    code,
    status = expected.status,
    total = expected.total,
    currency = expected.currency,
  } = placed;
  if (total !== expected.total) log({ event: 'order-alarm', reason: 'total-differs' });
  return { id, code, status, total, currency };
}

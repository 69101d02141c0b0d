import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { SiteContext } from '../context.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlacedOrder } from '../platform/translate.ts';
import { type Intent, type Order, sentMoment } from './intent.ts';
import type { Journal } from './journal.ts';
import { type Moment, shortestElapsed } from './moment.ts';

/** Finds out what became of an intent without a clear response. Never sends an order. */
export interface Reconciler {
  /** The intent as it is after the platform was asked for its reference, where that is needed. */
  reconcile(key: string, intent: Intent): Promise<Intent>;
}

interface Parts {
  readonly platform: Platform;
  readonly journal: Journal;
  readonly now: () => Moment;
}

/** How long a sender had in rows of version 1, which do not say. */
const SENDER_TIME = 60_000;

export function createReconciler(
  { platform, journal, now }: Parts,
  { monotonic, log }: SiteContext,
): Reconciler {
  const lookups = createCache({
    // Set back, the wall clock would keep a look-up for an hour.
    clock: monotonic,
    policy: cachePolicies.orderLookups,
    async load(external_reference) {
      const moment = now();
      const { askedAt, ...found } = await platform.findOrders(external_reference);
      return { asked: { ...moment, platform: askedAt }, ...found };
    },
  });

  /** An intent that is still being sent after the sender's time has nobody to hear the response. */
  async function withoutLostSender(key: string, intent: Intent): Promise<Intent> {
    const { state, attempt, send_time = SENDER_TIME } = intent;
    if (state !== 'sending') return intent;
    const elapsed = shortestElapsed(sentMoment(intent), now());
    // Less than nothing: the clock was set back.
    if (elapsed >= 0 && elapsed < send_time) return intent;
    return (await journal.record(key, { type: 'unclear', attempt })).intent;
  }

  async function lookUp(key: string, intent: Intent): Promise<Intent> {
    const { attempt, external_reference } = intent;
    const lookup = await lookups.get(external_reference).catch(() => undefined);
    // The platform could not be asked, so nothing is known that was not known before.
    if (!lookup) return intent;

    const { asked, orders, isComplete } = lookup.value;
    if (orders.length > 1) log({ event: 'order-alarm', reason: 'several-orders' });
    const order = orders.find(isAlive) ?? orders[0];
    if (!order && !isComplete) return intent;
    if (!order) return (await journal.record(key, { type: 'missing', attempt, asked })).intent;
    const placed = { type: 'placed', attempt, order: toOrder(order, intent, log) } as const;
    return (await journal.record(key, placed)).intent;
  }

  return {
    async reconcile(key, recorded) {
      const intent = await withoutLostSender(key, recorded);
      return intent.state === 'unknown' ? lookUp(key, intent) : intent;
    },
  };
}

function isAlive({ status }: PlacedOrder): boolean {
  return status !== 'CANCELED' && status !== 'DECLINED';
}

/**
 * The order as the customer is told of it, completed by what was expected. The platform's total
 * counts, whatever was quoted.
 */
export function toOrder(placed: PlacedOrder, { expected }: Intent, log: Log): Order {
  const { id, code } = placed;
  const status = placed.status ?? expected.status;
  const total = placed.total ?? expected.total;
  const currency = placed.currency ?? expected.currency;
  if (total !== expected.total) log({ event: 'order-alarm', reason: 'total-differs' });
  return { id, code, status, total, currency };
}

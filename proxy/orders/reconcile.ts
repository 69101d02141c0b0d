import type { SiteContext } from '../context.ts';
import type { Log } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlacedOrder } from '../platform/translate.ts';
import { StoreUnavailable } from '../store/store.ts';
import { FIRST_LOOKUP_PAUSE } from '../time-limits.ts';
import { hasEnded, type Intent, type Order, sentMoment, settledAt } from './intent.ts';
import type { IntentIndex, OpenEntry } from './intent-index.ts';
import type { Journal } from './journal.ts';
import { type Moment, shortestElapsed } from './moment.ts';

/**
 * Why an intent is looked at again. `question`: somebody wants to know, which brings no call forward.
 * `news`: something has changed on the platform, so whatever was asked before it is too old.
 */
export type LookReason = 'question' | 'news';

/** Finds out what became of an intent without a clear response. Never sends an order. */
export interface Reconciler {
  /**
   * The intent as it is after the platform was asked for its reference, where that is due. All who
   * ask at the same time share one call; news that arrives meanwhile causes one more after it.
   * Undefined when there is no such intent.
   */
  look(id: string, reason: LookReason): Promise<Intent | undefined>;
  /** Whether an intent is still `sending` within its sender's time, so the sender will record more. */
  hasSender(intent: Intent): boolean;
}

interface Parts {
  readonly platform: Pick<Platform, 'findOrders'>;
  readonly journal: Journal;
  readonly index: IntentIndex;
  readonly now: () => Moment;
}

/** How long a sender had in rows of version 1, which do not say. */
const SENDER_TIME = 60_000;

/** The looks of one intent in this process: one that is under way, and one after it. */
interface Looking {
  readonly current: Promise<Intent | undefined>;
  next?: Promise<Intent | undefined>;
}

export function createReconciler(
  { platform, journal, index, now }: Parts,
  { config, site, clock, log }: SiteContext,
): Reconciler {
  const settleTime = config.ORDER_SETTLE_SECONDS * 1000;
  const longestPause = Math.max(FIRST_LOOKUP_PAUSE, settleTime / 10);
  const looking = new Map<string, Looking>();

  function look(id: string, reason: LookReason): Promise<Intent | undefined> {
    const underWay = looking.get(id);
    if (!underWay) return begin(id, reason);
    if (reason === 'question') return underWay.current;
    underWay.next ??= underWay.current.then(
      () => look(id, reason),
      () => look(id, reason),
    );
    return underWay.next;
  }

  function begin(id: string, reason: LookReason): Promise<Intent | undefined> {
    const current = lookOnce(id, reason).finally(() => looking.delete(id));
    looking.set(id, { current });
    return current;
  }

  async function lookOnce(id: string, reason: LookReason): Promise<Intent | undefined> {
    const recorded = await journal.find(id);
    if (!recorded || recorded.state === 'new' || hasEnded(recorded)) return recorded;
    try {
      const intent = await withoutLostSender(id, recorded);
      const isClaimed = await claim(id, intent, reason);
      return isClaimed ? await lookUp(id, intent) : intent;
    } catch (error) {
      // What was read is still so; what was found is found again when the store can be written.
      if (error instanceof StoreUnavailable) return recorded;
      throw error;
    }
  }

  function hasSender(intent: Intent): boolean {
    if (intent.state !== 'sending') return false;
    const elapsed = shortestElapsed(sentMoment(intent), now());
    // Less than nothing: the clock was set back.
    return elapsed >= 0 && elapsed < (intent.send_time ?? SENDER_TIME);
  }

  /** An intent that is still being sent after the sender's time has nobody to hear the response. */
  async function withoutLostSender(id: string, intent: Intent): Promise<Intent> {
    const { state, attempt } = intent;
    if (state !== 'sending' || hasSender(intent)) return intent;
    return (await journal.record(id, { type: 'unclear', attempt })).intent;
  }

  /** One process at a time asks the platform, and not before it is due. */
  async function claim(id: string, intent: Intent, reason: LookReason): Promise<boolean> {
    const address = { site: site.key, id };
    const open = await index.findOpen(address);
    if (open && reason === 'question' && !isDue(open)) return false;
    const looks = open?.row?.looks ?? 0;
    const row = { looks: looks + 1, next_look_at: nextLookAt(looks, intent) };
    return index.updateOpen(address, row, open?.version ?? 0);
  }

  function isDue({ row }: OpenEntry): boolean {
    const wait = (row?.next_look_at ?? 0) - clock();
    // No pause is that long: the clock was set back.
    return wait <= 0 || wait > longestPause;
  }

  function nextLookAt(looks: number, intent: Intent): number {
    const next = clock() + Math.min(FIRST_LOOKUP_PAUSE * 2 ** looks, longestPause);
    const settled = settledAt(intent, settleTime);
    // The moment at which it can be settled is not slept through.
    return clock() < settled ? Math.min(next, settled) : next;
  }

  async function lookUp(id: string, intent: Intent): Promise<Intent> {
    const { attempt, external_reference } = intent;
    const moment = now();
    const found = await platform.findOrders(external_reference).catch(() => undefined);
    // The platform could not be asked, so nothing is known that was not known before.
    if (!found) return intent;

    const { orders, isComplete, askedAt } = found;
    const order = ourOrder(orders, intent, log);
    if (!order && !isComplete) return intent;
    const asked = { ...moment, platform: askedAt };
    const event = order
      ? ({ type: 'placed', attempt, order } as const)
      : ({ type: 'missing', attempt, asked } as const);
    return (await journal.record(id, event)).intent;
  }

  return { look, hasSender };
}

/** The one of several orders under a reference that counts, as the customer is told of it. */
export function ourOrder(
  orders: readonly PlacedOrder[],
  intent: Intent,
  log: Log,
): Order | undefined {
  const { external_reference } = intent;
  if (orders.length > 1) {
    log({ event: 'order-alarm', reason: 'several-orders', external_reference });
  }
  const placed = orders.find(isAlive) ?? orders[0];
  return placed && toOrder(placed, intent, log);
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

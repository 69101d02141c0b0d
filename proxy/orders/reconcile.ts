import type { SiteContext } from '../context.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import { differencesOf } from '../journal/differences.ts';
import {
  type Attempt,
  hasEnded,
  type Intent,
  isSameAttempt,
  lastAttempt,
  type Order,
  sentMoment,
  settledAt,
} from '../journal/intent.ts';
import { type IntentIndex, isDue } from '../journal/intent-index.ts';
import type { Journal } from '../journal/journal.ts';
import { type Moment, provenElapsed } from '../journal/moment.ts';
import type { OrderSearch } from '../payments/complete-payments.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlacedOrder } from '../platform/translate.ts';
import type { History } from '../store/history.ts';
import { StoreUnavailable } from '../store/store.ts';
import { FIRST_LOOKUP_PAUSE, GAP_REMEMBERED, sendTimeOf } from '../time-limits.ts';

/** Why an intent is reconciled. */
export type ReconcileReason =
  /** Its state is requested: the platform is asked only if that is due. */
  | 'question'
  /**
   * The platform has reported an order under its reference, so it is asked at once, even if it has
   * said before that it has none.
   */
  | 'news';

/** Finds out the outcome of an intent that had no clear response. It never sends an order. */
export interface Reconciler {
  /**
   * Asks the platform for the intent's reference if that is due, and resolves to the intent after
   * it. Single-flight per intent; news during a call causes one more call after it. Undefined when
   * there is no such intent.
   */
  reconcile(id: string, reason: ReconcileReason): Promise<Intent | undefined>;
  /** Asks the platform at once for the order of an intent, whatever the journal says of it. */
  search(id: string): Promise<OrderSearch | undefined>;
  /**
   * Whether an intent without an order may be removed: if the store has gone back, not before the
   * platform was asked for the order.
   */
  mayForget(id: string): Promise<boolean>;
  /** Whether the intent's sender still has time, and so will record the outcome itself. */
  hasSender(id: string, intent: Intent): boolean;
}

interface Parts {
  readonly platform: Pick<Platform, 'findOrders'>;
  readonly journal: Journal;
  readonly index: IntentIndex;
  readonly history: Pick<History, 'hasGapWithin' | 'touch'>;
  readonly raiseAlarm: RaiseAlarm;
  readonly now: () => Moment;
}

/** The running look-up of an intent in this process, and the one queued behind it. */
interface LookUps {
  readonly current: Promise<Intent | undefined>;
  next?: Promise<Intent | undefined>;
}

export function createReconciler(
  { platform, journal, index, history, raiseAlarm, now }: Parts,
  { config, site, clock }: SiteContext,
): Reconciler {
  const settleTime = config.ORDER_SETTLE_SECONDS * 1000;
  const longestPause = Math.max(FIRST_LOOKUP_PAUSE, settleTime / 10);
  const lookUps = new Map<string, LookUps>();
  const observed = createObservations(now);

  function reconcile(id: string, reason: ReconcileReason): Promise<Intent | undefined> {
    const running = lookUps.get(id);
    if (!running) return begin(id, reason);
    if (reason === 'question') return running.current;
    running.next ??= running.current.then(
      () => reconcile(id, reason),
      () => reconcile(id, reason),
    );
    return running.next;
  }

  function begin(id: string, reason: ReconcileReason): Promise<Intent | undefined> {
    const current = reconcileOnce(id, reason).finally(() => lookUps.delete(id));
    lookUps.set(id, { current });
    return current;
  }

  async function reconcileOnce(id: string, reason: ReconcileReason): Promise<Intent | undefined> {
    const recorded = await journal.find(id);
    if (!recorded || recorded.state === 'placed') return recorded;
    const isDecided = recorded.state === 'new' || hasEnded(recorded);
    if (isDecided) observed.forget(id);
    if (isDecided && reason === 'news') return (await lookUp(id, recorded)).intent;
    if (isDecided && !isMaybeOutdated(recorded)) return recorded;
    try {
      const intent = await withoutLostSender(id, recorded);
      const isClaimed = await claim(id, intent, reason);
      return isClaimed ? (await lookUp(id, intent)).intent : intent;
    } catch (error) {
      // The store is down; the next look-up finds the outcome again.
      if (error instanceof StoreUnavailable) return recorded;
      throw error;
    }
  }

  /** Whether the store may have forgotten that the order was sent. */
  function isMaybeOutdated({ state }: Intent): boolean {
    return state === 'new' && history.hasGapWithin(GAP_REMEMBERED);
  }

  function hasSender(id: string, intent: Intent): boolean {
    const { state, send_time = 0 } = intent;
    if (state !== 'sending') return false;
    const elapsed = provenElapsed(sentMoment(intent), now(), observed.since(id, intent));
    // Negative after the clock was set back.
    return elapsed >= 0 && elapsed < send_time;
  }

  /**
   * An intent that is `sending` after its sender's time becomes `unknown`: the sender has ended.
   */
  async function withoutLostSender(id: string, intent: Intent): Promise<Intent> {
    if (intent.state !== 'sending' || hasSender(id, intent)) return intent;
    return (await journal.record(id, { type: 'abandoned', of: lastAttempt(intent) })).intent;
  }

  /** By compare-and-set, so that one process asks the platform, and not before it is due. */
  async function claim(id: string, intent: Intent, reason: ReconcileReason): Promise<boolean> {
    const address = { site: site.key, id };
    const open = await index.findOpen(address);
    if (open && reason === 'question' && !isDue(open, clock(), longestPause)) return false;
    const looks = open?.row?.looks ?? 0;
    const row = { looks: looks + 1, next_look_at: nextLookAt(looks, intent) };
    return index.updateOpen(address, row, open?.version ?? 0);
  }

  function nextLookAt(looks: number, intent: Intent): number {
    const next = clock() + Math.min(FIRST_LOOKUP_PAUSE * 2 ** looks, longestPause);
    const settled = settledAt(intent);
    // Not later than the moment from which an absence can be proved.
    return clock() < settled ? Math.min(next, settled) : next;
  }

  async function lookUp(id: string, intent: Intent): Promise<OrderSearch> {
    const { external_reference } = intent;
    const unproven = { intent, hasNone: false };
    const moment = now();
    const age = observed.since(id, intent);
    const found = await platform.findOrders(external_reference).catch(() => undefined);
    // The platform could not be asked.
    if (!found) return unproven;

    const { orders, isComplete, askedAt } = found;
    const of = lastAttempt(intent);
    const order = ourOrder(orders, intent, raiseAlarm);
    if (order) {
      const placed = await journal.record(id, { type: 'placed', of, order });
      return { intent: placed.intent, hasNone: false };
    }
    if (!isComplete) return unproven;
    // The store may have forgotten a later attempt that was sent.
    await history.touch();
    if (history.hasGapWithin(sendTimeOf(config) + settleTime)) return unproven;
    // Only the client that sent the order may be able to see it, so finding none as another proves
    // nothing.
    const { client_id = site.client.id } = intent;
    if (client_id !== site.client.id) {
      raiseAlarm('sent-by-other-client', { intent });
      return unproven;
    }
    const asked = { ...moment, platform: askedAt };
    const missing = await journal.record(id, { type: 'missing', of, asked, observed: age });
    return { intent: missing.intent, hasNone: true };
  }

  async function search(id: string): Promise<OrderSearch | undefined> {
    const intent = await journal.find(id);
    return intent && lookUp(id, intent);
  }

  async function mayForget(id: string): Promise<boolean> {
    if (!history.hasGapWithin(GAP_REMEMBERED)) return true;
    return (await search(id))?.hasNone === true;
  }

  return { reconcile, search, mayForget, hasSender };
}

/** How long this process has known the current attempt of each open intent. */
interface Observations {
  /** Milliseconds; 0 the first time. */
  since(id: string, intent: Intent): number;
  forget(id: string): void;
}

interface Observation {
  readonly attempt: Attempt;
  readonly monotonic: number;
}

function createObservations(now: () => Moment): Observations {
  const first = new Map<string, Observation>();

  return {
    since(id, intent) {
      const { monotonic } = now();
      const seen = first.get(id);
      if (seen && isSameAttempt(seen.attempt, intent)) return monotonic - seen.monotonic;
      first.set(id, { attempt: lastAttempt(intent), monotonic });
      return 0;
    },
    forget: (id) => void first.delete(id),
  };
}

/** The order with our reference; if there are several, one that is not cancelled. */
export function ourOrder(
  orders: readonly PlacedOrder[],
  intent: Intent,
  raiseAlarm: RaiseAlarm,
): Order | undefined {
  if (orders.length > 1) raiseAlarm('several-orders', { intent, orders });
  const placed = orders.find(isAlive) ?? orders[0];
  return placed && toOrder(placed, intent);
}

function isAlive({ status }: PlacedOrder): boolean {
  return status !== 'CANCELED' && status !== 'DECLINED';
}

/**
 * The order as the customer sees it. A value that the platform omits is the quoted one; one that it
 * booked differently wins over the quote.
 */
export function toOrder(placed: PlacedOrder, { expected }: Intent): Order {
  const { id, code } = placed;
  const status = placed.status ?? expected.status;
  const total = placed.total ?? expected.total;
  const currency = placed.currency ?? expected.currency;
  const differences = [...differencesOf(expected, placed)];
  return { id, code, status, total, currency, ...(differences.length > 0 && { differences }) };
}

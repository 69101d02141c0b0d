import { ageOf } from '#contract/age';
import type { SiteContext } from '../context.ts';
import type { Intent, Order } from '../journal/intent.ts';
import { IntentUnreadable, type Journal } from '../journal/journal.ts';
import type { StatusRecords } from '../journal/status.ts';
import { describeError } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import type { Priority } from '../ports.ts';
import { StoreUnavailable } from '../store/store.ts';
import {
  FIRST_REREAD_PAUSE,
  FIRST_STATUS_AGE,
  FIRST_STATUS_AGE_UNTIL,
  LONGEST_REREAD_PAUSE,
  STATUS_AGE,
  STATUS_AGE_WITH_RECEIVER,
} from '../time-limits.ts';
import type { Reconciler } from './reconcile.ts';

/**
 * Re-reads the status of placed orders in the background: of those that have changed, and of those
 * that a visitor requests.
 */
export interface Rereader {
  /** The order has changed on the platform. */
  noteChange(id: string): void;
  /** A visitor requests the order: it is read again if its status is too old. */
  requestFor(id: string, intent: Intent): Promise<void>;
  /**
   * Reads all pending orders, many in one call. A change that is noted during the read waits for
   * the next run.
   */
  rereadPending(): Promise<void>;
}

interface Parts {
  readonly platform: Pick<Platform, 'orderDetails'>;
  readonly journal: Pick<Journal, 'find'>;
  readonly reconciler: Pick<Reconciler, 'reconcile'>;
  readonly statuses: StatusRecords;
}

/** An intent whose order is to be read again, with priority `visitor` if a visitor requests it. */
interface Pending {
  readonly id: string;
  readonly priority: Priority;
}
interface PlacedPending extends Pending {
  readonly order: Order;
}

/** Orders in one call. */
const BATCH_SIZE = 100;
/** Characters that their ids take in its URL: some servers accept URLs of no more than 8,000. */
const BATCH_LENGTH = 4_000;

export function createRereader(
  { platform, journal, reconciler, statuses }: Parts,
  { config, clock, monotonic, log }: SiteContext,
): Rereader {
  const hasReceiver = config.NOTIFICATION_CLIENT_ID !== undefined;
  const pending = new Map<string, Priority>();
  let failures = 0;
  let pausedUntil = 0;

  function add({ id, priority }: Pending): void {
    if (pending.get(id) !== 'visitor') pending.set(id, priority);
  }

  /** How old a status may be when a visitor requests it. */
  function longestAge({ ended_at = 0 }: Intent): number {
    if (hasReceiver) return STATUS_AGE_WITH_RECEIVER;
    return clock() - ended_at < FIRST_STATUS_AGE_UNTIL ? FIRST_STATUS_AGE : STATUS_AGE;
  }

  async function rereadPending(): Promise<void> {
    if (pending.size === 0 || monotonic() < pausedUntil) return;
    const due = [...pending].map(([id, priority]) => ({ id, priority }));
    pending.clear();
    try {
      const placed = await findPlaced(due);
      for (const batch of batchesOf(placed)) await reread(batch);
      failures = 0;
    } catch (error) {
      log({ event: 'background-failed', ...describeError(error) });
      due.forEach(add);
      pause();
    }
  }

  function pause(): void {
    const milliseconds = Math.min(FIRST_REREAD_PAUSE * 2 ** failures, LONGEST_REREAD_PAUSE);
    pausedUntil = monotonic() + milliseconds;
    failures += 1;
  }

  /** Orders that a visitor requests come first. */
  async function findPlaced(due: readonly Pending[]): Promise<PlacedPending[]> {
    const placed: PlacedPending[] = [];
    for (const { id, priority } of due) {
      const order = await findOrder(id);
      if (order) placed.push({ id, priority, order });
    }
    return placed.sort((a, b) => rank(a) - rank(b));
  }

  /**
   * The order of an intent. An intent without one is reconciled first, because there is news of it.
   */
  async function findOrder(id: string): Promise<Order | undefined> {
    const recorded = await journal.find(id).catch((error: unknown) => {
      // An unreadable intent must not stop the others.
      if (error instanceof IntentUnreadable) return undefined;
      throw error;
    });
    const isPlaced = recorded?.state === 'placed';
    const intent = isPlaced ? recorded : await reconciler.reconcile(id, 'news');
    return intent?.order ?? undefined;
  }

  async function reread(batch: readonly PlacedPending[]): Promise<void> {
    const read_at = clock();
    const ids = batch.map(({ order }) => order.id);
    const found = await platform.orderDetails(ids, batch[0]?.priority);
    const byId = new Map(found.map((details) => [details.id, details]));
    for (const { id, order } of batch) {
      const details = byId.get(order.id);
      if (details) await statuses.saveDetails(id, details, read_at);
    }
    const missing = batch.filter(({ order }) => !byId.has(order.id));
    // The platform may have cut the list short.
    if (missing.length > 0 && missing.length < batch.length) await reread(missing);
  }

  return {
    noteChange: (id) => add({ id, priority: 'background' }),

    async requestFor(id, intent) {
      if (intent.state !== 'placed') return;
      const age = longestAge(intent);
      const claim = statuses.claim(id, (asked_at) => ageOf(asked_at, clock()) >= age);
      // Without the store, the response has the last known status.
      const isClaimed = await claim.catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return false;
        throw error;
      });
      if (isClaimed) add({ id, priority: 'visitor' });
    },

    rereadPending,
  };
}

function* batchesOf(placed: readonly PlacedPending[]): Generator<readonly PlacedPending[]> {
  let batch: PlacedPending[] = [];
  let length = 0;
  for (const pending of placed) {
    const added = String(new URLSearchParams({ '': `${pending.order.id},` })).length;
    if (batch.length === BATCH_SIZE || length + added > BATCH_LENGTH) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(pending);
    length += added;
  }
  if (batch.length > 0) yield batch;
}

function rank({ priority }: Pending): number {
  return priority === 'visitor' ? 0 : 1;
}

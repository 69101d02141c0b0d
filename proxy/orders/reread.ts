import type { Priority, SiteContext } from '../context.ts';
import { describeError } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import { StoreUnavailable } from '../store/store.ts';
import {
  FIRST_REREAD_PAUSE,
  FIRST_STATUS_AGE,
  FIRST_STATUS_AGE_UNTIL,
  LONGEST_REREAD_PAUSE,
  STATUS_AGE,
  STATUS_AGE_WITH_RECEIVER,
} from '../time-limits.ts';
import { hasEnded, type Intent, type Order } from './intent.ts';
import { IntentUnreadable, type Journal } from './journal.ts';
import type { Reconciler } from './reconcile.ts';
import type { StatusRecords } from './status.ts';

/**
 * Reads the status of placed orders again: of those that news has come of, and of those that
 * somebody looks at. Nobody waits for it.
 */
export interface Rereader {
  /** Something has happened to the order on the platform. */
  hint(id: string): void;
  /** Somebody looks at the order; it is read again where that is due. */
  lookAt(id: string, intent: Intent): Promise<void>;
  /**
   * Reads all that are pending, many in one call. A hint that comes while its order is being read is
   * pending for the next run, so that there is exactly one more.
   */
  rereadPending(): Promise<void>;
}

interface Parts {
  readonly platform: Pick<Platform, 'orderDetails'>;
  readonly journal: Pick<Journal, 'find'>;
  readonly reconciler: Pick<Reconciler, 'look'>;
  readonly statuses: StatusRecords;
}

/** An intent whose order is to be read again; for a visitor where one looks at it. */
interface Pending {
  readonly id: string;
  readonly priority: Priority;
}
interface PlacedPending extends Pending {
  readonly order: Order;
}

/** Orders of one call; their ids have to fit into its address. */
const BATCH_SIZE = 100;

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

  /** So old a status may be while somebody looks at it. */
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
      for (let first = 0; first < placed.length; first += BATCH_SIZE) {
        await reread(placed.slice(first, first + BATCH_SIZE));
      }
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

  /** Those that somebody looks at come first. */
  async function findPlaced(due: readonly Pending[]): Promise<PlacedPending[]> {
    const placed: PlacedPending[] = [];
    for (const { id, priority } of due) {
      const order = await findOrder(id);
      if (order) placed.push({ id, priority, order });
    }
    return placed.sort((a, b) => rank(a) - rank(b));
  }

  /** News of an intent that is open brings the truth about it nearer. */
  async function findOrder(id: string): Promise<Order | undefined> {
    const recorded = await journal.find(id).catch((error: unknown) => {
      // It keeps no other from being read.
      if (error instanceof IntentUnreadable) return undefined;
      throw error;
    });
    if (recorded?.state === 'absent') {
      const { external_reference } = recorded;
      log({ event: 'order-alarm', reason: 'placed-after-absent', external_reference });
    }
    const isOpen = recorded && recorded.state !== 'new' && !hasEnded(recorded);
    const intent = isOpen ? await reconciler.look(id, 'news') : recorded;
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
  }

  return {
    hint: (id) => add({ id, priority: 'background' }),

    async lookAt(id, intent) {
      if (intent.state !== 'placed') return;
      const age = longestAge(intent);
      const claim = statuses.claim(id, (asked_at) => {
        const elapsed = clock() - asked_at;
        // Less than nothing: the clock was set back.
        return elapsed < 0 || elapsed >= age;
      });
      // Where the store cannot be written, what is known is told all the same.
      const isClaimed = await claim.catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return false;
        throw error;
      });
      if (isClaimed) add({ id, priority: 'visitor' });
    },

    rereadPending,
  };
}

function rank({ priority }: Pending): number {
  return priority === 'visitor' ? 0 : 1;
}

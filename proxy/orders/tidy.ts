import { DAY } from '#contract/milliseconds';
import type { SiteContext } from '../context.ts';
import { hasEnded, type Intent, isUnplaced, settledAt } from '../journal/intent.ts';
import type { IntentIndex } from '../journal/intent-index.ts';
import { IntentUnreadable, type Journal } from '../journal/journal.ts';
import { newest, type StatusRecords } from '../journal/status.ts';
import type { SweepRow } from '../journal/sweep-row.ts';
import type { UsedQuotes } from '../journal/used-quotes.ts';
import { isSettled } from '../payments/complete-payments.ts';
import type { Platform } from '../platform/platform.ts';
import { UNPLACED_KEPT } from '../time-limits.ts';
import type { Reconciler } from './reconcile.ts';
import { createRemoval } from './removal.ts';

interface Parts {
  readonly journal: Pick<Journal, 'visit' | 'forget'>;
  readonly index: Pick<IntentIndex, 'findOpen' | 'markOpen'>;
  /** The intents with an open payment. */
  readonly unpaid: Pick<IntentIndex, 'findOpen' | 'markOpen'>;
  readonly statuses: Pick<StatusRecords, 'find' | 'remove'>;
  readonly sweepRow: Pick<SweepRow, 'watch' | 'sweptTwiceUntil'>;
  readonly reconciler: Pick<Reconciler, 'mayForget'>;
  readonly platform: Pick<Platform, 'steadyTime'>;
}

/**
 * Removes intents after their retention, together with their status. Intents that are open, or whose
 * payments are not settled, are never removed. Their index row is written again if the store has
 * lost it, or a process ended before writing it.
 */
export async function tidyJournal(
  { journal, index, unpaid, statuses, sweepRow, reconciler, platform }: Parts,
  context: SiteContext,
): Promise<void> {
  const { site, clock } = context;

  async function markIn(open: Parts['index'], id: string): Promise<void> {
    const address = { site: site.key, id };
    if (await open.findOpen(address)) return;
    await open.markOpen(address, { looks: 0, next_look_at: clock() });
  }

  const mayRemove = createRemoval(platform, context);
  const sweptUntil = await sweepRow.sweptTwiceUntil();
  await journal.visit(async (id, intent) => {
    const isPaid = await hasSettled(id, intent, statuses);
    if (!isPaid) await markIn(unpaid, id);
    if (isPaid && isOutdated(intent, sweptUntil, context) && mayRemove()) {
      if (isUnplaced(intent) && !(await reconciler.mayForget(id))) return;
      await statuses.remove(id);
      return journal.forget(id, intent);
    }
    // The process that placed the order may have ended before it did this.
    if (intent.state === 'placed') await sweepRow.watch(intent.ended_at ?? intent.opened_at);
    if (intent.state !== 'new' && !hasEnded(intent)) await markIn(index, id);
  });
}

interface UnplacedParts {
  readonly journal: Pick<Journal, 'find' | 'forget'>;
  readonly statuses: Pick<StatusRecords, 'find' | 'remove'>;
  readonly usedQuotes: Pick<UsedQuotes, 'visitExpired'>;
  readonly sweepRow: Pick<SweepRow, 'sweptTwiceUntil'>;
  readonly reconciler: Pick<Reconciler, 'mayForget'>;
  readonly platform: Pick<Platform, 'steadyTime'>;
}

/**
 * Removes the intents that were refused or not sent, after an hour. One that was sent stays until
 * sweeps have looked for its order, however long they fail; one that was paid stays until it is
 * refunded. It finds them by their quotes, so it does not visit the whole journal. A request that
 * is repeated later is refused because its quote has expired.
 */
export async function forgetUnplaced(
  { journal, statuses, usedQuotes, sweepRow, reconciler, platform }: UnplacedParts,
  context: SiteContext,
): Promise<void> {
  const mayRemove = createRemoval(platform, context);
  const sweptUntil = await sweepRow.sweptTwiceUntil();
  await usedQuotes.visitExpired(async (id) => {
    const intent = await journal.find(id).catch((error: unknown) => {
      // An unreadable intent stays, and must not stop the others.
      if (error instanceof IntentUnreadable) return undefined;
      throw error;
    });
    // The process ended before it recorded the intent, or `tidyJournal` will remove it.
    if (!intent || !isUnplaced(intent)) return mayRemove();
    if (!isOutdated(intent, sweptUntil, context)) return false;
    if (!(await hasSettled(id, intent, statuses))) return false;
    if (!(await reconciler.mayForget(id)) || !mayRemove()) return false;
    await statuses.remove(id);
    await journal.forget(id, intent);
    return true;
  });
}

/** Whether nothing is left to do about its payments, a refund included. */
async function hasSettled(
  id: string,
  intent: Intent,
  statuses: Pick<StatusRecords, 'find'>,
): Promise<boolean> {
  const { authorisations = [], order } = intent;
  if (authorisations.length === 0) return true;
  return isSettled(intent, order && newest(order, await statuses.find(id)));
}

/** @param sweptUntil up to when two sweeps have listed what has changed on the platform */
function isOutdated(intent: Intent, sweptUntil: number, { config, clock }: SiteContext): boolean {
  const { opened_at, ended_at = opened_at, sent_at } = intent;
  const age = clock() - ended_at;
  // Until it is swept, nobody knows whether the platform took what it had refused.
  const isSwept = sent_at <= 0 || settledAt(intent) <= sweptUntil;
  if (isUnplaced(intent) && isSwept && age >= UNPLACED_KEPT) return true;
  return (isUnplaced(intent) || hasEnded(intent)) && age > config.ORDER_RETENTION_DAYS * DAY;
}

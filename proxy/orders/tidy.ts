import type { SiteContext } from '../context.ts';
import { isOpen } from './authorisation.ts';
import { hasEnded, type Intent } from './intent.ts';
import type { IntentIndex } from './intent-index.ts';
import type { Journal } from './journal.ts';
import type { StatusRecords } from './status.ts';
import type { SweepRow } from './sweep-row.ts';

interface Parts {
  readonly journal: Pick<Journal, 'visit' | 'forget'>;
  readonly index: Pick<IntentIndex, 'findOpen' | 'markOpen'>;
  /** The intents with an open payment. */
  readonly payments: Pick<IntentIndex, 'findOpen' | 'markOpen'>;
  readonly statuses: Pick<StatusRecords, 'remove'>;
  readonly sweepRow: Pick<SweepRow, 'watch'>;
}

const DAY = 86_400_000;

/**
 * Removes ended intents after `ORDER_RETENTION_DAYS`, and new ones after a day, when their quote
 * has expired, together with their status. Intents that are open, or have an open payment, are
 * never removed. They are put into their index again if an older version, or a process that ended,
 * left them without.
 */
export async function tidyJournal(
  { journal, index, payments, statuses, sweepRow }: Parts,
  { config, site, clock }: SiteContext,
): Promise<void> {
  const retention = config.ORDER_RETENTION_DAYS * DAY;

  function isOutdated(intent: Intent): boolean {
    const { opened_at, ended_at = opened_at, state } = intent;
    if (state === 'new') return clock() - opened_at > DAY;
    return hasEnded(intent) && clock() - ended_at > retention;
  }

  async function markIn(open: Parts['index'], id: string): Promise<void> {
    const address = { site: site.key, id };
    if (await open.findOpen(address)) return;
    await open.markOpen(address, { looks: 0, next_look_at: clock() });
  }

  await journal.visit(async (id, intent) => {
    const isUnpaid = intent.authorisations?.some(isOpen) ?? false;
    if (isUnpaid) await markIn(payments, id);
    if (isOutdated(intent) && !isUnpaid) {
      await statuses.remove(id);
      return journal.forget(id, intent);
    }
    // Orders of an older version are not watched yet.
    if (intent.state === 'placed') await sweepRow.watch(intent.ended_at ?? intent.opened_at);
    if (intent.state !== 'new' && !hasEnded(intent)) await markIn(index, id);
  });
}

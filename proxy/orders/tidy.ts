import type { SiteContext } from '../context.ts';
import { hasEnded, type Intent } from './intent.ts';
import type { IntentIndex } from './intent-index.ts';
import type { Journal } from './journal.ts';
import type { StatusRecords } from './status.ts';
import type { SweepRow } from './sweep-row.ts';

interface Parts {
  readonly journal: Pick<Journal, 'visit' | 'forget'>;
  readonly index: Pick<IntentIndex, 'findOpen' | 'markOpen'>;
  readonly statuses: Pick<StatusRecords, 'remove'>;
  readonly sweepRow: Pick<SweepRow, 'watch'>;
}

const DAY = 86_400_000;

/**
 * Removes intents whose outcome has been known for as long as they are kept, and those of which
 * nothing was sent within a day: their quote has expired. A status goes with its intent. An open one is never removed; one that is
 * not in the index of open ones, as an older version left it, is put there.
 */
export async function tidyJournal(
  { journal, index, statuses, sweepRow }: Parts,
  { config, site, clock }: SiteContext,
): Promise<void> {
  const retention = config.ORDER_RETENTION_DAYS * DAY;

  function isOutdated(intent: Intent): boolean {
    const { opened_at, ended_at = opened_at, state } = intent;
    if (state === 'new') return clock() - opened_at > DAY;
    return hasEnded(intent) && clock() - ended_at > retention;
  }

  await journal.visit(async (id, intent) => {
    if (isOutdated(intent)) {
      await statuses.remove(id);
      return journal.forget(id, intent);
    }
    // An older version has not told of it.
    if (intent.state === 'placed') await sweepRow.watch(intent.ended_at ?? intent.opened_at);
    if (intent.state === 'new' || hasEnded(intent)) return;
    const address = { site: site.key, id };
    if (await index.findOpen(address)) return;
    await index.markOpen(address, { looks: 0, next_look_at: clock() });
  });
}

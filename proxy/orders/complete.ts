import { HOUR } from '#contract/milliseconds';
import type { SiteContext } from '../context.ts';
import { completeEach } from '../journal/complete-each.ts';
import { hasEnded } from '../journal/intent.ts';
import type { IntentIndex, OpenEntry } from '../journal/intent-index.ts';
import type { Journal } from '../journal/journal.ts';
import type { Reconciler } from './reconcile.ts';

/** Reconciles intents whose process has ended or whose customer has left. Runs in every process. */
export interface Completer {
  /** Reconciles every open intent of the site that is due. */
  completeOpen(): Promise<void>;
}

interface Parts {
  readonly journal: Pick<Journal, 'find'>;
  readonly index: IntentIndex;
  readonly reconciler: Reconciler;
}

/** After this time, an open row without a sent intent was left by a process that ended. */
const ABANDONED_AFTER = HOUR;

export function createCompleter(
  { journal, index, reconciler }: Parts,
  { site, clock, log }: SiteContext,
): Completer {
  async function complete(entry: OpenEntry): Promise<void> {
    const { id, row, version } = entry;
    const intent = await journal.find(id);
    const isSent = intent !== undefined && intent.state !== 'new';
    const isAbandoned = clock() - (row?.next_look_at ?? 0) > ABANDONED_AFTER;
    const isOver = isSent ? hasEnded(intent) : isAbandoned;
    if (isOver) return void (await index.removeOpen({ site: site.key, id }, version));
    const { client_id = site.client.id } = intent ?? {};
    // A running sender records the outcome itself; what another client has sent is looked up by a
    // proxy of that client.
    const isOfOther = client_id !== site.client.id;
    if (!isSent || isOfOther || reconciler.hasSender(id, intent)) return;
    await reconciler.reconcile(id, 'question');
  }

  return {
    async completeOpen() {
      await completeEach(await index.listOpen(site.key), complete, log);
    },
  };
}

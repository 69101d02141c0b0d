import type { SiteContext } from '../context.ts';
import { describeError } from '../log.ts';
import { hasEnded } from './intent.ts';
import type { IntentIndex, OpenEntry } from './intent-index.ts';
import type { Journal } from './journal.ts';
import type { Reconciler } from './reconcile.ts';

/** Completes what its process or its customer left behind. Runs in every process. */
export interface Completer {
  /** Looks again at every open intent of the site, where that is due. */
  completeOpen(): Promise<void>;
}

interface Parts {
  readonly journal: Pick<Journal, 'find'>;
  readonly index: IntentIndex;
  readonly reconciler: Reconciler;
}

/** An open row without a sent intent is about to get one, or was left by a process that ended. */
const ABANDONED_AFTER = 3_600_000;

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
    // Whoever sends it will record what comes of it.
    if (isSent && !reconciler.hasSender(intent)) await reconciler.look(id, 'question');
  }

  return {
    async completeOpen() {
      for (const entry of await index.listOpen(site.key)) {
        // One that cannot be completed does not keep the others waiting.
        await complete(entry).catch((error: unknown) =>
          log({ event: 'background-failed', ...describeError(error) }),
        );
      }
    },
  };
}

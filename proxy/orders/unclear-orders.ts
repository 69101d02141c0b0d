import type { Clock } from '../clock.ts';
import { hasEnded, type Intent, settledAt } from '../journal/intent.ts';
import { IntentUnreadable, type Journal } from '../journal/journal.ts';

/**
 * The orders that this process sent without a clear response. Their places count against the
 * visitor until they are known to be absent.
 */
export interface UnclearOrders {
  add(id: string, intent: Intent, freePlaces: () => void): void;
  /** Frees the places of those that are absent, whichever process found out. */
  freeAbsent(): Promise<void>;
}

export function createUnclearOrders(journal: Pick<Journal, 'find'>, clock: Clock): UnclearOrders {
  /** By id of the intent. */
  const unclear = new Map<string, { settled: number; freePlaces: () => void }>();

  return {
    add(id, intent, freePlaces) {
      unclear.set(id, { settled: settledAt(intent), freePlaces });
    },

    async freeAbsent() {
      for (const [id, { settled, freePlaces }] of unclear) {
        // No order can be absent before then, and each look reads the store.
        if (clock() < settled) continue;
        const intent = await journal.find(id).catch((error: unknown) => {
          // An unreadable intent must not stop the others.
          if (error instanceof IntentUnreadable) return undefined;
          throw error;
        });
        if (intent && !hasEnded(intent)) continue;
        unclear.delete(id);
        if (intent?.state === 'absent') freePlaces();
      }
    },
  };
}

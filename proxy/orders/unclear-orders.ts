import type { Clock } from '../clock.ts';
import { hasEnded, type Intent, settledAt } from './intent.ts';
import { IntentUnreadable, type Journal } from './journal.ts';

/**
 * The orders that this process has sent without a clear response. Their places count for the visitor
 * until it is known that they are absent.
 */
export interface UnclearOrders {
  add(id: string, intent: Intent, freePlaces: () => void): void;
  /** Frees the places of those that are absent, whichever process has found that out. */
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
        // No order is absent before, and each look reads the store.
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

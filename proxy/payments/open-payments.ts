import type { SiteContext } from '../context.ts';
import { isOpen } from '../journal/authorisation.ts';
import { createIntentIndex } from '../journal/intent-index.ts';
import { createJournal, IntentUnreadable } from '../journal/journal.ts';

/**
 * How many payments of a site are held, wait with a saved method, are being refunded, and are left to
 * the operator to give back.
 */
export interface OpenPayments {
  readonly held: number;
  readonly saved: number;
  readonly refunding: number;
  readonly by_hand: number;
}

export async function countOpenPayments(context: SiteContext): Promise<OpenPayments> {
  const journal = createJournal(
    { index: createIntentIndex(context), raiseAlarm: () => {} },
    context,
  );
  const counts = { held: 0, saved: 0, refunding: 0, by_hand: 0 };
  for (const { id } of await createIntentIndex(context, 'payment').listOpen(context.site.key)) {
    const intent = await journal.find(id).catch((error: unknown) => {
      // An unreadable intent has an alarm of its own.
      if (error instanceof IntentUnreadable) return undefined;
      throw error;
    });
    for (const { state, saves_method } of intent?.authorisations?.filter(isOpen) ?? []) {
      if (state === 'refunding') counts.refunding += 1;
      else if (state === 'unrefunded') counts.by_hand += 1;
      else if (state !== 'made') counts[saves_method ? 'saved' : 'held'] += 1;
    }
  }
  return counts;
}

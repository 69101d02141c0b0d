import type { SiteContext } from '../context.ts';
import { type Authorisation, isOpen, unclearSince } from '../journal/authorisation.ts';
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
  const counts = { held: 0, saved: 0, refunding: 0, by_hand: 0 };
  for (const { state, saves_method } of await listOpen(context)) {
    if (state === 'refunding') counts.refunding += 1;
    else if (state === 'unrefunded') counts.by_hand += 1;
    else if (state !== 'made') counts[saves_method ? 'saved' : 'held'] += 1;
  }
  return counts;
}

/** For how long the oldest step of each kind has had no clear outcome, in milliseconds. */
export interface StepAges {
  readonly capture: number;
  readonly void: number;
  readonly refund: number;
}

const steps = { capturing: 'capture', voiding: 'void', refunding: 'refund' } as const;

/** 0 where no step of a kind is open. */
export async function ageOfSteps(context: SiteContext): Promise<StepAges> {
  const ages = { capture: 0, void: 0, refund: 0 };
  for (const authorisation of await listOpen(context)) {
    const since = unclearSince(authorisation);
    if (since === undefined) continue;
    const step = steps[authorisation.state as keyof typeof steps];
    ages[step] = Math.max(ages[step], context.clock() - since);
  }
  return ages;
}

async function listOpen(context: SiteContext): Promise<Authorisation[]> {
  const journal = createJournal(
    { index: createIntentIndex(context), raiseAlarm: () => {} },
    context,
  );
  const open: Authorisation[] = [];
  for (const { id } of await createIntentIndex(context, 'payment').listOpen(context.site.key)) {
    const intent = await journal.find(id).catch((error: unknown) => {
      // An unreadable intent has an alarm of its own.
      if (error instanceof IntentUnreadable) return undefined;
      throw error;
    });
    open.push(...(intent?.authorisations?.filter(isOpen) ?? []));
  }
  return open;
}

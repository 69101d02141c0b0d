import type { SiteContext } from '../context.ts';
import { createAlarm, type RaiseAlarm } from './alarm.ts';
import { createIntentIndex, type IntentIndex } from './intent-index.ts';
import { createJournal, type Journal } from './journal.ts';
import { createStatusRecords, type StatusRecords } from './status.ts';
import { createSweepRow, type SweepRow } from './sweep-row.ts';
import { createUsedQuotes, type UsedQuotes } from './used-quotes.ts';

/** Everything that is recorded of the orders of a site. */
export interface Books {
  readonly journal: Journal;
  readonly index: IntentIndex;
  /** The intents with an open payment. */
  readonly unpaid: IntentIndex;
  readonly statuses: StatusRecords;
  readonly usedQuotes: UsedQuotes;
  readonly sweepRow: SweepRow;
  readonly raiseAlarm: RaiseAlarm;
}

/** @param onNews called when an order with a payment has an outcome, or another status or total */
export function openBooks(
  context: SiteContext,
  onNews: (id: string) => Promise<void> = async () => {},
): Books {
  const index = createIntentIndex(context);
  const raiseAlarm = createAlarm(context);
  return {
    journal: createJournal({ index, raiseAlarm, onOutcome: onNews }, context),
    index,
    unpaid: createIntentIndex(context, 'payment'),
    statuses: createStatusRecords(context, onNews),
    usedQuotes: createUsedQuotes(context),
    sweepRow: createSweepRow(context),
    raiseAlarm,
  };
}

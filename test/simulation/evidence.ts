import { dueOf, type Intent } from '../../proxy/journal/intent.ts';
import { newest, type StatusRecord } from '../../proxy/journal/status.ts';
import { describePayment } from '../../proxy/payments/describe-payment.ts';
import type { Evidence, Heard, Now } from '../judge/evidence.ts';
import type { SimulatedBank } from './bank.ts';
import type { Books } from './booked-orders.ts';
import { type Process, quoted } from './process.ts';

export interface StoryEnd {
  readonly heard: readonly Heard[];
  readonly books: Books;
  /** Where orders have to be paid. */
  readonly bank: SimulatedBank | undefined;
  /** Of the journal, in the end; undefined where none is recorded. */
  readonly intent: Intent | undefined;
  readonly status: StatusRecord | undefined;
  readonly processes: readonly Process[];
  /** The store has gone back. */
  readonly isRewound: boolean;
  /** No wall clock has jumped, or differs from the others. */
  readonly areClocksRight: boolean;
}

const states: Readonly<Record<Intent['state'], Now['state']>> = {
  new: 'open',
  sending: 'checking',
  unknown: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
};

/** What the judge is shown of a story. */
export function evidenceOf(end: StoryEnd): Evidence {
  const { heard, books, bank, intent, processes, isRewound, areClocksRight } = end;
  const payments = bank?.payments() ?? [];
  const known = new Set(intent?.authorisations?.map(({ id }) => id));
  return {
    heard,
    now: [{ proxy: 'checker', state: stateOf(end), code: intent?.order?.code }],
    orders: books.orders(),
    creates: books.creates.map(({ ids, ...create }) => ({ ...create, placed: ids.length })),
    // A process that has ended may have had no time to raise an alarm.
    shownOtherwise: processes.filter((one) => !one.hasEnded()).flatMap((one) => one.different),
    alarms: processes.flatMap(({ alarms }) => alarms),
    forgotten: {
      order: isRewound,
      payment: isRewound && payments.some(({ id }) => !known.has(id)),
    },
    price: bank && quoted,
    payments,
    toldOfMoney: toldOf(end),
    silence: areClocksRight && !isRewound ? bank?.longestSilence() : undefined,
    isHourOver: true,
  };
}

/** An intent is removed an hour after it was refused. */
function stateOf({ intent, heard }: StoryEnd): Now['state'] {
  if (intent) return states[intent.state];
  const last = heard.at(-1)?.word;
  return last === 'refused' || last === 'absent' ? 'removed' : 'unknown';
}

function toldOf({ intent, status }: StoryEnd): Evidence['toldOfMoney'] {
  if (!intent) return undefined;
  const order = intent.order && newest(intent.order, status);
  return describePayment(intent.authorisations ?? [], dueOf(intent, order)) ?? 'nothing';
}

import type { Books } from './booked-orders.ts';
import type { Told } from './customer.ts';

/**
 * The final state of an order: right, or what is wrong. `unalarmed`: the platform has done what
 * nobody can prevent, and no alarm tells of it.
 */
export type Verdict = 'right' | 'doubled' | 'lost' | 'mis-told' | 'stuck' | 'unalarmed';

/** An alarm of one of the processes, and the orders that it names. */
export interface Alarm {
  readonly reason?: string;
  readonly order_ids?: readonly string[];
}

export interface Evidence {
  readonly told: Told;
  /** The state of the intent in the end; undefined where none is recorded. */
  readonly state: string | undefined;
  readonly books: Pick<Books, 'creates' | 'ids'>;
  readonly alarms: readonly Alarm[];
  /** The ids of orders that a process has received, and that differ from what was sent. */
  readonly different: readonly string[];
  /** Whether the store has gone back, so that the journal may have forgotten the order. */
  readonly isRewound: boolean;
}

/** From the look-up before a create until the create is sent, if no process is paused meanwhile. */
const LONGEST_SEND = 60_000;

export function judge(evidence: Evidence): Verdict {
  const { told, state, books, isRewound } = evidence;
  const exists = books.ids().length > 0;
  if (isDoubled(books)) return 'doubled';
  if (state === 'sending' || state === 'unknown') return 'stuck';
  // The platform's own no is believed; that it was a lie is told by an alarm.
  const isDenied = books.creates.some((create) => create.isDenied);
  if (!exists && (told === 'placed' || state === 'placed')) return 'mis-told';
  // A customer who was told to try again, and did not, has no order.
  if (exists && !isDenied && (told === 'no' || told === 'try-again')) return 'mis-told';
  const hasForgotten = isRewound && (state === undefined || state === 'new');
  if (exists && !isDenied && !hasForgotten && state !== 'placed') return 'lost';
  return isAlarmed(evidence, hasForgotten) ? 'right' : 'unalarmed';
}

/**
 * Whether it was sent again although no process had received the platform's own no, or although a
 * look-up could have shown that the no was a lie.
 */
function isDoubled({ creates }: Evidence['books']): boolean {
  const executed = creates.filter(({ ids }) => ids.length > 0);
  return executed.slice(1).some(({ sentAt }, index) => {
    const before = executed[index];
    return !before?.isDenied || before.listedFrom < sentAt - LONGEST_SEND;
  });
}

function isAlarmed(
  { told, books, alarms, different, isRewound }: Evidence,
  hasForgotten: boolean,
): boolean {
  const ids = books.ids();
  const named = (reason: string) =>
    new Set(alarms.flatMap((alarm) => (alarm.reason === reason && alarm.order_ids) || []));
  const isEachIn = (these: readonly string[], reason: string) =>
    these.every((id) => named(reason).has(id));

  const surplus = ids.length > 1 && !hasForgotten ? ids : [];
  // A store that went back may have forgotten that the customer was told so.
  const isDenialKnown =
    isRewound ||
    told !== 'no' ||
    ids.length === 0 ||
    ids.some((id) => named('placed-after-refused').has(id));
  // Of several orders, the operator keeps one and cancels the others, whatever they are of.
  const isDifferenceKnown = different.every(
    (id) => named('order-differs').has(id) || named('several-orders').has(id),
  );
  return isDenialKnown && isEachIn(surplus, 'several-orders') && isDifferenceKnown;
}

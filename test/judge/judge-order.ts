import type { Alarm, Create, Evidence, Now, Word } from './evidence.ts';
import type { OrderKind } from './verdict.ts';

/** From the look-up before a create until the create is sent, if no process is paused meanwhile. */
const LONGEST_SEND = 60_000;

/** An order is lost if the last that its customer was told is one of these. */
const noes: ReadonlySet<Word> = new Set<Word>(['refused', 'absent', 'not-sent']);
/** Final: no later response may differ. */
const outcomes: ReadonlySet<string> = new Set(['placed', 'refused', 'absent']);
/** What a process says of an order that its store has forgotten. */
const forgotten: ReadonlySet<string> = new Set(['unknown', 'open']);

/** The worst fault of an order. */
export function judgeOrder(evidence: Evidence): OrderKind | undefined {
  const { heard, now, orders, creates } = evidence;
  const exists = orders.length > 0;
  if (orders.length > mostOrders(creates)) return 'doubled';
  // The platform's own no is believed; that it was a lie is told by an alarm.
  const isDenied = creates.some((create) => create.isDenied);
  const last = heard.at(-1)?.word;
  if (exists && !isDenied && last !== undefined && noes.has(last)) return 'lost';
  if (exists && !isDenied && now.some((one) => isLost(one, evidence))) return 'lost';
  if (now.length === 0 || now.some(isUnsettled)) return 'stuck';
  if (
    !exists &&
    [...heard.map(({ word }) => word), ...now.map(({ state }) => state)].includes('placed')
  ) {
    return 'mis-told';
  }
  // A store that went back may contradict itself, and so may who has believed a lie.
  const mayDiffer = evidence.forgotten.order || isDenied;
  if (!mayDiffer && !(isConsistent(evidence) && isTrue(evidence))) return 'mis-told';
  return isAlarmed(evidence) ? undefined : 'unalarmed';
}

/**
 * A gateway may have repeated a create, and after the platform's own no the order may be sent again,
 * unless a look-up could have shown before that the no was a lie.
 */
function mostOrders(creates: readonly Create[]): number {
  const repeated = creates.reduce((sum, { placed = 1 }) => sum + Math.max(placed - 1, 0), 0);
  const hidden = creates.filter(({ isDenied, listedFrom = Infinity }, index) => {
    const next = creates.slice(index + 1).find(({ placed }) => placed !== 0);
    return isDenied && next && listedFrom >= next.sentAt - LONGEST_SEND;
  });
  return 1 + repeated + hidden.length;
}

function isUnsettled({ state }: Now): boolean {
  return state === 'checking' || state === 'no-response';
}

function isLost(one: Now, evidence: Evidence): boolean {
  if (one.state === 'placed' || isUnsettled(one)) return false;
  return !(evidence.forgotten.order && forgotten.has(one.state));
}

/** Whether all processes agree, and no outcome was followed by a different one. */
function isConsistent({ heard, now }: Evidence): boolean {
  if (now.some(({ state }) => state !== now[0]?.state)) return false;
  const first = heard.findIndex(({ word }) => outcomes.has(word));
  const word = heard[first]?.word;
  if (!word) return true;
  const later = heard.slice(first).filter((entry) => outcomes.has(entry.word));
  const isStill = ({ state }: Now) => state === word || (state === 'removed' && word !== 'placed');
  return later.every((entry) => entry.word === word) && now.every(isStill);
}

/** Whether the orders have what was ordered, and one of them the code that its customer was told. */
function isTrue({ heard, now, ordered, orders }: Evidence): boolean {
  if (!ordered || orders.length === 0) return true;
  const codes = [...heard, ...now].flatMap(({ code }) => code ?? []);
  const { date_id, places, product_id } = ordered;
  return (
    orders.some((order) => codes.every((code) => code === order.code)) &&
    orders.every(({ tickets: [ticket, ...otherTickets], products }) => {
      const product_ids = products.map((product) => `${product.amount} ${product.product_id}`);
      return (
        otherTickets.length === 0 &&
        ticket?.date_id === date_id &&
        ticket.participants?.length === places &&
        product_ids.join() === (product_id === undefined ? '' : `1 ${product_id}`)
      );
    })
  );
}

/** Whether alarms name all that no proxy can prevent. */
function isAlarmed(evidence: Evidence): boolean {
  const { heard, now, orders, alarms, shownOtherwise } = evidence;
  const ids = orders.map(({ id }) => id);
  const several = idsIn(alarms, 'several-orders');
  const isForgotten = evidence.forgotten.order && now.every(({ state }) => forgotten.has(state));
  if (ids.length > 1 && !isForgotten && !ids.every((id) => several.has(id))) return false;
  // A store that went back may have forgotten that the order was refused.
  const isRefused = [heard.at(-1)?.word, ...now.map(({ state }) => state)].some(
    (word) => word === 'refused' || word === 'absent',
  );
  const denied = idsIn(alarms, 'placed-after-refused');
  const isDenialHidden =
    isRefused && !evidence.forgotten.order && !ids.some((id) => denied.has(id));
  if (ids.length > 0 && isDenialHidden) return false;
  // Of several orders, the operator keeps one and cancels the others, whatever they are of.
  const different = idsIn(alarms, 'order-differs');
  return shownOtherwise.every((id) => different.has(id) || several.has(id));
}

export function idsIn(alarms: readonly Alarm[], reason: string): ReadonlySet<string> {
  const raised = alarms.filter((alarm) => alarm.reason === reason);
  return new Set(raised.flatMap(({ order_ids = [] }) => order_ids));
}

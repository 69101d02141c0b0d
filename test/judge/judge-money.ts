import type { BankedPayment, BookedOrder, Evidence } from './evidence.ts';
import type { MoneyKind } from './verdict.ts';

/** An hour, and two looks. */
const LONGEST_SILENCE = 70 * 60_000;

/** The worst fault of the money of an order about which nothing else is wrong. */
export function judgeMoney(evidence: Evidence): MoneyKind | undefined {
  const { price, payments, creates, silence = 0 } = evidence;
  if (!price) return undefined;
  if (payments.flatMap(({ captures }) => captures).length > 1) return 'taken-twice';
  // The operator sees to payments that a store has forgotten which went back.
  if (evidence.forgotten.payment) return undefined;
  if (silence >= LONGEST_SILENCE && !isToldUnclear(evidence)) return 'unclear';
  const order = orderTold(evidence);
  const isWaiting = order?.status === 'PENDING';
  const mayBeTaken = !isWaiting && order?.status !== 'DECLINED';
  if (!mayBeTaken && payments.some(isTakenLater)) return 'taken-early';
  // The proxies were shown another price than was agreed, which is left to the operator.
  if (order && (order.total === undefined || order.currency !== price.currency)) return undefined;
  const kept = sum(payments.flatMap(({ captures }) => captures)) - returned(payments);
  const due = order && isDue(order, payments) ? (order.total ?? 0) : 0;
  const isHeld = payments.some(({ state }) => state === 'held');
  const isHeldForNothing = isHeld && !isWaiting && isOver(evidence);
  // Its payment was released before it was found out, of which the alarm of the order tells.
  const isDenied = creates.some((create) => create.isDenied);
  const isUnpaid = kept < due && !(kept === 0 && (isDenied || isToldUnpaid(evidence)));
  if (isUnpaid) return 'unpaid';
  if (kept > due) return 'kept';
  if (isHeldForNothing) return 'held';
  return kept < due || isToldRightly(evidence, kept) ? undefined : 'mis-told-money';
}

function isToldUnclear({ alarms }: Evidence): boolean {
  return alarms.some(({ reason }) => reason === 'payment-unclear');
}

/** The order that the customer is told of: of several, the operator keeps this one. */
function orderTold({ now, orders }: Evidence): BookedOrder | undefined {
  return orders.find(({ code }) => now.some((one) => one.code === code));
}

/** What is taken as the customer confirms is due while the vendor has not answered. */
function isDue({ status }: BookedOrder, payments: readonly BankedPayment[]): boolean {
  const isPaidFirst = payments.some(({ isAtOnce, state }) => isAtOnce && state === 'taken');
  return status === 'ACCEPTED' || (status === 'PENDING' && isPaidFirst);
}

/** Whether it was taken by the proxy, and not as the customer confirmed it. */
function isTakenLater({ isAtOnce, captures }: BankedPayment): boolean {
  return captures.length > 0 && !isAtOnce;
}

/** Whether all money has been seen to; that of an order which was never sent is after an hour. */
function isOver({ isHourOver, now }: Evidence): boolean {
  return isHourOver || now.some(({ state }) => state !== 'open' && state !== 'unknown');
}

/** What a customer is told of money that could not be taken. */
const unpaid: ReadonlySet<string> = new Set(['open', 'due', 'overdue']);

function isToldUnpaid({ payments, toldOfMoney }: Evidence): boolean {
  const isReleased = payments.some(({ state }) => state === 'released');
  return isReleased && typeof toldOfMoney === 'object' && unpaid.has(toldOfMoney.state);
}

function isToldRightly({ payments, toldOfMoney }: Evidence, kept: number): boolean {
  if (!toldOfMoney) return true;
  const { state, amount } =
    toldOfMoney === 'nothing' ? { state: undefined, amount: 0 } : toldOfMoney;
  // What has not arrived is told as on its way, and as nothing else.
  if (payments.some(({ refunding = 0 }) => refunding > 0)) return state === 'refunding';
  if (kept > 0) return state === 'paid' && amount >= kept;
  if (payments.some(({ captures }) => captures.length > 0)) return state === 'refunded';
  return state === undefined || state === 'released' || state === 'forgotten';
}

function returned(payments: readonly BankedPayment[]): number {
  return sum(payments.flatMap(({ refunds }) => refunds));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

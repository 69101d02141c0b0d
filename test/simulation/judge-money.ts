import { newest } from '../../proxy/orders/describe.ts';
import { dueOf, type Intent } from '../../proxy/orders/intent.ts';
import type { StatusRecord } from '../../proxy/orders/status.ts';
import { describePayment } from '../../proxy/payments/describe-payment.ts';
import { type BookedPayment, sum } from './bank.ts';
import type { BookedOrder } from './booked-orders.ts';

/**
 * What is wrong with the money in the end. unpaid: an order stands, its price was not taken, and
 * nobody is told that it could not be.
 * taken-twice: there were two captures. taken-early: it was taken before the vendor has answered,
 * who said no. kept: more was taken than an order that stands costs. held:
 * money is held for nothing. mis-told: the customer is told something else.
 */
export type MoneyVerdict =
  'right' | 'unpaid' | 'taken-twice' | 'taken-early' | 'kept' | 'held' | 'mis-told money';

export interface MoneyEvidence {
  readonly payments: readonly BookedPayment[];
  /** Undefined where none is recorded. */
  readonly intent: Intent | undefined;
  readonly status: StatusRecord | undefined;
  /** Of the platform. */
  readonly orders: readonly BookedOrder[];
  /** The platform has refused an order that it has placed, which may be found out or not. */
  readonly isDenied: boolean;
  /** The store has gone back: payments that it has forgotten are seen to by the operator. */
  readonly isRewound: boolean;
}

export function judgeMoney(evidence: MoneyEvidence): MoneyVerdict {
  const { payments, intent, orders, isDenied, isRewound } = evidence;
  if (payments.flatMap(({ captures }) => captures).length > 1) return 'taken-twice';
  const { authorisations = [] } = intent ?? {};
  const isKnown = ({ id }: BookedPayment) => authorisations.some((one) => one.id === id);
  if (isRewound && !payments.every(isKnown)) return 'right';
  const order = orders.find(({ id }) => id === intent?.order?.id);
  if (order?.status === 'DECLINED' && payments.some(isTakenLater)) return 'taken-early';
  const isStanding = order?.status === 'ACCEPTED';
  // An order in another currency has no price that was agreed, and is left to the operator.
  if (order && order.currency !== intent?.expected.currency) return 'right';
  const captured = sum(payments.flatMap(({ captures }) => captures));
  const kept = captured - sum(payments.flatMap(({ refunds }) => refunds));
  const price = isStanding ? (order.total ?? 0) : 0;
  // Its payment was released before it was found out, of which the alarm of the order tells.
  if (kept === 0 && isDenied) return payments.some(isHeld) ? 'held' : 'right';
  // Its money could not be taken, and nobody has paid again: it is told so, and nothing is held.
  if (kept < price && kept === 0 && isUnpaid(evidence)) {
    return payments.some(isHeld) ? 'held' : 'right';
  }
  if (kept < price) return 'unpaid';
  if (kept > price) return 'kept';
  if (payments.some(isHeld)) return 'held';
  return isToldRightly(evidence, kept) ? 'right' : 'mis-told money';
}

function isUnpaid({ intent, status, payments }: MoneyEvidence): boolean {
  const order = intent?.order && newest(intent.order, status);
  if (!intent || !order || !payments.some(({ isVoided }) => isVoided)) return false;
  const told = describePayment(intent.authorisations ?? [], dueOf(intent, order));
  return told?.state === 'overdue' || told?.state === 'open';
}

/** Whether it was taken by the proxy, and not as the customer confirmed it. */
function isTakenLater({ charge, captures }: BookedPayment): boolean {
  return captures.length > 0 && !charge.at_once;
}

function isHeld({ isConfirmed, isVoided, captures }: BookedPayment): boolean {
  return isConfirmed && !isVoided && captures.length === 0;
}

function isToldRightly({ intent, status, payments }: MoneyEvidence, kept: number): boolean {
  // Removed an hour after it was refused, once its payment was released.
  if (!intent) return true;
  const order = intent.order && newest(intent.order, status);
  const told = describePayment(intent.authorisations ?? [], dueOf(intent, order));
  // What has not arrived is told as on its way, and as nothing else.
  if (payments.some(({ refunding }) => refunding > 0)) return told?.state === 'refunding';
  if (kept > 0) return told?.state === 'paid' && told.amount >= kept;
  const wasTaken = payments.some(({ captures }) => captures.length > 0);
  if (wasTaken) return told?.state === 'refunded';
  return told === undefined || told.state === 'released' || told.state === 'forgotten';
}

import { moneyString } from '../money.ts';
import { opaqueId } from '../random.ts';
import { Refused } from '../refusals.ts';
import type { Ledger } from './ledger.ts';
import type { Order, OrderStatus } from './order.ts';
import { dueOf, holds, sum } from './order.ts';

// What may happen to an order after it was taken. The spec shows three of these moves (States); the
// others are the plain reading of its statuses. Each is refused where it makes no sense, and tells
// the ledger where it was made.

export function acceptOrder(ledger: Ledger, order: Order, now: number): void {
  demand(order, ['PENDING', 'OPEN', 'RESERVED'], 'accepted');
  order.status = 'ACCEPTED';
  write(ledger, order, now);
}

export function declineOrder(ledger: Ledger, order: Order, now: number): void {
  demand(order, ['PENDING'], 'declined');
  end(ledger, order, 'DECLINED', now);
}

export function cancelOrder(ledger: Ledger, order: Order, now: number): void {
  demand(order, ['ACCEPTED', 'PENDING', 'OPEN', 'RESERVED'], 'canceled');
  end(ledger, order, 'CANCELED', now);
}

/** The rest of what is due, at once: with its payment_date an order is paid (spec, States). */
export function payOrder(ledger: Ledger, order: Order, now: number): void {
  if (!holds(order) || order.payment_date !== undefined) {
    throw new Refused('moveImpossible', `order ${order.id} is ended or paid`);
  }
  order.payment_date = now;
  recordPayment(order, dueOf(order), now);
  write(ledger, order, now);
}

/** A payment with a negative value (spec, Events 6). Without a value, all that was paid. */
export function refundOrder(
  ledger: Ledger,
  order: Order,
  value: number | undefined,
  now: number,
): void {
  const paid = sum(order.payments.map((payment) => payment.value));
  const refunded = value ?? paid;
  if (refunded <= 0 || refunded > paid) {
    const text = moneyString(paid, order.input.currency);
    throw new Refused('moveImpossible', `of order ${order.id}, ${text} can be refunded`);
  }
  recordPayment(order, -refunded, now);
  write(ledger, order, now);
}

/** One participant, or all of the order. */
export function checkIn(
  ledger: Ledger,
  order: Order,
  participantId: string | undefined,
  now: number,
): void {
  demand(order, ['ACCEPTED'], 'checked in');
  const participants = order.tickets
    .flatMap((ticket) => ticket.participants)
    .filter(({ id }) => participantId === undefined || id === participantId);
  if (participants.length === 0) {
    throw new Refused('notFound', `order ${order.id} has no participant ${participantId ?? ''}`);
  }
  for (const participant of participants) participant.checked_in ??= now;
  write(ledger, order, now);
}

export function recordPayment(order: Order, value: number, now: number): void {
  const id = opaqueId(`${order.id}/payment/${order.payments.length}`);
  order.payments.push({
    id,
    code: `sandbox-${id}`,
    payment_method: 'sandbox',
    name: order.input.name,
    value,
    payment_date: now,
  });
}

function end(ledger: Ledger, order: Order, status: 'CANCELED' | 'DECLINED', now: number): void {
  order.status = status;
  order.cancellation_date = now;
  ledger.count(order, 'give-back', now);
  write(ledger, order, now);
}

function write(ledger: Ledger, order: Order, now: number): void {
  order.changed_at = now;
  ledger.wrote(order);
}

function demand({ id, status }: Order, from: readonly OrderStatus[], move: string): void {
  if (from.includes(status)) return;
  throw new Refused('moveImpossible', `order ${id} is ${status} and cannot be ${move}`);
}

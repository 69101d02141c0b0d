import { ApiError } from '../api/errors.ts';
import { moneyString } from '../api/wire-values.ts';
import type { EventDate } from '../dates/date.ts';
import type { DateChanges } from '../dates/date-store.ts';
import { createRandom, opaqueId } from '../world/random.ts';
import type { Scheduler } from '../world/scheduler.ts';
import type { World } from '../world/world.ts';
import type { Order, OrderStatus } from './order.ts';
import { amountDue, isInForce, sum } from './order.ts';
import { createVoucherOrder } from './voucher-order.ts';

// Changes to an order after it was created. The spec shows some of these transitions (States); the
// others follow from the meaning of its statuses. A change that the status does not allow is
// refused.

/** Passed to everything that creates or changes orders. */
export interface OrderContext {
  readonly world: World;
  readonly scheduler: Scheduler;
  readonly updateAvailability: typeof updateAvailability;
  /** Called for every order that was created or changed (spec, Events). */
  readonly notify: (order: Order) => void;
}

/**
 * Occupies the places, the stock and the vouchers of an order, or releases them. Every order that is
 * neither canceled nor declined occupies them, a pending one too: the vendor who accepts a request
 * must still have room.
 */
export function updateAvailability(order: Order, change: 'occupy' | 'release', now: number): void {
  const sign = change === 'occupy' ? 1 : -1;
  for (const { date, participants } of order.tickets) {
    date.taken += sign * participants.length;
    date.changed_at = now;
    for (const { flexTicket } of participants) if (flexTicket) flexTicket.redeemed += sign;
  }
  for (const { product, amount } of order.products) {
    product.taken += sign * amount;
    product.changed_at = now;
  }
  for (const { voucher, value } of order.redeemed.vouchers) voucher.redeemed += sign * value;
}

export function acceptOrder(context: OrderContext, order: Order, now: number): void {
  requireStatus(order, ['PENDING', 'OPEN', 'RESERVED'], 'accepted');
  order.status = 'ACCEPTED';
  markChanged(context, order, now);
}

export function declineOrder(context: OrderContext, order: Order, now: number): void {
  requireStatus(order, ['PENDING'], 'declined');
  endOrder(context, order, 'DECLINED', now);
}

export function cancelOrder(context: OrderContext, order: Order, now: number): void {
  requireStatus(order, ['ACCEPTED', 'PENDING', 'OPEN', 'RESERVED'], 'canceled');
  endOrder(context, order, 'CANCELED', now);
}

/** Pays the amount due. An order with a `payment_date` is paid (spec, States). */
export function payOrder(context: OrderContext, order: Order, now: number): void {
  if (!isInForce(order) || order.payment_date !== undefined) {
    throw new ApiError('changeImpossible', `order ${order.id} is ended or paid`);
  }
  order.payment_date = now;
  addPayment(order, amountDue(order), now);
  markChanged(context, order, now);
}

/** A payment with a negative value (spec, Events 6). Without a value, all that was paid. */
export function refundOrder(
  context: OrderContext,
  order: Order,
  value: number | undefined,
  now: number,
): void {
  const paid = sum(order.payments.map((payment) => payment.value));
  const refunded = value ?? paid;
  if (refunded <= 0 || refunded > paid) {
    const text = moneyString(paid, order.input.currency);
    throw new ApiError('changeImpossible', `of order ${order.id}, ${text} can be refunded`);
  }
  addPayment(order, -refunded, now);
  markChanged(context, order, now);
}

/** Adds a free gift voucher to an order, for example as an apology. */
export function giveVoucher(context: OrderContext, order: Order, value: number, now: number): void {
  if (!isInForce(order)) throw new ApiError('changeImpossible', `order ${order.id} is ended`);
  const index = order.voucherOrders.length;
  const random = createRandom(`${order.id}/voucher/${index}`);
  const voucherOrder = createVoucherOrder(order, index, value, now, random);
  order.voucherOrders.push(voucherOrder);
  context.world.vouchers.set(voucherOrder.voucher.id, voucherOrder.voucher);
  markChanged(context, order, now);
}

/** Checks in one participant, or all of the order. */
export function checkIn(
  context: OrderContext,
  order: Order,
  participantId: string | undefined,
  now: number,
): void {
  requireStatus(order, ['ACCEPTED'], 'checked in');
  const participants = order.tickets
    .flatMap((ticket) => ticket.participants)
    .filter(({ id }) => participantId === undefined || id === participantId);
  if (participants.length === 0) {
    throw new ApiError('notFound', `order ${order.id} has no participant ${participantId ?? ''}`);
  }
  for (const participant of participants) participant.checked_in ??= now;
  markChanged(context, order, now);
}

/** Tickets show start and event of their date, so its orders change with these. */
export function changeDate(
  context: OrderContext,
  date: EventDate,
  changes: DateChanges,
  now: number,
): void {
  context.world.dates.change(date, changes, now);
  if (changes.start === undefined && changes.event === undefined) return;
  for (const order of context.world.orders.values()) {
    if (order.tickets.some((ticket) => ticket.date === date)) markChanged(context, order, now);
  }
}

export function addPayment(order: Order, value: number, now: number): void {
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

export function markChanged(context: OrderContext, order: Order, now: number): void {
  order.changed_at = now;
  context.notify(order);
}

function endOrder(
  context: OrderContext,
  order: Order,
  status: 'CANCELED' | 'DECLINED',
  now: number,
): void {
  order.status = status;
  order.cancellation_date = now;
  context.updateAvailability(order, 'release', now);
  for (const { voucher } of order.redeemed.vouchers) {
    voucher.refundedOrders.push({ order_id: order.id, order_code: order.code });
  }
  markChanged(context, order, now);
}

function requireStatus(
  { id, status }: Order,
  allowed: readonly OrderStatus[],
  change: string,
): void {
  if (allowed.includes(status)) return;
  throw new ApiError('changeImpossible', `order ${id} is ${status} and cannot be ${change}`);
}

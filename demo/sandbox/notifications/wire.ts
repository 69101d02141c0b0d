import { formatTimestamp, moneyNumber } from '../api/wire-values.ts';
import type { Order, OrderStatus, Payment } from '../orders/order.ts';
import { wireOrder } from '../orders/wire.ts';

/** Notifications write CANCELLED with two L, and have no RESERVED (spec, States). */
const notificationStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELLED',
  PENDING: 'PENDING',
  DECLINED: 'DECLINED',
  OPEN: 'OPEN',
  RESERVED: 'OPEN',
};

/**
 * An order as the API shows it, plus payments and each ticket's title and date (spec, Events 4).
 */
export function wireNotification(order: Order): object {
  const { tickets, ...fields } = wireOrder(order);
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isApplicable(value))),
    status: notificationStatus[order.status],
    tickets: tickets.map((ticket, index) => {
      const date = order.tickets[index]?.date;
      return date
        ? { ...ticket, title: date.event.title, date: formatTimestamp(date.start) }
        : ticket;
    }),
    payments: order.payments.map((payment) => wirePayment(payment, order.vendor.currency)),
  };
}

/** "Fields not applicable to a delivery are omitted" (spec, Events 4): here, the empty ones. */
function isApplicable(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

export function wirePayment({ value, payment_date, ...fields }: Payment, currency: string) {
  return {
    ...fields,
    value: moneyNumber(value, currency),
    type: value < 0 ? 'refund' : 'payment',
    payment_date: formatTimestamp(payment_date),
  };
}

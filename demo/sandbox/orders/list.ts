import { z } from 'zod';
import type { Listing, Page } from '../api/list.ts';
import { listItems } from '../api/list.ts';
import * as parameter from '../api/list-parameters.ts';
import type { Order } from './order.ts';

/** The parameters of "Order list". */
export const orderParameters = z.object({
  ...parameter.commonParameters(['name', 'date', 'vendor_id']),
  start_date: parameter.timestamp.optional(),
  end_date: parameter.timestamp.optional(),
  start_event_date: parameter.timestamp.optional(),
  end_event_date: parameter.timestamp.optional(),
  status: parameter
    .oneOf(['ACCEPTED', 'CANCELED', 'PENDING', 'DECLINED', 'OPEN', 'ALL'])
    .default('ACCEPTED'),
  accept_external_reference: parameter.ids.optional(),
  accept_code: parameter.ids.optional(),
  accept_dates: parameter.ids.optional(),
});

export type OrderQuery = z.output<typeof orderParameters>;

export function listOrders(orders: readonly Order[], query: OrderQuery): Page<Order> {
  return listItems(
    orders.filter((order) => matches(order, query)),
    query,
    listing,
  );
}

function matches(order: Order, query: OrderQuery): boolean {
  const placed = placedAt(order);
  return (
    (query.status === 'ALL' || order.status === query.status) &&
    (query.start_date === undefined || placed >= query.start_date) &&
    (query.end_date === undefined || placed <= query.end_date) &&
    (query.accept_external_reference?.has(order.input.external_reference) ?? true) &&
    (query.accept_code?.has(order.code) ?? true) &&
    (query.accept_dates === undefined ||
      order.tickets.some(({ date }) => query.accept_dates?.has(date.id))) &&
    hasTicketWithin(order, query)
  );
}

/** The same ticket has to be within both bounds. */
function hasTicketWithin(order: Order, query: OrderQuery): boolean {
  const { start_event_date: from, end_event_date: to } = query;
  if (from === undefined && to === undefined) return true;
  return order.tickets.some(
    ({ date }) =>
      (from === undefined || date.start >= from) && (to === undefined || date.start <= to),
  );
}

/** The client sets an order's `date` (spec, Order). */
function placedAt(order: Order): number {
  return Date.parse(order.input.date);
}

const listing: Listing<Order> = {
  id: (order) => order.id,
  changedAt: (order) => order.changed_at,
  searched: (order) => [order.input.name, order.input.email],
  attributes: {
    name: (order) => order.input.name,
    date: placedAt,
    vendor_id: (order) => order.vendor.id,
  },
};

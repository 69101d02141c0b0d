import { formatInstant } from '../instants.ts';
import { moneyString, vatString } from '../money.ts';
import type { Order, OrderStatus, Participant, ProductLine, Ticket } from './order.ts';

/** The spec has no ticket status RESERVED (States), so a reserved order's tickets are open ones. */
const ticketStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'PENDING',
  OPEN: 'OPEN',
  RESERVED: 'OPEN',
};

/** An order as the platform answers it: money as decimal strings, absent dates as empty strings. */
export function wireOrder(order: Order): object {
  const { input, booking_channel } = order;
  const { currency } = input;
  const { total_invoice: _total, additional_discount: _discount, ...fields } = input;
  return {
    id: order.id,
    code: order.code,
    ...fields,
    status: order.status,
    booking_channel: [booking_channel],
    cancellation_date: wireMoment(order.cancellation_date),
    total_invoice: moneyString(order.total, currency),
    additional_discount: moneyString(0, currency),
    redeemed_coupons: [],
    redeemed_vouchers: [],
    tickets: order.tickets.map((ticket) => wireTicket(ticket, order)),
    voucherOrders: [],
    products: order.products.map((line) => wireProductLine(line, order)),
    flexTickets: [],
  };
}

function wireTicket(ticket: Ticket, order: Order): object {
  return {
    id: ticket.id,
    event_date_id: ticket.date.id,
    date_id: ticket.date.id,
    event_id: ticket.date.event.id,
    code: ticket.code,
    status: ticketStatus[order.status],
    comment: ticket.comment,
    cancellation_date: wireMoment(order.cancellation_date),
    // One rate for the whole ticket: that of its first participant.
    vat: vatString(ticket.participants[0]?.price.vat ?? 0),
    participants: ticket.participants.map((participant) => wireParticipant(participant, order)),
  };
}

function wireParticipant(participant: Participant, order: Order): object {
  const { price, ...fields } = participant;
  return {
    ...fields,
    status: partStatus(order.status),
    price_id: price.id,
    price_value: moneyString(price.value, price.currency),
    price_title: price.title,
    vat: vatString(price.vat),
    cancellation_date: wireMoment(order.cancellation_date),
    checked_in: '',
    entry_units: price.entry_units,
    redeemed_flexTicket: [],
  };
}

function wireProductLine({ product, amount }: ProductLine, order: Order): object {
  return {
    product_id: product.id,
    status: partStatus(order.status),
    title: product.name,
    price: moneyString(product.price, product.currency),
    amount,
    currency: product.currency,
    vat: vatString(product.vat),
  };
}

/** Participants and product lines are accepted or canceled, nothing else (spec, States). */
function partStatus(status: OrderStatus): 'ACCEPTED' | 'CANCELED' {
  return status === 'CANCELED' ? 'CANCELED' : 'ACCEPTED';
}

function wireMoment(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : formatInstant(milliseconds);
}

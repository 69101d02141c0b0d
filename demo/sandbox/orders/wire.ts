import { formatOptionalTimestamp, moneyString, vatString } from '../api/wire-values.ts';
import type {
  Order,
  OrderStatus,
  Participant,
  ProductLine,
  Ticket,
  VoucherOrder,
} from './order.ts';

/** Tickets have neither RESERVED nor DECLINED (spec, States). */
const ticketStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'PENDING',
  OPEN: 'OPEN',
  RESERVED: 'OPEN',
  DECLINED: 'CANCELED',
};

/** Participants and product lines have only ACCEPTED and CANCELED (spec, States). */
const lineStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'ACCEPTED',
  OPEN: 'ACCEPTED',
  RESERVED: 'ACCEPTED',
  DECLINED: 'CANCELED',
};

/**
 * An order in responses: money as decimal strings, absent dates as empty strings. Coupons, vouchers
 * and flex tickets cannot be redeemed here.
 */
export function wireOrder(order: Order) {
  const { input, vendor } = order;
  const { currency } = vendor;
  return {
    id: order.id,
    code: order.code,
    ...input,
    vendor_id: vendor.id,
    status: order.status,
    payment_date: formatOptionalTimestamp(order.payment_date),
    cancellation_date: formatOptionalTimestamp(order.cancellation_date),
    total_invoice: moneyString(order.total, currency),
    additional_discount: moneyString(0, currency),
    redeemed_coupons: [],
    redeemed_vouchers: [],
    tickets: order.tickets.map((ticket) => wireTicket(ticket, order)),
    voucherOrders: order.voucherOrders.map((line) => wireVoucherOrder(line)),
    products: order.products.map((line) => wireProductLine(line, order)),
    flexTickets: [],
  };
}

function wireTicket(ticket: Ticket, order: Order) {
  return {
    id: ticket.id,
    event_date_id: ticket.date.id,
    date_id: ticket.date.id,
    event_id: ticket.date.event.id,
    code: ticket.code,
    status: ticketStatus[order.status],
    comment: ticket.comment,
    cancellation_date: formatOptionalTimestamp(order.cancellation_date),
    // One rate for the whole ticket: that of its first participant.
    vat: vatString(ticket.participants[0]?.price.vat ?? 0),
    participants: ticket.participants.map((participant) => wireParticipant(participant, order)),
  };
}

function wireParticipant(participant: Participant, order: Order) {
  const { price, checked_in, ...fields } = participant;
  return {
    ...fields,
    status: lineStatus[order.status],
    price_id: price.id,
    price_value: moneyString(price.value, price.currency),
    price_title: price.title,
    vat: vatString(price.vat),
    cancellation_date: formatOptionalTimestamp(order.cancellation_date),
    checked_in: formatOptionalTimestamp(checked_in),
    entry_units: price.entry_units,
    redeemed_flexTicket: [],
  };
}

function wireVoucherOrder({ id, voucher }: VoucherOrder) {
  const { code, value, currency } = voucher;
  return {
    id,
    // The only value that the spec has observed (Voucher order).
    status: '',
    // The rate depends on what the voucher will be redeemed for.
    vat: vatString(0),
    voucher: [{ id: voucher.id, code, value: moneyString(value, currency), currency }],
    related_items: { refundedOrders: [], payments: [] },
  };
}

function wireProductLine({ product, price, amount }: ProductLine, order: Order) {
  return {
    product_id: product.id,
    status: lineStatus[order.status],
    title: product.name,
    price: moneyString(price, product.currency),
    amount,
    currency: product.currency,
    vat: vatString(product.vat),
  };
}

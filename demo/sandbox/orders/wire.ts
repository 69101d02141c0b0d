import {
  formatOptionalTimestamp,
  formatTimestamp,
  moneyString,
  vatString,
} from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type {
  Order,
  OrderStatus,
  Participant,
  ProductLine,
  Ticket,
  VoucherOrder,
} from './order.ts';
import type { FlexTicket } from './vouchers.ts';

/** Tickets have neither RESERVED nor DECLINED (spec, States). */
const ticketStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'PENDING',
  OPEN: 'OPEN',
  RESERVED: 'OPEN',
  DECLINED: 'CANCELED',
};

/** Flex tickets have FAILURE, but not OPEN, RESERVED or DECLINED (spec, States). */
const flexTicketStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'PENDING',
  OPEN: 'PENDING',
  RESERVED: 'PENDING',
  DECLINED: 'FAILURE',
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

/** An order as a client sees it. Only some clients see the booking channel (spec, Order). */
export function wireOrderFor(order: Order, { scopes }: Client) {
  const { booking_channel } = order;
  const isShown = scopes.includes('booking_channel_read');
  return { ...wireOrder(order), ...(isShown && { booking_channel: [booking_channel] }) };
}

/** An order in responses: money as decimal strings, absent dates as empty strings. */
export function wireOrder(order: Order) {
  const { input, vendor, redeemed } = order;
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
    additional_discount: moneyString(order.additional_discount, currency),
    redeemed_coupons: redeemed.coupons.map(({ coupon, value }) => ({
      id: coupon.id,
      title: coupon.title,
      redeemed_value: moneyString(value, currency),
      usage_date: formatTimestamp(order.placed_at),
    })),
    redeemed_vouchers: redeemed.vouchers.map(({ voucher, value }) => ({
      id: voucher.id,
      redeemed_value: moneyString(value, currency),
      usage_date: formatTimestamp(order.placed_at),
      creation_date: formatTimestamp(voucher.creation_date),
      purchasing_order_id: voucher.purchasing_order_id,
    })),
    tickets: order.tickets.map((ticket) => wireTicket(ticket, order)),
    voucherOrders: order.voucherOrders.map((line) => wireVoucherOrder(line, order)),
    products: order.products.map((line) => wireProductLine(line, order)),
    flexTickets: order.flexTickets.map((flexTicket) => wireFlexTicket(flexTicket, order)),
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
  const { price, flexTicket, checked_in, ...fields } = participant;
  const value = moneyString(price.value, price.currency);
  return {
    ...fields,
    status: lineStatus[order.status],
    price_id: price.id,
    price_value: value,
    price_title: price.title,
    vat: vatString(price.vat),
    cancellation_date: formatOptionalTimestamp(order.cancellation_date),
    checked_in: formatOptionalTimestamp(checked_in),
    entry_units: price.entry_units,
    redeemed_flexTicket: flexTicket
      ? [
          {
            id: flexTicket.id,
            redeemed_value: value,
            creation_date: formatTimestamp(flexTicket.creation_date),
            purchasing_order_id: flexTicket.purchasing_order_id,
          },
        ]
      : [],
  };
}

function wireVoucherOrder({ id, voucher }: VoucherOrder, order: Order) {
  const { code, value, currency } = voucher;
  return {
    id,
    // The only value that the spec has observed (Voucher order).
    status: '',
    // The rate depends on what the voucher will be redeemed for.
    vat: vatString(0),
    voucher: [{ id: voucher.id, code, value: moneyString(value, currency), currency }],
    related_items: {
      refundedOrders: voucher.refundedOrders,
      payments: order.payments.map((payment) => ({ id: payment.id })),
    },
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

function wireFlexTicket({ id, code, offer, redeemed }: FlexTicket, order: Order) {
  const isUnlimited = offer.redemption_total === Infinity;
  return {
    id,
    code,
    status: flexTicketStatus[order.status],
    title: offer.title,
    redemption_total: isUnlimited ? 0 : offer.redemption_total,
    redemption_available: isUnlimited ? 0 : offer.redemption_total - redeemed,
    unlimited_redemptions: isUnlimited ? 1 : 0,
    price: moneyString(offer.price, offer.currency),
    price_title: offer.price_title,
    currency: offer.currency,
    vat: vatString(offer.vat),
    flexOffer: offer.admits.map(({ event_id, price_id }) => ({
      id: offer.id,
      price_category_id: price_id,
      event_id,
    })),
  };
}

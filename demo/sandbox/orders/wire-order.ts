import { formatInstant } from '../instants.ts';
import { moneyString, vatString } from '../money.ts';
import type {
  Order,
  OrderStatus,
  Participant,
  ProductLine,
  Ticket,
  VoucherOrder,
} from './order.ts';
import type { FlexTicket } from './paper.ts';

/**
 * The spec has no ticket status RESERVED or DECLINED (States), so such tickets are open or canceled
 * ones.
 */
const ticketStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'PENDING',
  OPEN: 'OPEN',
  RESERVED: 'OPEN',
  DECLINED: 'CANCELED',
};

/** A flex ticket that the vendor would not sell has failed. */
const flexTicketStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'PENDING',
  OPEN: 'PENDING',
  RESERVED: 'PENDING',
  DECLINED: 'FAILURE',
};

/** Participants and product lines are accepted or canceled, nothing else (spec, States). */
const partStatus: Readonly<Record<OrderStatus, string>> = {
  ACCEPTED: 'ACCEPTED',
  CANCELED: 'CANCELED',
  PENDING: 'ACCEPTED',
  OPEN: 'ACCEPTED',
  RESERVED: 'ACCEPTED',
  DECLINED: 'CANCELED',
};

/** An order as the platform answers it: money as decimal strings, absent dates as empty strings. */
export function wireOrder(order: Order) {
  const { input, vendor, redeemed } = order;
  const { currency } = vendor;
  return {
    id: order.id,
    code: order.code,
    ...input,
    vendor_id: vendor.id,
    status: order.status,
    payment_date: wireMoment(order.payment_date),
    booking_channel: [order.booking_channel],
    cancellation_date: wireMoment(order.cancellation_date),
    total_invoice: moneyString(order.total, currency),
    additional_discount: moneyString(order.additional_discount, currency),
    redeemed_coupons: redeemed.coupons.map(({ coupon, value }) => ({
      id: coupon.id,
      title: coupon.title,
      redeemed_value: moneyString(value, currency),
      usage_date: formatInstant(order.placed_at),
    })),
    redeemed_vouchers: redeemed.vouchers.map(({ voucher, value }) => ({
      id: voucher.id,
      redeemed_value: moneyString(value, currency),
      usage_date: formatInstant(order.placed_at),
      creation_date: formatInstant(voucher.creation_date),
      purchasing_order_id: voucher.purchasing_order_id,
    })),
    tickets: order.tickets.map((ticket) => wireTicket(ticket, order)),
    voucherOrders: order.voucherOrders.map((line) => wireVoucherOrder(line)),
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
    cancellation_date: wireMoment(order.cancellation_date),
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
    status: partStatus[order.status],
    price_id: price.id,
    price_value: value,
    price_title: price.title,
    vat: vatString(price.vat),
    cancellation_date: wireMoment(order.cancellation_date),
    checked_in: wireMoment(checked_in),
    entry_units: price.entry_units,
    redeemed_flexTicket: flexTicket
      ? [
          {
            id: flexTicket.id,
            redeemed_value: value,
            creation_date: formatInstant(flexTicket.creation_date),
            purchasing_order_id: flexTicket.purchasing_order_id,
          },
        ]
      : [],
  };
}

function wireVoucherOrder({ id, voucher }: VoucherOrder) {
  const { code, value, currency } = voucher;
  return {
    id,
    // Empty is the only value that was ever seen (spec, Voucher order).
    status: '',
    // The rate is not known before a voucher is used for something.
    vat: vatString(0),
    voucher: [{ id: voucher.id, code, value: moneyString(value, currency), currency }],
    related_items: { refundedOrders: [], payments: [] },
  };
}

function wireProductLine({ product, price, amount }: ProductLine, order: Order) {
  return {
    product_id: product.id,
    status: partStatus[order.status],
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

export function wireMoment(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : formatInstant(milliseconds);
}

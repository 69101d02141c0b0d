import type { Client } from '../clients.ts';
import { parseInstant } from '../instants.ts';
import type { Random } from '../random.ts';
import { drawCode, opaqueId } from '../random.ts';
import { cancelOrder, recordPayment } from './change-order.ts';
import type { Ledger } from './ledger.ts';
import type { CheckedOrder, CheckedTicket, Order, Ticket } from './order.ts';
import { dueOf, holds } from './order.ts';
import type { FlexTicket, Voucher } from './paper.ts';

const ORDER_CODE_LENGTH = 6;
const TICKET_CODE_LENGTH = 8;
const PARTICIPANT_CODE_LENGTH = 10;

/** Writes a checked order into the books, as a whole: nothing in here can be refused. */
export function placeOrder(
  ledger: Ledger,
  checked: CheckedOrder,
  client: Client,
  now: number,
  random: Random,
): Order {
  const { books } = ledger;
  const { voucherValues, flexOffers, ...kept } = checked;
  const id = opaqueId(`order/${now}/${random()}`);
  const code = drawUnusedCode(ledger, random);
  const bought = { purchasing_order_id: id, creation_date: now, redeemed: 0 };
  const voucherOrders = voucherValues.map((value, index) => {
    const { vendor } = checked;
    const voucher: Voucher = {
      ...{ id: opaqueId(`${id}/voucher/${index}`), code: drawCode(random, TICKET_CODE_LENGTH) },
      ...{ vendor, value, currency: vendor.currency, ...bought },
    };
    return { id: opaqueId(`${id}/voucher-order/${index}`), voucher };
  });
  const flexTickets = flexOffers.map((offer, index): FlexTicket => {
    const name = { id: opaqueId(`${id}/flex-ticket/${index}`) };
    return { ...name, code: drawCode(random, TICKET_CODE_LENGTH), offer, ...bought };
  });
  const { status } = checked.input;
  const order: Order = {
    ...kept,
    id,
    code,
    booking_channel: { id: client.id, name: client.name },
    tickets: checked.tickets.map((ticket, index) =>
      openTicket(`${id}/ticket/${index}`, ticket, random),
    ),
    voucherOrders,
    flexTickets,
    placed_at: now,
    payments: [],
    payment_date: parseInstant(checked.input.payment_date),
    status,
    cancellation_date: status === 'CANCELED' ? now : undefined,
    listed_at: now,
    changed_at: now,
  };
  if (order.payment_date !== undefined) recordPayment(order, dueOf(order), order.payment_date);
  books.orders.set(id, order);
  for (const { voucher } of voucherOrders) books.vouchers.set(voucher.id, voucher);
  for (const flexTicket of flexTickets) books.flexTickets.set(flexTicket.id, flexTicket);
  if (holds(order)) ledger.count(order, 'take', now);
  const expiry = parseInstant(checked.input.expire_date);
  if (expiry !== undefined) {
    // An order cancels by itself when its expire_date is reached, whatever became of it (spec,
    // States).
    ledger.agenda.add(expiry, (at) => {
      if (holds(order)) cancelOrder(ledger, order, at);
    });
  }
  ledger.wrote(order);
  return order;
}

function openTicket(name: string, ticket: CheckedTicket, random: Random): Ticket {
  return {
    ...ticket,
    id: opaqueId(name),
    code: drawCode(random, TICKET_CODE_LENGTH),
    participants: ticket.participants.map((participant, index) => ({
      ...participant,
      id: opaqueId(`${name}/participant/${index}`),
      code: drawCode(random, PARTICIPANT_CODE_LENGTH),
      checked_in: undefined,
    })),
  };
}

function drawUnusedCode({ books }: Ledger, random: Random): string {
  const used = new Set([...books.orders.values()].map(({ code }) => code));
  let code = drawCode(random, ORDER_CODE_LENGTH);
  while (used.has(code)) code = drawCode(random, ORDER_CODE_LENGTH);
  return code;
}

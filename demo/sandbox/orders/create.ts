import { ApiError } from '../api/errors.ts';
import { parseTimestamp } from '../api/wire-values.ts';
import type { Client } from '../clients.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { idOf } from '../world/ids.ts';
import type { Random } from '../world/random.ts';
import { drawCode, opaqueId } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { OrderContext } from './changes.ts';
import { addPayment, cancelOrder } from './changes.ts';
import { checkOrder } from './check-order.ts';
import type { OrderInput } from './input.ts';
import type { CheckedOrder, CheckedTicket, Order, Ticket } from './order.ts';
import { amountDue, isInForce } from './order.ts';
import { createVoucherOrder, TICKET_CODE_LENGTH } from './voucher-order.ts';
import type { FlexTicket } from './vouchers.ts';

const ORDER_CODE_LENGTH = 6;
const PARTICIPANT_CODE_LENGTH = 10;

/** The client that creates an order, and the vendor that it acts for, if any. */
export interface Caller {
  readonly client: Client;
  readonly clientVendor: Vendor | undefined;
}

/**
 * Creates an order atomically: everything is checked before anything is written, and no other
 * request can come in between, because this function is synchronous.
 */
export function createOrder(
  context: OrderContext,
  input: OrderInput,
  { client, clientVendor }: Caller,
  now: number,
  random: Random,
): Order {
  const { world } = context;
  const vendor = vendorOf(world, input, clientVendor);
  const checked = checkOrder({ world, client, input, vendor, now });
  return writeOrder(context, checked, client, now, random);
}

/**
 * The spec does not require `vendor_id`: without it, the vendor is that of the client, or that of
 * the first ticket or flex ticket.
 */
function vendorOf(
  world: World,
  { vendor_id, tickets, flexTickets }: OrderInput,
  clientVendor: Vendor | undefined,
): Vendor {
  if (vendor_id !== undefined) {
    const vendor = world.vendors.get(vendor_id);
    if (vendor) return vendor;
    throw new ApiError('vendorUnknown', `vendor_id: there is no vendor ${vendor_id}`);
  }
  const date = world.dates.get(tickets[0]?.date_id ?? tickets[0]?.event_date_id ?? '');
  const offer = world.flexOffers.get(flexTickets[0]?.flexOffer[0]?.id ?? '');
  const vendor = clientVendor ?? date?.event.vendor ?? offer?.vendor;
  if (vendor) return vendor;
  throw new ApiError('vendorUnknown', 'vendor_id: is missing, and nothing tells whose order it is');
}

/** Writes a checked order into the world. Nothing is refused here any more. */
function writeOrder(
  context: OrderContext,
  { voucherValues, flexOffers, ...contents }: CheckedOrder,
  client: Client,
  now: number,
  random: Random,
): Order {
  const { world } = context;
  const { input, vendor } = contents;
  const id = idOf(`${world.seed}/order/${now}/${random()}`);
  const code = drawUnusedCode(world, random);
  const purchase = { purchasing_order_id: id, creation_date: now, redeemed: 0 };
  const voucherOrders = voucherValues.map((value, index) =>
    createVoucherOrder({ id, vendor }, index, value, now, random),
  );
  const flexTickets = flexOffers.map((offer, index): FlexTicket => ({
    id: opaqueId(`${id}/flex-ticket/${index}`),
    code: drawCode(random, TICKET_CODE_LENGTH),
    offer,
    ...purchase,
  }));
  const order: Order = {
    ...contents,
    id,
    code,
    booking_channel: { id: client.id, name: client.name },
    tickets: contents.tickets.map((ticket, index) =>
      createTicket(`${id}/ticket/${index}`, ticket, random),
    ),
    voucherOrders,
    flexTickets,
    placed_at: now,
    payments: [],
    payment_date: parseTimestamp(input.payment_date),
    status: input.status,
    cancellation_date: input.status === 'CANCELED' ? now : undefined,
    changed_at: now,
  };
  if (order.payment_date !== undefined) addPayment(order, amountDue(order), order.payment_date);

  world.orders.set(id, order);
  for (const { voucher } of voucherOrders) world.vouchers.set(voucher.id, voucher);
  for (const flexTicket of flexTickets) world.flexTickets.set(flexTicket.id, flexTicket);
  if (isInForce(order)) context.updateAvailability(order, 'occupy', now);
  scheduleExpiry(context, order);
  context.notify(order);
  return order;
}

/** Orders are cancelled automatically at their expire_date, paid or not (spec, States). */
function scheduleExpiry(context: OrderContext, order: Order): void {
  const expiry = parseTimestamp(order.input.expire_date);
  if (expiry === undefined) return;
  context.scheduler.add(expiry, (at) => {
    if (isInForce(order)) cancelOrder(context, order, at);
  });
}

function createTicket(name: string, ticket: CheckedTicket, random: Random): Ticket {
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

function drawUnusedCode(world: World, random: Random): string {
  const used = new Set([...world.orders.values()].map(({ code }) => code));
  let code = drawCode(random, ORDER_CODE_LENGTH);
  while (used.has(code)) code = drawCode(random, ORDER_CODE_LENGTH);
  return code;
}

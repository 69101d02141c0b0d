import type { Books } from '../books.ts';
import type { Client } from '../clients.ts';
import type { Random } from '../random.ts';
import { drawCode, opaqueId } from '../random.ts';
import { countOrder } from './count-order.ts';
import type { CheckedOrder, CheckedTicket, Order, Ticket } from './order.ts';

const ORDER_CODE_LENGTH = 6;
const TICKET_CODE_LENGTH = 8;
const PARTICIPANT_CODE_LENGTH = 10;

/** Writes a checked order into the books, as a whole: nothing in here can be refused. */
export function placeOrder(
  books: Books,
  checked: CheckedOrder,
  client: Client,
  now: number,
  random: Random,
): Order {
  const id = opaqueId(`order/${now}/${random()}`);
  const order: Order = {
    id,
    code: drawUnusedCode(books, random),
    input: checked.input,
    booking_channel: { id: client.id, name: client.name },
    tickets: checked.tickets.map((ticket, index) =>
      openTicket(`${id}/ticket/${index}`, ticket, random),
    ),
    products: checked.products,
    total: totalOf(checked),
    status: checked.input.status,
    cancellation_date: checked.input.status === 'CANCELED' ? now : undefined,
    changed_at: now,
  };
  books.orders.set(id, order);
  if (order.status !== 'CANCELED') countOrder(order, 'take', now);
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
    })),
  };
}

function totalOf({ tickets, products }: CheckedOrder): number {
  const amounts = [
    ...tickets.flatMap(({ participants }) => participants.map(({ price }) => price.value)),
    ...products.map(({ product, amount }) => product.price * amount),
  ];
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function drawUnusedCode(books: Books, random: Random): string {
  const used = new Set([...books.orders.values()].map(({ code }) => code));
  let code = drawCode(random, ORDER_CODE_LENGTH);
  while (used.has(code)) code = drawCode(random, ORDER_CODE_LENGTH);
  return code;
}

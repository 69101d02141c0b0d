import type { Event, Price } from '../records.ts';
import { bookableUntil } from '../records.ts';
import { Refused } from '../refusals.ts';
import { isSold } from './check-redeemed.ts';
import type { OrderContext } from './order-context.ts';
import { checkVendor, readOwnMoney } from './order-context.ts';
import type { OrderInput } from './order-input.ts';
import type { CheckedTicket } from './order.ts';
import type { FlexTicket } from './paper.ts';

type TicketInput = OrderInput['tickets'][number];
type ParticipantInput = TicketInput['participants'][number];

export function checkTicket(
  context: OrderContext,
  ticket: TicketInput,
  path: string,
): CheckedTicket {
  const { books, input, now } = context;
  const { date_id, event_date_id, event_id } = ticket;
  const id = date_id ?? event_date_id ?? '';
  const date = books.dates.get(id);
  if (!date || (event_date_id ?? id) !== id) {
    throw new Refused('dateUnknown', `${path}.date_id: there is no date ${id}`);
  }
  const { event } = date;
  if (event_id !== undefined && event_id !== event.id) {
    throw new Refused('eventDiffers', `${path}.event_id: the date belongs to event ${event.id}`);
  }
  checkVendor(context, event.vendor, `${path}.date_id`);
  if (event.active === 0 || date.active === 0) {
    throw new Refused('eventInactive', `${path}.date_id: event or date are not active`);
  }
  if (event.type === 'REQUEST' && input.status !== 'PENDING') {
    throw new Refused('requestNotPending', `status: has to be PENDING, as ${path} is a request`);
  }
  if (now > bookableUntil(date)) {
    throw new Refused('bookingTimePassed', `${path}.date_id: its latest booking time has passed`);
  }
  if (ticket.participants.length === 0) {
    throw new Refused('participantsMissing', `${path}.participants: is empty`);
  }
  const participants = ticket.participants.map((participant, index) => {
    const participantPath = `${path}.participants.${index}`;
    const price = checkPrice(context, event, participant, participantPath);
    const flexTicket = checkFlexTicket(context, event, price, participant, participantPath);
    const { name, email, phone, comment } = participant;
    return { price, flexTicket, name, email, phone, comment };
  });
  return { date, comment: ticket.comment, participants };
}

/**
 * A price has to be one of the date's own event: a pricelist's dates are not sold at the parent's
 * prices.
 */
function checkPrice(
  context: OrderContext,
  event: Event,
  { price_id, price_value }: ParticipantInput,
  path: string,
): Price {
  const price = event.prices.find(({ id }) => id === price_id);
  if (!price) {
    throw new Refused('priceUnknown', `${path}.price_id: is not a price of event ${event.id}`);
  }
  if (price.public === 0 && context.client.kind !== 'vendor') {
    throw new Refused('pricePrivate', `${path}.price_id: is private`);
  }
  const value = readOwnMoney(context, price_value, `${path}.price_value`) ?? price.value;
  return { ...price, value };
}

function checkFlexTicket(
  { books }: OrderContext,
  event: Event,
  price: Price,
  { redeemed_flexTicket: [wanted] }: ParticipantInput,
  participantPath: string,
): FlexTicket | undefined {
  if (!wanted) return undefined;
  const path = `${participantPath}.redeemed_flexTicket.0.id`;
  const flexTicket = books.flexTickets.get(wanted.id);
  if (!flexTicket || !isSold(books, flexTicket)) {
    throw new Refused('flexTicketUnknown', `${path}: there is no flex ticket ${wanted.id}`);
  }
  const admits = flexTicket.offer.admits.some(
    ({ event_id, price_id }) => event_id === event.id && price_id === price.id,
  );
  if (!admits) throw new Refused('flexTicketUnfit', `${path}: is not for this event and price`);
  return flexTicket;
}

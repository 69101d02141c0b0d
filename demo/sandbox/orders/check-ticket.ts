import type { Books } from '../books.ts';
import type { Event, Price } from '../records.ts';
import { bookableUntil } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { OrderInput } from './order-input.ts';
import type { CheckedTicket } from './order.ts';

type TicketInput = OrderInput['tickets'][number];
type ParticipantInput = TicketInput['participants'][number];

export function checkTicket(
  books: Books,
  ticket: TicketInput,
  path: string,
  input: OrderInput,
  now: number,
): CheckedTicket {
  const date = books.dates.get(ticket.date_id);
  if (!date) {
    throw new Refused('dateUnknown', `${path}.date_id: there is no date ${ticket.date_id}`);
  }
  const { event } = date;
  if (ticket.event_id !== undefined && ticket.event_id !== event.id) {
    throw new Refused('eventDiffers', `${path}.event_id: the date belongs to event ${event.id}`);
  }
  if (event.vendor.id !== input.vendor_id) {
    throw new Refused('vendorDiffers', `${path}.date_id: is a date of vendor ${event.vendor.id}`);
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
    const price = checkPrice(event, participant, `${path}.participants.${index}`);
    const { name, email, phone, comment } = participant;
    return { price, name, email, phone, comment };
  });
  return { date, comment: ticket.comment, participants };
}

/** A price has to be one of the date's own event: a pricelist's dates are not sold at the parent's prices. */
function checkPrice(event: Event, participant: ParticipantInput, path: string): Price {
  if (participant.price_value !== undefined) {
    throw new Refused('customPrice', `${path}.price_value: is set by the platform`);
  }
  const price = event.prices.find(({ id }) => id === participant.price_id);
  if (!price) {
    throw new Refused('priceUnknown', `${path}.price_id: is not a price of event ${event.id}`);
  }
  if (price.public === 0) throw new Refused('pricePrivate', `${path}.price_id: is private`);
  return price;
}

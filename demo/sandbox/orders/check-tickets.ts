import { ApiError } from '../api/errors.ts';
import { bookableUntil } from '../dates/date.ts';
import type { Event, Price } from '../events/event.ts';
import type { CheckContext } from './check-context.ts';
import { checkCustomMoney, checkVendor } from './check-context.ts';
import { isUsable } from './check-vouchers.ts';
import type { OrderInput } from './input.ts';
import type { CheckedTicket } from './order.ts';
import type { FlexTicket } from './vouchers.ts';

type TicketInput = OrderInput['tickets'][number];
type ParticipantInput = TicketInput['participants'][number];

export function checkTicket(
  context: CheckContext,
  ticket: TicketInput,
  path: string,
): CheckedTicket {
  const { world, input, now } = context;
  const { date_id, event_date_id, event_id } = ticket;
  const id = date_id ?? event_date_id ?? '';
  const date = world.dates.get(id);
  if (!date || (event_date_id ?? id) !== id) {
    throw new ApiError('dateUnknown', `${path}.date_id: there is no date ${id}`);
  }
  const { event } = date;
  if (event_id !== undefined && event_id !== event.id) {
    throw new ApiError('eventDiffers', `${path}.event_id: the date belongs to event ${event.id}`);
  }
  checkVendor(context, event.vendor, `${path}.date_id`);
  if (event.active === 0 || date.active === 0) {
    throw new ApiError('eventInactive', `${path}.date_id: event or date are not active`);
  }
  if (event.type === 'REQUEST' && input.status !== 'PENDING') {
    throw new ApiError('requestNotPending', `status: has to be PENDING, as ${path} is a request`);
  }
  if (now > bookableUntil(date)) {
    throw new ApiError('bookingTimePassed', `${path}.date_id: its latest booking time has passed`);
  }
  if (ticket.participants.length === 0) {
    throw new ApiError('participantsMissing', `${path}.participants: is empty`);
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
  context: CheckContext,
  event: Event,
  { price_id, price_value }: ParticipantInput,
  path: string,
): Price {
  const price = event.prices.find(({ id }) => id === price_id);
  if (!price) {
    throw new ApiError('priceUnknown', `${path}.price_id: is not a price of event ${event.id}`);
  }
  if (price.public === 0 && context.client.kind !== 'vendor') {
    throw new ApiError('pricePrivate', `${path}.price_id: is private`);
  }
  const value = checkCustomMoney(context, price_value, `${path}.price_value`) ?? price.value;
  return { ...price, value };
}

function checkFlexTicket(
  { world }: CheckContext,
  event: Event,
  price: Price,
  { redeemed_flexTicket: [redeemed] }: ParticipantInput,
  participantPath: string,
): FlexTicket | undefined {
  if (!redeemed) return undefined;
  const path = `${participantPath}.redeemed_flexTicket.0.id`;
  const flexTicket = world.flexTickets.get(redeemed.id);
  if (!flexTicket || !isUsable(world, flexTicket)) {
    throw new ApiError('flexTicketUnknown', `${path}: there is no flex ticket ${redeemed.id}`);
  }
  const isAdmitted = flexTicket.offer.admits.some(
    ({ event_id, price_id }) => event_id === event.id && price_id === price.id,
  );
  if (isAdmitted) return flexTicket;
  throw new ApiError('flexTicketUnfit', `${path}: is not for this event and price`);
}

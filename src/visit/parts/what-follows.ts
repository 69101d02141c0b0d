import type { OrderPayment, PlacedOrder } from '#contract/order.schema';
import type { EndedState, OrderState } from '../../domain/order-state.ts';
import { customerZone } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { paidFor } from './order-status.ts';
import { endedPayment } from './payment-words.ts';

interface AboutEnded {
  state: EndedState;
  /** The vendor's name; empty if the proxy does not know what was ordered. */
  vendor: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** The payment that was confirmed with the order. */
  payment?: OrderPayment | undefined;
}

/** Until when an order is valid, kept or open; empty if it has no end. */
export function untilText(
  { expire_date }: PlacedOrder,
  state: keyof typeof untilTexts,
  now: number,
  words: Words,
): string {
  if (!expire_date) return '';
  return words.say(untilTexts[state], { when: words.whenNext(customerZone(), expire_date, now) });
}

const untilTexts = {
  booked: 'validUntil',
  held: 'heldUntil',
  requested: 'answerUntil',
} as const satisfies Record<Exclude<OrderState, EndedState>, string>;

/** Why an order has ended, and what is owed or comes back. */
export function endedText(
  order: PlacedOrder,
  { state, vendor, now, payment }: AboutEnded,
  words: Words,
): string {
  const when = (instant: string) => words.whenNext(customerZone(), instant, now);
  const { cancellation_date, expire_date } = order;
  const texts = [];
  if (state === 'declined') texts.push(words.say('nothingWasBooked'));
  if (state === 'expired') {
    texts.push(words.say('orderExpiredMore', { when: when(expire_date ?? '') }));
  }
  if (state === 'canceled' && cancellation_date) {
    texts.push(words.say('canceledWhen', { when: when(cancellation_date) }));
  }
  if (state !== 'declined' && !hasValidPart(order)) texts.push(words.say('nothingBookedAnyMore'));
  const known = payment && endedPayment(payment, words);
  if (known) texts.push(known);
  else if (vendor) texts.push(moneyAfterEnd(order, state, vendor, words));
  return texts.join(' ');
}

/** A flex ticket has a status of its own, and may outlive its order (spec, Flex tickets). */
function hasValidPart({ flex_tickets = [] }: PlacedOrder): boolean {
  return flex_tickets.some(({ status }) => status === 'ACCEPTED');
}

/** What is owed or comes back, as far as the platform has reported payments. */
function moneyAfterEnd(order: PlacedOrder, state: EndedState, vendor: string, words: Words) {
  const { currency, refunded = 0 } = order;
  const paid = paidFor(order);
  const money = words.money(paid, currency);
  if (paid === 0) {
    return words.say(state === 'canceled' ? 'cancellationCost' : 'nothingOwed', { vendor });
  }
  if (refunded >= paid) return words.say('paidBack', { money });
  if (refunded === 0) return words.say('notPaidBack', { money, vendor });
  return words.say('partlyPaidBack', { money, refunded: words.money(refunded, currency), vendor });
}

import type { PlacedOrder } from '#contract/order.schema';
import type { QuotedLine } from '#contract/quote.schema';
import { addDays } from '../../domain/days.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { customerZone, dayIn, toMillis } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { hasEndedBy } from './ticket-line.ts';

interface AboutOrder {
  state: OrderState;
  placed: PlacedOrder | null;
  /** The vendor's name; empty if the proxy does not know what was ordered. */
  vendor: string;
  /** The lines that are not cancelled. */
  lines: QuotedLine[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** The title of an order: what it is now, and the day or time that counts. */
export function orderHeadline(about: AboutOrder, words: Words): string {
  const { state, placed, vendor, now } = about;
  switch (state) {
    case 'booked':
      return bookedHeadline(about, words);
    case 'held':
      return placed?.expire_date
        ? words.say('heldForYou', { when: whenHeld(placed.expire_date, now, words) })
        : words.say('orderHeld');
    case 'requested':
      return words.say('requestSent');
    case 'declined':
      return vendor ? words.say('orderDeclinedBy', { vendor }) : words.say('orderDeclined');
    case 'expired':
      return words.say('orderExpired');
    case 'canceled':
      return words.say('orderCanceled');
  }
}

/** With the day of the next line, which within a week is told by its weekday. */
function bookedHeadline({ lines, now }: AboutOrder, words: Words): string {
  const [next] = lines
    .filter((line) => !hasEndedBy(line, now))
    .sort((a, b) => toMillis(a.date) - toMillis(b.date));
  if (!next) return words.say('booked');
  const day = dayIn(next.timezone, next.date);
  const today = dayIn(next.timezone, now);
  if (day <= today) return words.say('seeYouToday');
  const weekday = words.weekday(new Date(toMillis(day)).getUTCDay(), 'long');
  return words.say('seeYou', {
    day: day < addDays(today, 7) ? weekday : words.dayAndMonth(day),
  });
}

function whenHeld(until: string, now: number, words: Words): string {
  const zone = customerZone();
  return dayIn(zone, until) === dayIn(zone, now)
    ? words.time(zone, until)
    : words.whenNext(zone, until, now);
}

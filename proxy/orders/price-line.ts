import type { EventDate } from '../../src/contract/date.schema.ts';
import type { Price } from '../../src/contract/event.schema.ts';
import type { ProblemDetail } from '../../src/contract/problem.schema.ts';
import type { QuotedLine, QuoteRequest } from '../../src/contract/quote.schema.ts';
import type { PlatformEvent } from '../platform/translate.ts';

type Line = QuoteRequest['lines'][number];

/** A line with the event that its date belongs to, and what it costs. */
export interface PricedLine {
  readonly event: PlatformEvent;
  readonly currency: string;
  readonly quoted: QuotedLine;
  readonly vat: number;
}

/** What the platform offers at a moment. */
export interface Offer {
  readonly events: ReadonlyMap<string, PlatformEvent>;
  readonly dates: readonly EventDate[];
  readonly now: number;
}

/** The line's price, or all that is wrong with it. `field` is its place in the request. */
export function priceLine(line: Line, field: string, offer: Offer): PricedLine | ProblemDetail[] {
  const found = findDate(line, field, offer);
  if (!('date' in found)) return [found];
  const { date, event } = found;
  const prices = choosePrices(line, field, event);
  const problems = [...checkDate(line, field, found, offer.now), ...prices.problems];
  const [first] = prices.chosen;
  if (problems.length > 0 || !first) return problems;

  const quoted = prices.chosen.map(({ price, amount }) => ({
    price_id: price.id,
    title: price.title,
    amount,
    value: price.value,
    total: price.value * amount,
  }));
  return {
    event,
    currency: first.price.currency,
    vat: sum(prices.chosen.map(({ price, amount }) => vatIn(price.value * amount, price.vat))),
    quoted: {
      event_id: event.id,
      date_id: date.id,
      // A child's own title is for the vendor; customers chose the root.
      title: offer.events.get(event.root_event_id)?.title ?? event.title,
      date: date.date,
      duration: event.duration,
      timezone: event.timezone,
      meeting_location: event.meeting_location,
      participant_hint: event.participant_hint,
      prices: quoted,
      total: sum(quoted.map(({ total }) => total)),
    },
  };
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

interface Found {
  readonly date: EventDate;
  readonly event: PlatformEvent;
}

/** The date's own event decides prices and limits; the line may name its root instead. */
function findDate(line: Line, field: string, { events, dates }: Offer): Found | ProblemDetail {
  const { date_id } = line;
  const date = dates.find(({ id }) => id === date_id);
  const event = date && events.get(date.event_id);
  const isNamed = event && [event.id, event.root_event_id].includes(line.event_id);
  if (isNamed) return { date, event };
  return events.has(line.event_id)
    ? { code: 'date-gone', field: `${field}.date_id`, date_id }
    : { code: 'event-gone', field: `${field}.event_id`, date_id };
}

function checkDate(
  line: Line,
  field: string,
  { date, event }: Found,
  now: number,
): ProblemDetail[] {
  const at = { field, date_id: date.id };
  const left = date.available_slots;
  // One participant takes one place, whatever the price's entry units say (the spec leaves it open).
  const participants = sum(line.prices.map(({ amount }) => amount));
  if (now > Date.parse(date.bookable_until)) return [{ code: 'date-passed', ...at }];
  if (participants > date.total_slots) return [{ code: 'too-many-participants', ...at, left }];
  if (participants > left) return [{ code: 'sold-out', ...at, left }];
  if (participants < event.price_group.min_participants) {
    return [{ code: 'too-few-participants', ...at }];
  }
  return [];
}

/** An order has one currency, so a price in another one than the line's first cannot be chosen with it. */
function choosePrices(line: Line, field: string, { price_group }: PlatformEvent) {
  const problems: ProblemDetail[] = [];
  const chosen: { price: Price; amount: number }[] = [];
  for (const [index, { price_id, amount }] of line.prices.entries()) {
    const price = price_group.prices.find(({ id }) => id === price_id);
    if (price && price.currency === (chosen[0]?.price.currency ?? price.currency)) {
      chosen.push({ price, amount });
    } else {
      const place = `${field}.prices[${index}].price_id`;
      problems.push({ code: 'price-gone', field: place, date_id: line.date_id });
    }
  }
  return { chosen, problems };
}

/** Prices contain their VAT. Shown, never charged, so a half unit is simply rounded up. */
function vatIn(total: number, percent: number): number {
  return Math.round((total * percent) / (100 + percent));
}

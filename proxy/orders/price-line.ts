import { obstacleTo } from '#contract/bookable';
import type { EventDate } from '#contract/date.schema';
import type { ProblemDetail } from '#contract/problem.schema';
import type { Product } from '#contract/product.schema';
import type { QuotedLine, QuoteRequest } from '#contract/quote.schema';
import type { PlatformEvent } from '../platform/translate.ts';

type Line = QuoteRequest['lines'][number];

/** A line with the event that its date belongs to, and what it costs. */
export interface PricedLine {
  readonly event: PlatformEvent;
  readonly currency: string;
  readonly quoted: QuotedLine;
  readonly vat: number;
}

/** What the platform offers at one moment. */
export interface Offer {
  readonly events: ReadonlyMap<string, PlatformEvent>;
  readonly dates: readonly EventDate[];
  readonly products: readonly Product[];
  readonly now: number;
}

interface PricedTickets {
  readonly prices: QuotedLine['prices'];
  readonly currency: string | undefined;
  readonly vat: number;
  readonly problems: readonly ProblemDetail[];
}

/** The line's price, or all its problems. `field` is its path in the request. */
export function priceLine(line: Line, field: string, offer: Offer): PricedLine | ProblemDetail[] {
  const { date_id } = line;
  const date = offer.dates.find(({ id }) => id === date_id);
  // The date's own event decides prices and limits; the line may name its root instead.
  const event = date && offer.events.get(date.event_id);
  const isOfEvent = event && [event.id, event.root_event_id].includes(line.event_id);
  if (!isOfEvent) {
    if (offer.events.has(line.event_id)) {
      return [{ code: 'date-gone', field: `${field}.date_id`, date_id }];
    }
    return [{ code: 'event-gone', field: `${field}.event_id`, date_id }];
  }

  const tickets = priceTickets(line, field, event);
  const problems = [...checkDate(line, field, date, event, offer.now), ...tickets.problems];
  const { prices, currency, vat } = tickets;
  if (problems.length > 0 || currency === undefined) return problems;

  const root = offer.events.get(event.root_event_id) ?? event;
  const category = root.categories[0]?.title;
  const { id: event_id, duration, participant_hint, pre_time, bring } = event;
  const quoted: QuotedLine = {
    event_id,
    root_event_id: root.id,
    ...(category && { category }),
    date_id,
    // Not the child's own title, which customers have not seen.
    title: root.title,
    date: date.date,
    duration,
    timezone: event.timezone || root.timezone,
    participant_hint,
    pre_time,
    bring,
    meeting_location: event.meeting_location || event.location,
    location: positionOf(event.location_lat, event.location_lng),
    meeting_position: positionOf(event.meeting_location_lat, event.meeting_location_lng),
    opening_hours: event.price_group.latest_booking_time < 0,
    prices,
    total: sum(prices.map(({ total }) => total)),
  };
  return { event, currency, vat, quoted };
}

/** The platform sends 0, 0 for an event without coordinates. */
function positionOf(latitude: number, longitude: number): QuotedLine['location'] {
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function priceTickets(line: Line, field: string, event: PlatformEvent): PricedTickets {
  const prices: QuotedLine['prices'] = [];
  const problems: ProblemDetail[] = [];
  let currency: string | undefined;
  let vat = 0;
  for (const [index, { price_id, amount }] of line.prices.entries()) {
    const price = event.price_group.prices.find(({ id }) => id === price_id);
    currency ??= price?.currency;
    // An order has one currency: that of the line's first price.
    if (!price || price.currency !== currency) {
      const path = `${field}.prices[${index}].price_id`;
      problems.push({ code: 'price-gone', field: path, date_id: line.date_id });
      continue;
    }
    const total = price.value * amount;
    prices.push({ price_id, title: price.title, amount, value: price.value, total });
    // Prices include VAT. It is only displayed, so rounding it does not change what is charged.
    vat += Math.round((total * price.vat) / (100 + price.vat));
  }
  return { prices, currency, vat, problems };
}

function checkDate(
  line: Line,
  field: string,
  date: EventDate,
  event: PlatformEvent,
  now: number,
): ProblemDetail[] {
  const at = { field, date_id: date.id };
  const left = date.available_slots;
  // One participant takes one place, whatever the price's entry units say (the spec leaves it open).
  const participants = sum(line.prices.map(({ amount }) => amount));
  const obstacle = obstacleTo(date, event.price_group, { participants, now });
  switch (obstacle) {
    case undefined:
      return [];
    case 'no-prices':
      // Each of the line's prices is named as gone.
      return [];
    case 'past-cut-off':
      return [{ code: 'date-passed', ...at }];
    case 'below-minimum':
      return [{ code: 'too-few-participants', ...at }];
    default:
      if (participants > date.total_slots) return [{ code: 'too-many-participants', ...at, left }];
      return [{ code: 'sold-out', ...at, left }];
  }
}

import assert from 'node:assert/strict';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import type { OrderRequest } from '#contract/order.schema';
import { paths, pathTo } from '#contract/paths';
import type { QuoteResponse } from '#contract/quote.schema';
import { toInstant } from '../../proxy/clock.ts';

/** A bookable date, as a line of a cart. */
export interface Offer {
  readonly event_id: string;
  readonly date_id: string;
  readonly prices: readonly [{ readonly price_id: number; readonly amount: number }];
}

/** Reads dates of the next weeks. Each is meant to be ordered once, so that none sells out. */
export async function readOffers(read: <T>(path: string) => Promise<T>): Promise<Offer[]> {
  const [start, end] = [3, 20].map((days) => toInstant(Date.now() + days * DAY));
  const offers: Offer[] = [];
  for (const { id, type } of await read<ListedEvent[]>(paths.events)) {
    if (type !== 'BOOKING') continue;
    const event = await read<MergedEvent>(pathTo(paths.mergedEvent, id));
    const range = `start_date=${start}&end_date=${end}`;
    for (const date of await read<EventDate[]>(`${pathTo(paths.eventDates, id)}?${range}`)) {
      const group = event.price_groups.find(({ event_id }) => event_id === date.event_id);
      const price = group?.prices[0];
      const amount = Math.max(1, group?.min_participants ?? 1);
      const isOpen = Date.parse(date.bookable_until) > Date.now() + DAY;
      if (!price || date.available_slots < amount || !isOpen) continue;
      const { event_id, id: date_id } = date;
      offers.push({ event_id, date_id, prices: [{ price_id: price.id, amount }] });
    }
  }
  assert.ok(offers.length > 0, 'nothing can be booked');
  return offers;
}

/** The order for a quote of only this offer. */
export function orderOf({ date_id, prices }: Offer, { orders }: QuoteResponse): OrderRequest {
  const [{ price_id, amount }] = prices;
  return {
    quote: orders[0]?.quote ?? '',
    lines: [{ date_id, participants: Array.from({ length: amount }, () => ({ price_id })) }],
    contact: { name: 'Ida Meyer', email: 'ida@example.com' },
    lang: 'en',
  };
}

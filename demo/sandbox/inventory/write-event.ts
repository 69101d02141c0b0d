import type { Random } from '../random.ts';
import type { Event, Price } from '../records.ts';
import type { CheckedEvent } from './check-event.ts';

/** Dates and orders hold on to their events, so the record itself is changed. */
export function changeEvent(
  event: Event,
  changes: CheckedEvent,
  now: number,
  random: Random,
): void {
  const prices = givePriceIds(changes.prices, random);
  Object.assign(event, changes, { prices, changed_at: now });
}

/**
 * Price ids are integers (spec, Resources). Those of new prices are above all that a world opens
 * with.
 */
export function givePriceIds(prices: CheckedEvent['prices'], random: Random): Price[] {
  return prices.map(({ id, ...price }) => ({
    id: id ?? 1_000_000 + Math.floor(random() * 1_000_000_000),
    ...price,
  }));
}

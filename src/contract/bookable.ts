import type { EventDate } from './date.schema.ts';
import type { PriceGroup } from './event.schema.ts';

/** Why a party cannot book a date. */
export type Obstacle = 'no-prices' | 'past-cut-off' | 'full' | 'too-few-places' | 'below-minimum';

/** A number of participants at a time. */
export interface Party {
  readonly participants: number;
  readonly now: number;
}

/**
 * Why a party cannot book a date, or undefined if it can: the one rule of the list, the calendar,
 * the quote and the next date.
 *
 * @param date with the places that are left, of which one participant takes one
 * @param group of the date's own event, whose limits apply
 * @param party how many participants; 0 for those who have not said yet
 */
export function obstacleTo(
  { available_slots, bookable_until }: Pick<EventDate, 'available_slots' | 'bookable_until'>,
  { prices, min_participants }: Pick<PriceGroup, 'prices' | 'min_participants'>,
  { participants, now }: Party,
): Obstacle | undefined {
  if (prices.length === 0) return 'no-prices';
  if (now > Date.parse(bookable_until)) return 'past-cut-off';
  // With fewer places than the smallest party needs, nobody can book it.
  if (available_slots < Math.max(1, min_participants)) return 'full';
  if (available_slots < participants) return 'too-few-places';
  if (participants > 0 && participants < min_participants) return 'below-minimum';
  return undefined;
}

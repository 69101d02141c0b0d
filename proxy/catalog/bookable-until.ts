import type { EventDate } from '#contract/date.schema';
import { MINUTE } from '#contract/milliseconds';
import { toInstant } from '../clock.ts';
import type { PlatformDate, PlatformEvent } from '../platform/translate.ts';

/** A date can be booked until a time that its own event sets (spec, Event: latest_booking_time). */
export function withBookableUntil(date: PlatformDate, event: PlatformEvent): EventDate {
  return { ...date, bookable_until: toInstant(bookableUntil(date.date, event)) };
}

/** Milliseconds since the epoch. */
export function bookableUntil(date: string, { price_group }: PlatformEvent): number {
  return Date.parse(date) - price_group.latest_booking_time * MINUTE;
}

/** The same for many dates, leaving out those of events that are not on sale. */
export function allWithBookableUntil(
  dates: readonly PlatformDate[],
  events: ReadonlyMap<string, PlatformEvent>,
): EventDate[] {
  return dates.flatMap((date) => {
    const event = events.get(date.event_id);
    return event ? [withBookableUntil(date, event)] : [];
  });
}

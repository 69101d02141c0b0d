import { formatTimestamp } from '../api/wire-values.ts';
import type { Event } from '../events/event.ts';

/** A start of an event (spec, Date). Orders point at their dates, so a date is changed in place. */
export interface EventDate {
  readonly id: string;
  readonly event: Event;
  /** Only the date store changes it, because it is the key of its indexes. */
  start: number;
  readonly total_slots: number;
  taken: number;
  changed_at: number;
}

export function availableSlots(date: EventDate): number {
  return date.total_slots - date.taken;
}

/**
 * The last moment at which an order for this date is accepted; after the start where
 * `latest_booking_time` is negative (spec, Event).
 */
export function bookableUntil(date: EventDate): number {
  return date.start - date.event.latest_booking_time * 60_000;
}

/** The first of these dates that has a free place and can still be booked. */
export function firstBookable(dates: Iterable<EventDate>, now: number): EventDate | undefined {
  for (const date of dates) {
    if (availableSlots(date) > 0 && now <= bookableUntil(date)) return date;
  }
  return undefined;
}

/** A date in responses. */
export function wireDate(date: EventDate) {
  return {
    id: date.id,
    active: 1,
    event_id: date.event.id,
    date: formatTimestamp(date.start),
    available_slots: availableSlots(date),
    total_slots: date.total_slots,
  };
}

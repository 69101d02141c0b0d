import { formatTimestamp } from '../api/wire-values.ts';
import type { Event } from '../events/event.ts';

/** A start of an event (spec, Date). Orders point at their dates, so a date is changed in place. */
export interface EventDate {
  readonly id: string;
  /** Only the date store changes event and start, because they are keys of its indexes. */
  readonly event: Event;
  readonly start: number;
  active: 0 | 1;
  total_slots: number;
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
    const isBookable = date.active === 1 && availableSlots(date) > 0 && now <= bookableUntil(date);
    if (isBookable) return date;
  }
  return undefined;
}

/** A date in responses. A merged date is shown under another event than its own. */
export function wireDate(date: EventDate, event: Event = date.event) {
  return {
    id: date.id,
    active: date.active,
    event_id: event.id,
    date: formatTimestamp(date.start),
    available_slots: availableSlots(date),
    total_slots: date.total_slots,
  };
}

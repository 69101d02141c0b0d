import type { Books } from '../books.ts';
import type { Event, EventDate } from '../records.ts';

export function addDate(books: Books, date: EventDate): void {
  books.dates.set(date.id, date);
  books.calendar.add(date);
}

export interface DateChanges {
  readonly event?: Event | undefined;
  readonly start?: number | undefined;
  readonly total_slots?: number | undefined;
}

/** Orders hold on to their dates, so the record itself is changed. */
export function changeDate(
  books: Books,
  date: EventDate,
  { event = date.event, start = date.start, total_slots = date.total_slots }: DateChanges,
  now: number,
): void {
  books.calendar.remove(date);
  Object.assign(date, { event, start, total_slots, changed_at: now } satisfies Partial<EventDate>);
  books.calendar.add(date);
}

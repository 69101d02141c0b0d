import { formatInstant } from '../instants.ts';
import type { Event, EventDate } from '../records.ts';
import { availableSlots } from '../records.ts';

export function wireDate(date: EventDate, event: Event = date.event) {
  return {
    id: date.id,
    active: date.active,
    event_id: event.id,
    date: formatInstant(date.start),
    available_slots: availableSlots(date),
    total_slots: date.total_slots,
  };
}

import type { Books } from '../books.ts';
import type { Event, EventDate, Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { DateChangesInput, NewDate } from './date-input.ts';
import type { DateChanges } from './write-date.ts';

// Everything that can be wrong with dates before any of them is written: a batch is taken whole or
// not at all.

/** Of whose events dates may be made, and of which event where the address names one. */
export interface DateScope {
  readonly vendor?: Vendor | undefined;
  readonly event?: Event | undefined;
}

export type CheckedDate = Pick<EventDate, 'event' | 'start' | 'total_slots' | 'taken'>;

export function checkNewDate(
  books: Books,
  { event_id, date: start, available_slots, total_slots }: NewDate,
  { vendor, event: named }: DateScope,
  path = '',
): CheckedDate {
  if (named && named.id !== event_id) {
    throw new Refused('idDiffers', `${path}event_id: the address says ${named.id}`);
  }
  const event = checkEvent(books, event_id, vendor, path);
  if (available_slots > total_slots) {
    const message = `${path}available_slots: is more than total_slots`;
    throw new Refused('attributeInvalid', message);
  }
  return { event, start, total_slots, taken: total_slots - available_slots };
}

export function checkDateChanges(
  books: Books,
  date: EventDate,
  { event_id, date: start, total_slots }: DateChangesInput,
  path = '',
): DateChanges {
  const { vendor } = date.event;
  if (!vendor.extended_availability_management) {
    const message = `vendor ${vendor.id} has not activated Extended Availability Management`;
    throw new Refused('moduleMissing', message);
  }
  if (total_slots !== undefined && total_slots < date.taken) {
    throw new Refused('slotsBelowTaken', `${path}total_slots: ${date.taken} are taken`);
  }
  const event = event_id === undefined ? undefined : checkEvent(books, event_id, vendor, path);
  return { event, start, total_slots };
}

function checkEvent(books: Books, id: string, vendor: Vendor | undefined, path: string): Event {
  const event = books.events.get(id);
  if (!event || (vendor && event.vendor !== vendor)) {
    throw new Refused('eventUnknown', `${path}event_id: there is no event ${id} here`);
  }
  return event;
}

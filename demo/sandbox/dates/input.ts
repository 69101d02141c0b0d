import { z } from 'zod';
import { ApiError } from '../api/errors.ts';
import { timestamp } from '../api/validation.ts';
import type { Event } from '../events/event.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { World } from '../world/world.ts';
import type { EventDate } from './date.ts';
import type { DateChanges } from './date-store.ts';

// What may be sent to create and update dates. A whole batch is checked before any of it is
// written, so the checks write nothing.

const slots = z.int().min(0);

/** Spec, Date: all four are required on create, whatever the path, and in a batch. */
export const newDate = z.strictObject({
  event_id: z.string(),
  date: timestamp,
  available_slots: slots,
  total_slots: slots,
});

export const newDates = z.array(newDate);

/** Any of these (spec, Update date). Only orders decide how many places are taken. */
const changes = {
  event_id: z.string().optional(),
  date: timestamp.optional(),
  total_slots: slots.optional(),
};

export const dateChanges = z.strictObject(changes);

export const datesChanges = z.array(z.strictObject({ date_id: z.string(), ...changes }));

type NewDate = z.output<typeof newDate>;
type DateChangesInput = z.output<typeof dateChanges>;

/** The vendor for whose events dates may be created, and the event that the path names. */
export interface NewDateScope {
  readonly vendor?: Vendor | undefined;
  readonly event?: Event | undefined;
}

export type CheckedDate = Pick<EventDate, 'event' | 'start' | 'total_slots' | 'taken'>;

/** `path` is the date's place in the body of a batch, for the error message. */
export function checkNewDate(
  world: World,
  { event_id, date: start, available_slots, total_slots }: NewDate,
  { vendor, event: pathEvent }: NewDateScope,
  path = '',
): CheckedDate {
  if (pathEvent && pathEvent.id !== event_id) {
    throw new ApiError('idDiffers', `${path}event_id: the address says ${pathEvent.id}`);
  }
  const event = checkEventId(world, event_id, vendor, path);
  if (available_slots > total_slots) {
    const message = `${path}available_slots: is more than total_slots`;
    throw new ApiError('attributeInvalid', message);
  }
  return { event, start, total_slots, taken: total_slots - available_slots };
}

/** Updating dates requires Extended Availability Management (spec, Table B). */
export function checkDateChanges(
  world: World,
  date: EventDate,
  { event_id, date: start, total_slots }: DateChangesInput,
  path = '',
): DateChanges {
  const { vendor } = date.event;
  if (!vendor.extended_availability_management) {
    const message = `vendor ${vendor.id} has not activated Extended Availability Management`;
    throw new ApiError('moduleMissing', message);
  }
  if (total_slots !== undefined && total_slots < date.taken) {
    throw new ApiError('slotsBelowTaken', `${path}total_slots: ${date.taken} are taken`);
  }
  const event = event_id === undefined ? undefined : checkEventId(world, event_id, vendor, path);
  return { event, start, total_slots };
}

function checkEventId(world: World, id: string, vendor: Vendor | undefined, path: string): Event {
  const event = world.events.get(id);
  if (event && (!vendor || event.vendor === vendor)) return event;
  throw new ApiError('eventUnknown', `${path}event_id: there is no event ${id} here`);
}

import { z } from 'zod';
import { instant } from '../body.ts';

const slots = z.int().min(0);

/** Spec, Date: all four are required on create, in all three places and in a batch. */
export const newDate = z.strictObject({
  event_id: z.string(),
  date: instant,
  available_slots: slots,
  total_slots: slots,
});

export type NewDate = z.output<typeof newDate>;

/**
 * Any of these (spec, Update date). How many places are taken follows from the orders, so they are
 * not set here.
 */
const changes = {
  event_id: z.string().optional(),
  date: instant.optional(),
  total_slots: slots.optional(),
};

export const dateChanges = z.strictObject(changes);

export type DateChangesInput = z.output<typeof dateChanges>;

export const newDates = z.array(newDate);

export const datesChanges = z.array(z.strictObject({ date_id: z.string(), ...changes }));

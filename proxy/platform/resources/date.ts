import { z } from 'zod';
import { id, instant, integer } from '../wire-values.ts';
import { count, list, maybe, newId, text, time, zeroOrOne } from './values.ts';

/** Spec, Date. A merged date has the same fields. */
export const date = z.object({
  id,
  active: maybe(zeroOrOne),
  event_id: id,
  /** The start. */
  date: instant,
  available_slots: integer,
  total_slots: integer,
});

/** Spec, Events-and-dates summary item. */
export const eventsAndDates = z.object({
  dates: list(z.object({ id, event_id: id })),
  events: list(z.object({ id })),
});

/** The body of "Create date". */
export const newDate = z.strictObject({
  event_id: newId,
  date: time,
  available_slots: count,
  total_slots: count,
});

/** The body of "Update date": what is left out stays. */
export const dateChanges = newDate.omit({ available_slots: true }).partial();

/** The bodies of "Create dates in batch" and "Update dates in batch". */
export const newDates = z.array(newDate).min(1);
export const datesChanges = z.array(dateChanges.extend({ date_id: newId })).min(1);

/** The response to both. SUCCESS is the only status that has been observed. */
export const batchResult = z.object({ status: text, processed_items: integer });

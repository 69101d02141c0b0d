import { z } from 'zod';
import { id, instant } from './values.schema.ts';

/** A date of an event, called EventDate in code to tell it from JavaScript's Date. */
export const eventDate = z.strictObject({
  id,
  event_id: id,
  date: instant,
  available_slots: z.int().min(0),
  total_slots: z.int().min(0),
  /** The last moment to order the date; after `date` for events with opening hours. */
  bookable_until: instant,
});
export type EventDate = z.infer<typeof eventDate>;
export const eventDates = z.array(eventDate);

import { z } from 'zod';
import { id, instant } from './values.schema.ts';

/** A date of an event. It is named EventDate in code to differ from JavaScript's Date. */
export const eventDate = z.strictObject({
  id,
  event_id: id,
  date: instant,
  available_slots: z.int().min(0),
  total_slots: z.int().min(0),
  /** Until when the date can be ordered; later than `date` for events with opening hours. */
  bookable_until: instant,
});
export type EventDate = z.infer<typeof eventDate>;
export const eventDates = z.array(eventDate);

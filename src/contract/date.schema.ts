import { z } from 'zod';
import { id, instant } from './values.schema.ts';

/** One start of an event. Named EventDate in code, so that it is not JavaScript's Date. */
export const eventDate = z.strictObject({
  id,
  event_id: id,
  date: instant,
  available_slots: z.int().min(0),
  total_slots: z.int().min(0),
  /** Last moment at which an order for it is taken. After `date` for events with opening hours. */
  bookable_until: instant,
});
export type EventDate = z.infer<typeof eventDate>;
export const eventDates = z.array(eventDate);

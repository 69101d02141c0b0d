import { z } from 'zod';

/** A trip to a page of the payment provider, as it is stored. */
export const storedTrip = z.object({
  /** When it began, by the browser's clock. */
  at: z.number(),
  /** Keys of the orders that were being paid. */
  keys: z.array(z.string()),
  /** What was typed, by field. */
  details: z.array(z.object({ key: z.string(), value: z.string() })),
});
export type StoredTrip = z.infer<typeof storedTrip>;

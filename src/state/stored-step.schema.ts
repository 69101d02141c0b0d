import { z } from 'zod';
import { eventDate } from '#contract/date.schema';
import { priceGroup } from '#contract/event.schema';
import { idempotencyKey, intentResponse, viewKey } from '#contract/order.schema';
import { quotedLine, quotedOrder } from '#contract/quote.schema';
import { id, instant } from '#contract/values.schema';
import { isDay } from '../domain/days.ts';
import { isKnownZone } from '../domain/zone.ts';

const day = z.string().refine(isDay);

const line = quotedLine.extend({
  // No time can be formatted in a zone that the browser does not know.
  timezone: z.string().refine(isKnownZone),
});
const order = quotedOrder.extend({ lines: z.array(line) });

const intent = intentResponse.extend({
  summary: order.omit({ quote: true }).optional(),
  // Not checked, because it is not shown: a refused order is ordered again.
  problem: z.any(),
});

const attempt = z.object({
  order,
  key: idempotencyKey,
  expires: instant,
  sent: z.number().optional(),
  // In any other state, an attempt has no intent.
  intent: intent.extend({ state: z.enum(['checking', 'placed', 'absent']) }).nullable(),
});
/** The state of an attempt is derived from its intent. */
export type StoredAttempt = z.infer<typeof attempt>;

/** A chosen date; its group is not stored twice. */
const start = z.object({
  date: eventDate,
  day,
  state: z.enum(['free', 'too-few-places', 'full', 'closed']),
  scarce: z.boolean(),
});

const choice = z.object({
  eventId: id,
  shownDay: day.nullable(),
  isTurned: z.boolean(),
  skippedSince: day.nullable(),
  day: day.nullable(),
  wanted: instant.nullable(),
  start: start.nullable(),
  group: priceGroup.nullable(),
  amounts: z.array(z.object({ id: z.number(), amount: z.number() })),
  products: z.array(z.object({ id, amount: z.number() })),
});
export type StoredChoice = z.infer<typeof choice>;

/** The cart as it is stored. */
export const storedCart = z.object({
  lines: z.array(choice),
  orders: z.array(order),
  expires: instant,
});
export type StoredCart = z.infer<typeof storedCart>;

/** A step as it is stored: without failures, and without what is being loaded. */
export const storedStep = z.discriminatedUnion('name', [
  z.object({ name: z.literal('view'), viewKey, intent: intent.nullable() }),
  z.object({
    name: z.literal('event'),
    choice,
    placed: z.array(attempt),
    replaces: id.nullable(),
  }),
  z.object({ name: z.literal('cart'), placed: z.array(attempt) }),
  z.object({
    name: z.enum(['checkout', 'result']),
    choice: choice.nullable(),
    attempts: z.array(attempt),
  }),
]);
export type StoredStep = z.infer<typeof storedStep>;

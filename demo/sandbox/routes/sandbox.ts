import { Hono } from 'hono';
import { z } from 'zod';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import { formatInstant } from '../instants.ts';
import { wireOrder } from '../orders/wire-order.ts';
import { sandboxPage } from '../page.ts';
import { availableSlots, bookableUntil } from '../records.ts';
import { Refused } from '../refusals.ts';
import { wireDate } from './dates.ts';

const takeInput = z.strictObject({ date_id: z.string(), slots: z.int().min(1) });

/** The other side of the platform: what its people see and do. No part of API v3, and no token. */
export function sandboxRoutes(books: Books, clock: Clock): Hono {
  return new Hono()
    .get('/', (c) => c.html(sandboxPage(books, clock(), new URL(c.req.url).origin)))
    .get('/sandbox/orders', (c) => c.json([...books.orders.values()].map(wireOrder)))
    .get('/sandbox/dates/:id', (c) => c.json(describeDate(books, c.req.param('id'))))
    .post('/sandbox/take', async (c) => {
      const input = takeInput.safeParse(await c.req.json().catch(() => undefined));
      if (!input.success) {
        throw new Refused('bodyInvalid', 'send {"date_id": "…", "slots": 2} as JSON');
      }
      const { date_id, slots } = input.data;
      const date = findDate(books, date_id);
      if (slots > availableSlots(date)) {
        throw new Refused(
          'takeImpossible',
          `date ${date_id} has ${availableSlots(date)} places left`,
        );
      }
      date.taken += slots;
      date.changed_at = clock();
      return c.json(describeDate(books, date_id));
    });
}

function findDate(books: Books, id: string) {
  const date = books.dates.get(id);
  if (!date) throw new Refused('notFound', `there is no date ${id}`);
  return date;
}

function describeDate(books: Books, id: string): object {
  const date = findDate(books, id);
  return {
    ...wireDate(date),
    taken_slots: date.taken,
    title: date.event.title,
    timezone: date.event.timezone,
    bookable_until: formatInstant(bookableUntil(date)),
  };
}

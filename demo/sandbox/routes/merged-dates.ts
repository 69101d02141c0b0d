import { Hono } from 'hono';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { findActiveDate } from '../inventory/find.ts';
import { mergedEventOf } from '../inventory/merge.ts';
import { wireDate } from '../inventory/wire-date.ts';
import { answerList } from '../lists/answer.ts';
import { dateParameters, listDates } from '../lists/dates.ts';
import { readParameters } from '../lists/parameters.ts';
import type { EventDate } from '../records.ts';
import { Refused } from '../refusals.ts';

/** `/v3/merged_dates`: the dates with their own ids, under the merged event that they belong to. */
export function mergedDateRoutes(books: Books, clock: Clock): Hono<Env> {
  const eventOf = (date: EventDate) => mergedEventOf(books, date.event);
  return new Hono<Env>()
    .get('/merged_dates', allow('readCatalogue'), (c) => {
      const query = readParameters(dateParameters, c.req.raw);
      const page = listDates(books, query, clock(), { vendor: c.get('vendor'), eventOf });
      return answerList(c.req.raw, query, page, (date) => wireDate(date, eventOf(date)));
    })
    .get('/merged_dates/:id', allow('readCatalogue'), (c) => {
      const date = findActiveDate(books, c.get('vendor'), c.req.param('id'));
      const event = eventOf(date);
      if (event.active === 0) throw new Refused('notFound', `event ${event.id} is not active`);
      return c.json(wireDate(date, event));
    });
}

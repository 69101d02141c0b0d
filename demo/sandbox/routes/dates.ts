import { Hono } from 'hono';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { findActiveDate, findActiveEvent, findVendor } from '../inventory/find.ts';
import { wireDate } from '../inventory/wire-date.ts';
import { answerList } from '../lists/answer.ts';
import type { DateReach } from '../lists/dates.ts';
import { dateParameters, listDates } from '../lists/dates.ts';
import { readParameters } from '../lists/parameters.ts';

/** The reads of dates. An event's dates are its own, not those of its pricelists. */
export function dateRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>()
    .get('/dates', allow('readCatalogue'), (c) => answer(c.req.raw, { vendor: c.get('vendor') }))
    .get('/dates/:id', allow('readCatalogue'), (c) =>
      c.json(wireDate(findActiveDate(books, c.get('vendor'), c.req.param('id')))),
    )
    .get('/vendors/:id/dates', allow('readCatalogue'), (c) =>
      answer(c.req.raw, { vendor: findVendor(books, c.get('vendor'), c.req.param('id')) }),
    )
    .get('/events/:id/dates', allow('readCatalogue'), (c) =>
      answer(c.req.raw, { event: findActiveEvent(books, c.get('vendor'), c.req.param('id')) }),
    );

  function answer(request: Request, reach: DateReach): Response {
    const query = readParameters(dateParameters, request);
    return answerList(request, query, listDates(books, query, clock(), reach), (date) =>
      wireDate(date),
    );
  }
}

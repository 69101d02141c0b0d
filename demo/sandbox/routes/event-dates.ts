import { Hono } from 'hono';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { findVendor } from '../inventory/find.ts';
import { answerList } from '../lists/answer.ts';
import { dateParameters, listDates } from '../lists/dates.ts';
import { readParameters } from '../lists/parameters.ts';
import type { EventDate, Vendor } from '../records.ts';

/**
 * `/v3/eventDates` and `/v3/vendors/{id}/eventDates`, the simplified lists. The parameters are
 * those of dates, so they choose, order and page the dates; one item holds these and their events.
 */
export function eventDateRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>()
    .get('/eventDates', allow('readCatalogue'), (c) => answer(c.req.raw, c.get('vendor')))
    .get('/vendors/:id/eventDates', allow('readCatalogue'), (c) =>
      answer(c.req.raw, findVendor(books, c.get('vendor'), c.req.param('id'))),
    );

  function answer(request: Request, vendor: Vendor | undefined): Response {
    const query = readParameters(dateParameters, request);
    const { items, total } = listDates(books, query, clock(), { vendor });
    return answerList(request, query, { items: [items], total }, summarize);
  }
}

function summarize(dates: readonly EventDate[]): object {
  const events = new Set(dates.map(({ event }) => event.id));
  return {
    dates: dates.map(({ id, event }) => ({ id, event_id: event.id })),
    events: [...events].map((id) => ({ id })),
  };
}

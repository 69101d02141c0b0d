import { Hono } from 'hono';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { findVendor } from '../inventory/find.ts';
import { wireEvent } from '../inventory/wire-event.ts';
import { answerList } from '../lists/answer.ts';
import { eventParameters, listEvents } from '../lists/events.ts';
import { readParameters } from '../lists/parameters.ts';
import type { Vendor } from '../records.ts';

/** The lists of events: `/v3/events` and `/v3/vendors/{id}/events`. */
export function eventRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>()
    .get('/events', allow('readCatalogue'), (c) =>
      answer(c.req.raw, c.get('client'), c.get('vendor')),
    )
    .get('/vendors/:id/events', allow('readCatalogue'), (c) => {
      const vendor = findVendor(books, c.get('vendor'), c.req.param('id'));
      return answer(c.req.raw, c.get('client'), vendor);
    });

  function answer(
    request: Request,
    client: Env['Variables']['client'],
    vendor: Vendor | undefined,
  ): Response {
    const query = readParameters(eventParameters, request);
    const events = [...books.events.values()]
      .filter((event) => vendor === undefined || event.vendor === vendor)
      .map((event) => ({ event, pricelists: [event] }));
    return answerList(request, query, listEvents(books, events, query, clock()), (listed) =>
      wireEvent(listed, { client, with_private_prices: query.with_private_prices }),
    );
  }
}

import { Hono } from 'hono';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import { mergeEvents } from '../inventory/merge.ts';
import { wireMergedEvent } from '../inventory/wire-event.ts';
import { answerList } from '../lists/answer.ts';
import { eventParameters, listEvents } from '../lists/events.ts';
import { readParameters } from '../lists/parameters.ts';
import { Refused } from '../refusals.ts';

/**
 * `/v3/merged_events`. The id of a merged event is that of its root; a pricelist has none of its
 * own here.
 */
export function mergedEventRoutes(books: Books, clock: Clock): Hono<Env> {
  return new Hono<Env>()
    .get('/merged_events', allow('readCatalogue'), (c) => {
      const query = readParameters(eventParameters, c.req.raw);
      const merged = mergeEvents(books, c.get('vendor'));
      const reader = { client: c.get('client'), with_private_prices: query.with_private_prices };
      return answerList(c.req.raw, query, listEvents(books, merged, query, clock()), (listed) =>
        wireMergedEvent(listed, reader),
      );
    })
    .get('/merged_events/:id', allow('readCatalogue'), (c) => {
      const id = c.req.param('id');
      const merged = mergeEvents(books, c.get('vendor')).find(({ event }) => event.id === id);
      if (!merged || merged.event.active === 0) {
        throw new Refused('notFound', `there is no merged event ${id}`);
      }
      const reader = { client: c.get('client'), with_private_prices: false };
      return c.json(wireMergedEvent({ ...merged, firstDate: undefined }, reader));
    });
}

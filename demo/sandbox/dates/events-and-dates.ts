import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Clock } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import { findVendor } from '../world/world.ts';
import type { EventDate } from './date.ts';
import { dateParameters, listDates } from './list.ts';

/**
 * `/v3/eventDates` and `/v3/vendors/{id}/eventDates` (spec, Events-and-dates summary item). The
 * parameters are those of dates, so they choose, order and page the dates; the response is one item
 * with these dates and their events.
 */
export function eventsAndDatesRoutes(world: World, clock: Clock): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/eventDates', requireScope('readCatalog'), (c) => list(c.req.raw, c.get('clientVendor')))
    .get('/vendors/:id/eventDates', requireScope('readCatalog'), (c) =>
      list(c.req.raw, findVendor(world, c.get('clientVendor'), c.req.param('id'))),
    );

  function list(request: Request, vendor: Vendor | undefined): Response {
    const query = parseParameters(dateParameters, request);
    const { items, total } = listDates(world, query, clock(), { vendor });
    return listResponse(request, query, { items: [items], total }, summarize);
  }
}

function summarize(dates: readonly EventDate[]): object {
  const eventIds = new Set(dates.map(({ event }) => event.id));
  return {
    dates: dates.map(({ id, event }) => ({ id, event_id: event.id })),
    events: [...eventIds].map((id) => ({ id })),
  };
}

import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import type { Clock } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import { findActiveDate, findActiveEvent } from '../world/world.ts';
import { wireDate } from './date.ts';
import type { DateScope } from './list.ts';
import { dateParameters, listDates } from './list.ts';

/**
 * `/v3/dates` and `/v3/events/{id}/dates`. An event's dates are its own, not those of its
 * pricelists.
 */
export function dateRoutes(world: World, clock: Clock): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/dates', requireScope('readCatalog'), (c) => list(c, { vendor: c.get('clientVendor') }))
    .get('/dates/:id', requireScope('readCatalog'), (c) =>
      c.json(wireDate(findActiveDate(world, c.get('clientVendor'), c.req.param('id')))),
    )
    .get('/events/:id/dates', requireScope('readCatalog'), (c) =>
      list(c, { event: findActiveEvent(world, c.get('clientVendor'), c.req.param('id')) }),
    );

  function list(c: Context<ApiEnv>, scope: DateScope): Response {
    const query = parseParameters(dateParameters, c.req.raw);
    const page = listDates(world, query, clock(), scope);
    return listResponse(c.req.raw, query, page, (date) => wireDate(date));
  }
}

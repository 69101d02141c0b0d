import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { ApiError } from '../api/errors.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters, withoutParameters } from '../api/list-parameters.ts';
import { mergedEventOf } from '../events/merged-events.ts';
import type { Clock } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import { findActiveDate } from '../world/world.ts';
import type { EventDate } from './date.ts';
import { wireDate } from './date.ts';
import { dateParameters, listDates } from './list.ts';

/** `/v3/merged_dates`: the dates with their own ids, under the merged event that they belong to. */
export function mergedDateRoutes(world: World, clock: Clock): Hono<ApiEnv> {
  const eventOf = (date: EventDate) => mergedEventOf(world, date.event);
  return new Hono<ApiEnv>()
    .get('/merged_dates', requireScope('readCatalog'), (c) => {
      const query = parseParameters(dateParameters, c.req.raw);
      const scope = { vendor: c.get('clientVendor'), mergedEventOf: eventOf };
      const page = listDates(world, query, clock(), scope);
      return listResponse(c.req.raw, query, page, (date) => wireDate(date, eventOf(date)));
    })
    .get('/merged_dates/:id', requireScope('readCatalog'), withoutParameters, (c) => {
      const date = findActiveDate(world, c.get('clientVendor'), c.req.param('id'));
      const event = eventOf(date);
      if (event.active === 0) throw new ApiError('notFound', `event ${event.id} is not active`);
      return c.json(wireDate(date, event));
    });
}

import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Clock } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import { findVendor } from '../world/world.ts';
import { eventParameters, listEvents } from './list.ts';
import { wireEvent } from './wire.ts';

/** `/v3/events` and `/v3/vendors/{id}/events`. */
export function eventRoutes(world: World, clock: Clock): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/events', requireScope('readCatalog'), (c) => list(c, c.get('clientVendor')))
    .get('/vendors/:id/events', requireScope('readCatalog'), (c) =>
      list(c, findVendor(world, c.get('clientVendor'), c.req.param('id'))),
    );

  function list(c: Context<ApiEnv>, vendor: Vendor | undefined): Response {
    const query = parseParameters(eventParameters, c.req.raw);
    const events = [...world.events.values()].filter(
      (event) => vendor === undefined || event.vendor === vendor,
    );
    const { with_private_prices } = query;
    return listResponse(c.req.raw, query, listEvents(world, events, query, clock()), (listed) =>
      wireEvent(listed, { client: c.get('client'), with_private_prices }),
    );
  }
}

import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { checkVendorLimit, requireScope } from '../api/authentication.ts';
import { ApiError } from '../api/errors.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters } from '../api/list-parameters.ts';
import { parseBody } from '../api/validation.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Clock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import { opaqueId } from '../world/random.ts';
import type { World } from '../world/world.ts';
import { findEvent, findVendor } from '../world/world.ts';
import type { CheckedEvent } from './checks.ts';
import { checkEvent } from './checks.ts';
import type { Event, Price } from './event.ts';
import type { NewEvent } from './input.ts';
import { eventChanges, newEvent } from './input.ts';
import { eventParameters, listEvents } from './list.ts';
import { wireEvent } from './wire.ts';

/** `/v3/events` and `/v3/vendors/{id}/events`: lists, create, update. */
export function eventRoutes(world: World, clock: Clock, random: Random): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/events', requireScope('readCatalog'), (c) => list(c, c.get('clientVendor')))
    .get('/vendors/:id/events', requireScope('readCatalog'), (c) =>
      list(c, findVendor(world, c.get('clientVendor'), c.req.param('id'))),
    )
    .post('/events', requireScope('writeInventory'), async (c) => {
      const input = await parseBody(newEvent, c.req.raw);
      const vendor = world.vendors.get(input.vendor_id);
      if (!vendor) {
        throw new ApiError('vendorUnknown', `vendor_id: there is no vendor ${input.vendor_id}`);
      }
      checkVendorLimit(c.get('clientVendor'), vendor.id, 'vendor_id');
      return create(c, input, vendor);
    })
    .post('/vendors/:id/events', requireScope('writeInventory'), async (c) => {
      const vendor = findVendor(world, c.get('clientVendor'), c.req.param('id'));
      return create(c, await parseBody(newEvent, c.req.raw), vendor);
    })
    .patch('/events/:id', requireScope('writeInventory'), async (c) => {
      const event = findEvent(world, c.get('clientVendor'), c.req.param('id'));
      const input = await parseBody(eventChanges, c.req.raw);
      const scope = { client: c.get('client'), vendor: event.vendor, event };
      const changes = checkEvent(world, input, scope);
      const prices = assignPriceIds(changes.prices, random);
      // Dates and orders point at their event, so it is changed in place.
      Object.assign(event, changes, { prices, changed_at: clock() });
      return c.json(wireWritten(c, event));
    });

  function list(c: Context<ApiEnv>, vendor: Vendor | undefined): Response {
    const query = parseParameters(eventParameters, c.req.raw);
    const candidates = [...world.events.values()]
      .filter((event) => vendor === undefined || event.vendor === vendor)
      .map((event) => ({ event, pricelists: [event] }));
    const { with_private_prices } = query;
    return listResponse(c.req.raw, query, listEvents(world, candidates, query, clock()), (listed) =>
      wireEvent(listed, { client: c.get('client'), with_private_prices }),
    );
  }

  function create(c: Context<ApiEnv>, input: NewEvent, vendor: Vendor): Response {
    const checked = checkEvent(world, input, { client: c.get('client'), vendor });
    const event: Event = {
      ...checked,
      id: opaqueId(`event/${clock()}/${random()}`),
      vendor,
      prices: assignPriceIds(checked.prices, random),
      changed_at: clock(),
    };
    world.events.set(event.id, event);
    return c.json(wireWritten(c, event), 201);
  }
}

/** "Event without images" (spec, Table B), with private prices too, which its writer knows. */
function wireWritten(c: Context<ApiEnv>, event: Event): object {
  const audience = { client: c.get('client'), with_private_prices: true };
  return wireEvent({ event, firstDate: undefined }, audience);
}

/** Price ids are integers (spec, Resources). New ones are above all ids of the seed data. */
function assignPriceIds(prices: CheckedEvent['prices'], random: Random): Price[] {
  return prices.map(({ id, ...price }) => ({
    id: id ?? 1_000_000 + Math.floor(random() * 1_000_000_000),
    ...price,
  }));
}

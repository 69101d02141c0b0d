import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { ApiError } from '../api/errors.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters, withoutParameters } from '../api/list-parameters.ts';
import { formatTimestamp } from '../api/wire-values.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Clock } from '../world/clock.ts';
import { opaqueId } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Event } from './event.ts';
import type { EventCandidate, ListedEvent } from './list.ts';
import { eventParameters, listEvents } from './list.ts';
import type { EventAudience } from './wire.ts';
import { wireFields, wirePrices } from './wire.ts';

/**
 * `/v3/merged_events`. A merged event has the id of its root; a pricelist is no merged event of its
 * own.
 */
export function mergedEventRoutes(world: World, clock: Clock): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/merged_events', requireScope('readCatalog'), (c) => {
      const query = parseParameters(eventParameters, c.req.raw);
      const { with_private_prices, only_root_events } = query;
      const merged = mergeEvents(world, c.get('clientVendor'))
        // "Skip pricelist child events" (spec, Event lists): of merged events these are price groups.
        .map(({ event, pricelists }) => ({
          event,
          pricelists: only_root_events ? [event] : pricelists,
        }));
      const page = listEvents(world, merged, query, clock());
      return listResponse(c.req.raw, query, page, (listed) =>
        wireMergedEvent(listed, { client: c.get('client'), with_private_prices }),
      );
    })
    .get('/merged_events/:id', requireScope('readCatalog'), withoutParameters, (c) => {
      const id = c.req.param('id');
      const merged = mergeEvents(world, c.get('clientVendor')).find(({ event }) => event.id === id);
      if (!merged || merged.event.active === 0) {
        throw new ApiError('notFound', `there is no merged event ${id}`);
      }
      const audience = { client: c.get('client'), with_private_prices: false };
      return c.json(wireMergedEvent({ ...merged, firstDate: undefined }, audience));
    });
}

/** The event that a pricelist is merged into; any other event is its own merged event. */
export function mergedEventOf(world: World, event: Event): Event {
  return world.events.get(event.root_event_id) ?? event;
}

/** Main events and further durations, each with its own pricelists (spec, Merged event). */
function mergeEvents(world: World, clientVendor: Vendor | undefined): EventCandidate[] {
  const pricelistsOf = new Map<Event, Event[]>();
  for (const event of world.events.values()) {
    if (clientVendor && event.vendor !== clientVendor) continue;
    const root = mergedEventOf(world, event);
    const pricelists = pricelistsOf.get(root) ?? [];
    if (root === event) pricelists.unshift(event);
    else if (event.active === 1) pricelists.push(event);
    pricelistsOf.set(root, pricelists);
  }
  return [...pricelistsOf].map(([event, pricelists]) => ({ event, pricelists }));
}

/** Without `root_event_id`, and with a price group for each pricelist (spec, Merged event). */
function wireMergedEvent({ event, pricelists, firstDate }: ListedEvent, audience: EventAudience) {
  return {
    ...wireFields(event, audience.client),
    price_groups: pricelists.map((pricelist) => ({
      // Not the pricelist's own id: the spec does not say which dates a price group belongs to, so
      // clients must not be able to tell from the id.
      id: opaqueId(`price-group/${pricelist.id}`),
      name: pricelist.title,
      prices: wirePrices(pricelist, audience),
    })),
    ...(firstDate && { first_date: formatTimestamp(firstDate.start) }),
  };
}

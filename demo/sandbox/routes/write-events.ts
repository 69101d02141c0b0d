import type { Context } from 'hono';
import { Hono } from 'hono';
import { readBody } from '../body.ts';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow, checkOwner } from '../guard.ts';
import { checkEvent } from '../inventory/check-event.ts';
import type { NewEvent } from '../inventory/event-input.ts';
import { eventChanges, newEvent } from '../inventory/event-input.ts';
import { findEvent, findVendor } from '../inventory/find.ts';
import { wireEvent } from '../inventory/wire-event.ts';
import { changeEvent, givePriceIds } from '../inventory/write-event.ts';
import type { Random } from '../random.ts';
import { opaqueId } from '../random.ts';
import type { Event, Vendor } from '../records.ts';
import { Refused } from '../refusals.ts';

/**
 * Creates and updates events. Answers "Event without images", with all prices: who writes them
 * knows them.
 */
export function writeEventRoutes(books: Books, clock: Clock, random: Random): Hono<Env> {
  return new Hono<Env>()
    .post('/events', allow('writeInventory'), async (c) => {
      const input = await readBody(newEvent, c.req.raw);
      const vendor = books.vendors.get(input.vendor_id);
      if (!vendor) {
        throw new Refused('vendorUnknown', `vendor_id: there is no vendor ${input.vendor_id}`);
      }
      checkOwner(c.get('vendor'), vendor.id, 'vendor_id');
      return create(c, input, vendor);
    })
    .post('/vendors/:id/events', allow('writeInventory'), async (c) => {
      const vendor = findVendor(books, c.get('vendor'), c.req.param('id'));
      return create(c, await readBody(newEvent, c.req.raw), vendor);
    })
    .patch('/events/:id', allow('writeInventory'), async (c) => {
      const event = findEvent(books, c.get('vendor'), c.req.param('id'));
      const input = await readBody(eventChanges, c.req.raw);
      const scope = { client: c.get('client'), vendor: event.vendor, event };
      changeEvent(event, checkEvent(books, input, scope), clock(), random);
      return c.json(answer(c, event));
    });

  function create(c: Context<Env>, input: NewEvent, vendor: Vendor): Response {
    const checked = checkEvent(books, input, { client: c.get('client'), vendor });
    const event: Event = {
      ...checked,
      id: opaqueId(`event/${clock()}/${random()}`),
      vendor,
      prices: givePriceIds(checked.prices, random),
      changed_at: clock(),
    };
    books.events.set(event.id, event);
    return c.json(answer(c, event), 201);
  }

  function answer(c: Context<Env>, event: Event): object {
    const reader = { client: c.get('client'), with_private_prices: true };
    return wireEvent({ event, firstDate: undefined }, reader);
  }
}

import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ApiEnv } from '../api/authentication.ts';
import { requireScope } from '../api/authentication.ts';
import { ApiError } from '../api/errors.ts';
import { listResponse } from '../api/list.ts';
import { parseParameters, withoutParameters } from '../api/list-parameters.ts';
import { parseBody } from '../api/validation.ts';
import type { OrderContext } from '../orders/changes.ts';
import { changeDate } from '../orders/changes.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Clock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import { opaqueId } from '../world/random.ts';
import {
  findActiveDate,
  findActiveEvent,
  findDate,
  findEvent,
  findVendor,
} from '../world/world.ts';
import type { EventDate } from './date.ts';
import { wireDate } from './date.ts';
import type { CheckedDate, NewDateScope } from './input.ts';
import {
  checkDateChanges,
  checkNewDate,
  dateChanges,
  datesChanges,
  newDate,
  newDates,
} from './input.ts';
import type { DateQuery, DateScope } from './list.ts';
import { dateParameters, listDates, parseDatesOfEventQuery } from './list.ts';

/**
 * Lists, create and update of dates, one by one and in batches. An event's dates are its own, not
 * those of its pricelists. SUCCESS is the only batch status that the spec shows.
 */
export function dateRoutes(context: OrderContext, clock: Clock, random: Random): Hono<ApiEnv> {
  const { world } = context;
  return new Hono<ApiEnv>()
    .get('/dates', requireScope('readCatalog'), (c) => list(c, { vendor: c.get('clientVendor') }))
    .get('/dates/:id', requireScope('readCatalog'), withoutParameters, (c) =>
      c.json(wireDate(findActiveDate(world, c.get('clientVendor'), c.req.param('id')))),
    )
    .get('/vendors/:id/dates', requireScope('readCatalog'), (c) =>
      list(c, { vendor: findVendor(world, c.get('clientVendor'), c.req.param('id')) }),
    )
    .get('/events/:id/dates', requireScope('readCatalog'), (c) =>
      list(
        c,
        { event: findActiveEvent(world, c.get('clientVendor'), c.req.param('id')) },
        parseDatesOfEventQuery(c.req.raw),
      ),
    )
    .post('/dates', requireScope('writeDates'), (c) => create(c, { vendor: c.get('clientVendor') }))
    .post('/vendors/:id/dates', requireScope('writeDates'), (c) =>
      create(c, { vendor: findVendor(world, c.get('clientVendor'), c.req.param('id')) }),
    )
    .post('/events/:id/dates', requireScope('writeDates'), (c) => {
      const event = findEvent(world, c.get('clientVendor'), c.req.param('id'));
      return create(c, { vendor: event.vendor, event });
    })
    .patch('/dates/:id', requireScope('writeDates'), async (c) => {
      const date = findDate(world, c.get('clientVendor'), c.req.param('id'));
      const input = await parseBody(dateChanges, c.req.raw);
      changeDate(context, date, checkDateChanges(world, date, input), clock());
      return c.json(wireDate(date));
    })
    .post('/datesBatch', requireScope('writeDates'), async (c) => {
      const scope = { vendor: c.get('clientVendor') };
      const inputs = await parseBody(newDates, c.req.raw);
      const checked = inputs.map((input, index) => checkNewDate(world, input, scope, `${index}.`));
      for (const date of checked) add(date);
      return c.json({ status: 'SUCCESS', processed_items: checked.length }, 201);
    })
    .patch('/datesBatch', requireScope('writeDates'), async (c) => {
      const inputs = await parseBody(datesChanges, c.req.raw);
      const checked = inputs.map(({ date_id, ...input }, index) => {
        const date = findInBatch(date_id, c.get('clientVendor'), index);
        return { date, changes: checkDateChanges(world, date, input, `${index}.`) };
      });
      for (const { date, changes } of checked) changeDate(context, date, changes, clock());
      return c.json({ status: 'SUCCESS', processed_items: checked.length });
    });

  function list(
    c: Context<ApiEnv>,
    scope: DateScope,
    query: DateQuery = parseParameters(dateParameters, c.req.raw),
  ): Response {
    const page = listDates(world, query, clock(), scope);
    return listResponse(c.req.raw, query, page, (date) => wireDate(date));
  }

  async function create(c: Context<ApiEnv>, scope: NewDateScope): Promise<Response> {
    const input = await parseBody(newDate, c.req.raw);
    return c.json(wireDate(add(checkNewDate(world, input, scope))), 201);
  }

  function add(checked: CheckedDate): EventDate {
    const id = opaqueId(`date/${clock()}/${random()}`);
    const date: EventDate = { id, ...checked, active: 1, changed_at: clock() };
    world.dates.add(date);
    return date;
  }

  /** An unknown id in a body is a 400. The path exists, so it is not a 404. */
  function findInBatch(id: string, clientVendor: Vendor | undefined, index: number): EventDate {
    const date = world.dates.get(id);
    if (date && (!clientVendor || date.event.vendor === clientVendor)) return date;
    throw new ApiError('inventoryDateUnknown', `${index}.date_id: there is no date ${id}`);
  }
}

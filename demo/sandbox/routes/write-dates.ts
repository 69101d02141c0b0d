import { Hono } from 'hono';
import type { Context } from 'hono';
import { readBody } from '../body.ts';
import type { Books } from '../books.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../guard.ts';
import { allow } from '../guard.ts';
import type { CheckedDate, DateScope } from '../inventory/check-date.ts';
import { checkDateChanges, checkNewDate } from '../inventory/check-date.ts';
import { dateChanges, datesChanges, newDate, newDates } from '../inventory/date-input.ts';
import { findDate, findEvent, findVendor } from '../inventory/find.ts';
import { wireDate } from '../inventory/wire-date.ts';
import { addDate, changeDate } from '../inventory/write-date.ts';
import type { Random } from '../random.ts';
import { opaqueId } from '../random.ts';
import type { EventDate } from '../records.ts';
import { Refused } from '../refusals.ts';

/**
 * Creates and updates dates, one by one and in batches. The only batch status that the spec shows
 * is SUCCESS.
 */
export function writeDateRoutes(books: Books, clock: Clock, random: Random): Hono<Env> {
  return new Hono<Env>()
    .post('/dates', allow('writeDates'), (c) => create(c, { vendor: c.get('vendor') }))
    .post('/vendors/:id/dates', allow('writeDates'), (c) =>
      create(c, { vendor: findVendor(books, c.get('vendor'), c.req.param('id')) }),
    )
    .post('/events/:id/dates', allow('writeDates'), (c) => {
      const event = findEvent(books, c.get('vendor'), c.req.param('id'));
      return create(c, { vendor: event.vendor, event });
    })
    .patch('/dates/:id', allow('writeDates'), async (c) => {
      const date = findDate(books, c.get('vendor'), c.req.param('id'));
      const input = await readBody(dateChanges, c.req.raw);
      changeDate(books, date, checkDateChanges(books, date, input), clock());
      return c.json(wireDate(date));
    })
    .post('/datesBatch', allow('writeDates'), async (c) => {
      const scope = { vendor: c.get('vendor') };
      const inputs = await readBody(newDates, c.req.raw);
      const checked = inputs.map((input, index) => checkNewDate(books, input, scope, `${index}.`));
      for (const date of checked) write(date);
      return c.json({ status: 'SUCCESS', processed_items: checked.length }, 201);
    })
    .patch('/datesBatch', allow('writeDates'), async (c) => {
      const inputs = await readBody(datesChanges, c.req.raw);
      const checked = inputs.map(({ date_id, ...input }, index) => {
        const date = findInBatch(date_id, c.get('vendor'), index);
        return { date, changes: checkDateChanges(books, date, input, `${index}.`) };
      });
      for (const { date, changes } of checked) changeDate(books, date, changes, clock());
      return c.json({ status: 'SUCCESS', processed_items: checked.length });
    });

  async function create(c: Context<Env>, scope: DateScope): Promise<Response> {
    const input = await readBody(newDate, c.req.raw);
    return c.json(wireDate(write(checkNewDate(books, input, scope))), 201);
  }

  function write(checked: CheckedDate): EventDate {
    const id = opaqueId(`date/${clock()}/${random()}`);
    const date: EventDate = { id, ...checked, active: 1, changed_at: clock() };
    addDate(books, date);
    return date;
  }

  /**
   * An id in a body is a detail of it, so an unknown one is a bad request and not an empty address.
   */
  function findInBatch(id: string, own: Env['Variables']['vendor'], index: number): EventDate {
    const date = books.dates.get(id);
    if (!date || (own && date.event.vendor !== own)) {
      throw new Refused('inventoryDateUnknown', `${index}.date_id: there is no date ${id}`);
    }
    return date;
  }
}

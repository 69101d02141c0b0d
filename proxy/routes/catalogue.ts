import { after } from '../http/response.ts';
import type { HonoRequest } from 'hono';
import { z } from 'zod';
import type { EventDate } from '../../src/contract/date.schema.ts';
import { type Site, siteSettings } from '../../src/contract/site.schema.ts';
import { id, instant } from '../../src/contract/values.schema.ts';
import type { Cached } from '../cache/cache.ts';
import { listEvents, listParameters } from '../catalog/list-events.ts';
import type { Events } from '../catalog/merge.ts';
import { createSearch } from '../catalog/search.ts';
import { parse, parseQuery } from '../http/parse.ts';
import { ProblemError } from '../http/problems.ts';
import type { SiteConfig } from '../sites.ts';
import { createReadAnswers } from '../cache/response-cache.ts';
import { get, type Route } from './route.ts';

const LONGEST_RANGE = 100 * 86_400_000;

const none = z.object({});
const listQuery = z.object(listParameters);
const productQuery = z.object({ accept_vendors: listParameters.accept_vendors });
const time = instant.refine((text) => !Number.isNaN(Date.parse(text)), 'there is no such time');
const dateQuery = z.object({ start_date: time, end_date: time }).refine(
  ({ start_date, end_date }) => {
    const length = Date.parse(end_date) - Date.parse(start_date);
    return !(length < 0 || length > LONGEST_RANGE);
  },
  { path: ['end_date'], error: 'end_date is 0 to 100 days after start_date' },
);
/** What everybody may know of a site; its origins and its client have no place in it. */
const publicSettings = z.object(siteSettings);

/** The forwarded reads, with the spec's paths and parameters. */
export function catalogueRoutes(): Route[] {
  const answerRead = createReadAnswers();
  const search = createSearch();
  const idOf = (req: HonoRequest) => parse(id, req.path.split('/')[3], 'id');

  return [
    get('/site', (req, { catalogue, settings }) =>
      after(catalogue.events(), (events) =>
        answerRead(req, [events], none, () => describe(settings, events.value)),
      ),
    ),
    get('/v3/events', (req, { catalogue, settings }) =>
      after(catalogue.events(), (events) =>
        answerRead(req, [events], listQuery, (query) =>
          listEvents(events.value.listed, query, settings.locale, search),
        ),
      ),
    ),
    get('/v3/merged_events/:id', (req, { catalogue }) =>
      after(catalogue.events(), (events) => {
        const { merged, rootOf } = events.value;
        return answerRead(req, [events], none, () =>
          found(merged.get(rootOf.get(idOf(req)) ?? '')),
        );
      }),
    ),
    get('/v3/events/:id/dates', async (req, { catalogue }) => {
      const { start_date, end_date } = parseQuery(dateQuery, req.raw);
      const months = found(await catalogue.dates(idOf(req), start_date, end_date));
      const make = () => within(months, start_date, end_date);
      return answerRead(req, months, dateQuery, make, 'public, max-age=30');
    }),
    get('/v3/products', (req, { catalogue }) =>
      after(catalogue.products(), (products) =>
        answerRead(req, [products], productQuery, ({ accept_vendors: vendors }) =>
          products.value.filter(({ vendor_id }) => vendors?.has(vendor_id) ?? true),
        ),
      ),
    ),
    get('/v3/vendors/:id', async (req, { catalogue }) => {
      const vendor = found(await catalogue.vendor(idOf(req)));
      return answerRead(req, [vendor], none, () => vendor.value);
    }),
  ];
}

function describe(settings: SiteConfig, { listed }: Events): Site {
  const vendors = new Map(listed.map((event) => [event.vendor_id, event.vendor_name]));
  const topLevels = listed.flatMap(({ categories }) => categories.slice(0, 1));
  return {
    ...publicSettings.parse(settings),
    vendors: Array.from(vendors, ([id, name]) => ({ id, name })),
    categories: [...new Map(topLevels.map((category) => [category.id, category])).values()],
  };
}

/** Months reach into each other, so a date can be there twice. */
function within(
  months: readonly Cached<readonly EventDate[]>[],
  start: string,
  end: string,
): EventDate[] {
  const asked = months
    .flatMap(({ value }) => value)
    .filter(({ date }) => date >= start && date <= end);
  const unique = new Map(asked.map((date) => [date.id, date]));
  return [...unique.values()].sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ProblemError('not-found');
  return value;
}

import type { HonoRequest } from 'hono';
import { z } from 'zod';
import type { EventDate } from '../../src/contract/date.schema.ts';
import type { Site } from '../../src/contract/site.schema.ts';
import { id, instant } from '../../src/contract/values.schema.ts';
import { listEvents, listParameters } from '../catalog/list-events.ts';
import type { Events } from '../catalog/merge.ts';
import { createSearch } from '../catalog/search.ts';
import { parse, parseQuery } from '../guards/parse.ts';
import { invalid, ProblemError } from '../problems.ts';
import type { SiteConfig } from '../sites.ts';
import { createReadAnswers } from './read-answers.ts';
import type { Route } from './route.ts';
import { get } from './route.ts';

const catalogueLife = 'public, max-age=60, stale-while-revalidate=600';
const datesLife = 'public, max-age=30';

const LONGEST_RANGE = 100 * 86_400_000;

const none = z.object({});
const listQuery = z.object(listParameters);
const productQuery = z.object({ accept_vendors: listParameters.accept_vendors });
const range = z.object({ start_date: instant, end_date: instant });

/** The forwarded reads, with the spec's paths and parameters. */
export function catalogueRoutes(): Route[] {
  const answerRead = createReadAnswers();
  const search = createSearch();
  const cacheControl = catalogueLife;
  const idOf = (req: HonoRequest) => parse(id, req.path.split('/')[3], 'id');

  return [
    get('/site', async (req, { catalogue, settings }) => {
      const { value, stale } = await catalogue.events();
      const make = () => {
        parseQuery(none, req.raw);
        return describe(settings, value);
      };
      return answerRead(req, { from: [value], make, stale, cacheControl });
    }),
    get('/v3/events', async (req, { catalogue, settings }) => {
      const { value, stale } = await catalogue.events();
      const make = () => {
        const query = parseQuery(listQuery, req.raw);
        return listEvents(value.listed, query, settings.locale, search);
      };
      return answerRead(req, { from: [value], make, stale, cacheControl });
    }),
    get('/v3/merged_events/:id', async (req, { catalogue }) => {
      const { value, stale } = await catalogue.events();
      const make = () => {
        parseQuery(none, req.raw);
        return found(value.merged.get(value.rootOf.get(idOf(req)) ?? ''));
      };
      return answerRead(req, { from: [value], make, stale, cacheControl });
    }),
    get('/v3/events/:id/dates', async (req, { catalogue }) => {
      const { start_date, end_date } = parseQuery(range, req.raw);
      checkRange(Date.parse(start_date), Date.parse(end_date));
      const from = found(await catalogue.dates(idOf(req), start_date, end_date));
      const make = () => within(from.flat(), start_date, end_date);
      return answerRead(req, { from, make, cacheControl: datesLife });
    }),
    get('/v3/products', async (req, { catalogue }) => {
      const { value, stale } = await catalogue.products();
      const make = () => {
        const { accept_vendors } = parseQuery(productQuery, req.raw);
        return value.filter(({ vendor_id }) => accept_vendors?.has(vendor_id) ?? true);
      };
      return answerRead(req, { from: [value], make, stale, cacheControl });
    }),
    get('/v3/vendors/:id', async (req, { catalogue }) => {
      parseQuery(none, req.raw);
      const { value, stale } = found(await catalogue.vendor(idOf(req)));
      return answerRead(req, { from: [value], make: () => value, stale, cacheControl });
    }),
  ];
}

function describe(settings: SiteConfig, { listed }: Events): Site {
  const { locale, prices_include_vat, terms_url, privacy_url, seller, questions } = settings;
  const vendors = new Map(listed.map((event) => [event.vendor_id, event.vendor_name]));
  const topLevels = listed.flatMap(({ categories: [top] }) => (top ? [top] : []));
  return {
    ...{ locale, prices_include_vat, terms_url, privacy_url, seller, questions },
    vendors: Array.from(vendors, ([id, name]) => ({ id, name })),
    categories: [...new Map(topLevels.map((category) => [category.id, category])).values()],
  };
}

/** Months reach into each other, so a date can be there twice. */
function within(dates: readonly EventDate[], start: string, end: string): EventDate[] {
  const asked = dates.filter(({ date }) => date >= start && date <= end);
  return [...new Map(asked.map((date) => [date.id, date])).values()].sort(
    (a, b) => Date.parse(a.date) - Date.parse(b.date),
  );
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ProblemError('not-found');
  return value;
}

function checkRange(start: number, end: number): void {
  if (Number.isNaN(start)) throw invalid('start_date', 'there is no such time');
  if (Number.isNaN(end)) throw invalid('end_date', 'there is no such time');
  if (end < start) throw invalid('end_date', 'end_date is before start_date');
  if (end - start > LONGEST_RANGE)
    throw invalid('end_date', 'dates of at most 100 days are answered');
}

import { z } from 'zod';
import type { Site } from '../../src/contract/site.schema.ts';
import { id, instant } from '../../src/contract/values.schema.ts';
import { createLists, listParameters } from '../catalog/list-events.ts';
import { parse, parseQuery } from '../guards/parse.ts';
import type { SiteContext } from '../guards/site.ts';
import { invalid, ProblemError } from '../problems.ts';
import { createReadAnswers } from './read-answers.ts';
import type { Route } from './route.ts';

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
  const listOf = createLists();
  const idOf = (c: SiteContext) => parse(id, c.req.param('id'), 'id');

  return [
    {
      method: 'GET',
      path: '/site',
      async handle({
        req: { raw },
        var: {
          site: { catalogue, settings },
        },
      }) {
        parseQuery(none, raw);
        const { value, stale } = await catalogue.events();
        const vendors = new Map(value.listed.map((event) => [event.vendor_id, event.vendor_name]));
        const topLevels = value.listed.flatMap(({ categories: [top] }) => (top ? [top] : []));
        const { locale, prices_include_vat, terms_url, privacy_url, seller, questions } = settings;
        const site: Site = {
          ...{ locale, prices_include_vat, terms_url, privacy_url, seller, questions },
          vendors: Array.from(vendors, ([id, name]) => ({ id, name })),
          categories: [...new Map(topLevels.map((category) => [category.id, category])).values()],
        };
        return answerRead(raw, { value: site, stale }, catalogueLife);
      },
    },
    {
      method: 'GET',
      path: '/v3/events',
      async handle({
        req: { raw },
        var: {
          site: { catalogue, settings },
        },
      }) {
        const query = parseQuery(listQuery, raw);
        const { value, stale } = await catalogue.events();
        const events = listOf(value.listed, query, new URL(raw.url).search, settings.locale);
        return answerRead(raw, { value: events, stale }, catalogueLife);
      },
    },
    {
      method: 'GET',
      path: '/v3/merged_events/:id',
      async handle(c) {
        parseQuery(none, c.req.raw);
        const eventId = idOf(c);
        const { value, stale } = await c.var.site.catalogue.events();
        const event = value.merged.get(value.rootOf.get(eventId) ?? '');
        if (!event) throw new ProblemError('not-found');
        return answerRead(c.req.raw, { value: event, stale }, catalogueLife);
      },
    },
    {
      method: 'GET',
      path: '/v3/events/:id/dates',
      async handle(c) {
        const { start_date, end_date } = parseQuery(range, c.req.raw);
        const eventId = idOf(c);
        checkRange(Date.parse(start_date), Date.parse(end_date));
        const dates = await c.var.site.catalogue.dates(eventId, start_date, end_date);
        if (!dates) throw new ProblemError('not-found');
        return answerRead(c.req.raw, { value: dates, stale: false }, datesLife);
      },
    },
    {
      method: 'GET',
      path: '/v3/products',
      async handle({
        req: { raw },
        var: {
          site: { catalogue },
        },
      }) {
        const { accept_vendors } = parseQuery(productQuery, raw);
        const { value, stale } = await catalogue.products();
        const products = accept_vendors
          ? value.filter(({ vendor_id }) => accept_vendors.has(vendor_id))
          : value;
        return answerRead(raw, { value: products, stale }, catalogueLife);
      },
    },
    {
      method: 'GET',
      path: '/v3/vendors/:id',
      async handle(c) {
        parseQuery(none, c.req.raw);
        const vendor = await c.var.site.catalogue.vendor(idOf(c));
        if (!vendor) throw new ProblemError('not-found');
        return answerRead(c.req.raw, vendor, catalogueLife);
      },
    },
  ];
}

function checkRange(start: number, end: number): void {
  if (Number.isNaN(start)) throw invalid('start_date', 'there is no such time');
  if (Number.isNaN(end)) throw invalid('end_date', 'there is no such time');
  if (end < start) throw invalid('end_date', 'end_date is before start_date');
  if (end - start > LONGEST_RANGE)
    throw invalid('end_date', 'dates of at most 100 days are answered');
}

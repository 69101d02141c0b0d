import { z } from 'zod';
import type { ListedEvent } from '../../src/contract/event.schema.ts';
import { paths } from '../../src/contract/paths.ts';
import { type Site as PublicSite, siteSettings } from '../../src/contract/site.schema.ts';
import { instant } from '../../src/contract/values.schema.ts';
import type { Cached } from '../cache/cache.ts';
import { allWithBookableUntil } from '../catalog/bookable-until.ts';
import type { DateLists } from '../catalog/catalogue.ts';
import { datesWithin } from '../catalog/date-index.ts';
import { listEvents, listParameters } from '../catalog/list-events.ts';
import type { Events } from '../catalog/merge.ts';
import { createSearch } from '../catalog/search.ts';
import { type DayView, offerOn } from '../catalog/starts.ts';
import { ProblemError } from '../http/problems.ts';
import type { SiteConfig } from '../sites.ts';
import { cachedRoute, type Route } from './route.ts';

const MAX_RANGE = 100 * 86_400_000;

const noQuery = z.object({});
const listQuery = z.object(listParameters);
const productQuery = z.object({ accept_vendors: listParameters.accept_vendors });
const time = instant.refine((text) => !Number.isNaN(Date.parse(text)), 'there is no such time');
const dateQuery = z.object({ start_date: time, end_date: time }).refine(
  ({ start_date, end_date }) => {
    const length = Date.parse(end_date) - Date.parse(start_date);
    return !(length < 0 || length > MAX_RANGE);
  },
  { path: ['end_date'], error: 'end_date is 0 to 100 days after start_date' },
);
/** The public settings of a site: neither its origins nor its client. */
const publicSettings = z.object(siteSettings);

/** Without a day, a list of events tells of no dates. */
const anyDay: Cached<DayView> = { value: { dates: undefined, now: 0 }, stale: false };

/** The forwarded reads, with the spec's paths and parameters. */
export function catalogueRoutes(): Route[] {
  const search = createSearch();
  const read = { method: 'GET', limit: 'read', cache: 'catalogue' } as const;

  return [
    cachedRoute({
      ...read,
      path: paths.site,
      query: noQuery,
      load: async ({ site }) => [await site.catalogue.events()],
      render: ([events], { site }) => describeSite(site.settings, events),
    }),
    cachedRoute({
      ...read,
      cache: ({ day }) => (day === undefined ? 'catalogue' : 'places'),
      path: paths.events,
      query: listQuery,
      async load({ site: { catalogue }, query: { day }, visitor }) {
        const events = await catalogue.events();
        return [events, day === undefined ? anyDay : await catalogue.datesAround(day, visitor)];
      },
      render([events, view], { site, query }) {
        const { locale } = site.settings;
        const { day, participants } = query;
        if (day === undefined) return listEvents(events.listed, query, { locale, search });
        const offerOf = ({ id }: ListedEvent) => offerOn(id, { day, participants }, events, view);
        return listEvents(events.listed, query, { locale, search, offerOf });
      },
    }),
    cachedRoute({
      ...read,
      path: paths.mergedEvent,
      query: noQuery,
      load: async ({ site }) => [await site.catalogue.events()],
      render: ([{ merged, rootOf }], { id }) => found(merged.get(rootOf.get(id) ?? '')),
    }),
    cachedRoute({
      ...read,
      cache: 'places',
      path: paths.eventDates,
      query: dateQuery,
      async load({ site, id, query, visitor }): Promise<[Cached<Events>, ...DateLists]> {
        const { start_date: start, end_date: end } = query;
        const events = await site.catalogue.events();
        return [events, ...found(await site.catalogue.dates(id, { start, end }, visitor))];
      },
      render([{ byId }, ...lists], { query }) {
        const range = { start: query.start_date, end: query.end_date };
        return allWithBookableUntil(datesWithin(lists, range), byId);
      },
    }),
    cachedRoute({
      ...read,
      path: paths.products,
      query: productQuery,
      load: async ({ site }) => [await site.catalogue.products()],
      render: ([products], { query: { accept_vendors: vendors } }) =>
        vendors ? products.filter(({ vendor_id }) => vendors.has(vendor_id)) : products,
    }),
    cachedRoute({
      ...read,
      path: paths.vendor,
      query: noQuery,
      load: async ({ site, id }) => [found(await site.catalogue.vendor(id))],
      render: ([vendor]) => vendor,
    }),
  ];
}

function describeSite(settings: SiteConfig, { listed }: Events): PublicSite {
  const vendors = new Map(listed.map((event) => [event.vendor_id, event.vendor_name]));
  const topLevels = listed.flatMap(({ categories }) => categories.slice(0, 1));
  return {
    ...publicSettings.parse(settings),
    vendors: Array.from(vendors, ([id, name]) => ({ id, name })),
    categories: [...new Map(topLevels.map((category) => [category.id, category])).values()],
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ProblemError('not-found');
  return value;
}

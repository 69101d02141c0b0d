import { z } from 'zod';
import type { ListedEvent } from '#contract/event.schema';
import { DAY } from '#contract/milliseconds';
import { paths } from '#contract/paths';
import type { Product } from '#contract/product.schema';
import { type Site, sitePayments, siteSettings } from '#contract/site.schema';
import { instant } from '#contract/values.schema';
import type { Cached } from '../cache/cache.ts';
import { allWithBookableUntil } from '../catalog/bookable-until.ts';
import { datesWithin } from '../catalog/date-index.ts';
import {
  listEvents,
  listParameters,
  normaliseList,
  type NormalList,
} from '../catalog/list-events.ts';
import type { Events } from '../catalog/merge.ts';
import { NEAR_DAYS, nearestTo } from '../catalog/nearest.ts';
import { nextDatesOn } from '../catalog/next-dates.ts';
import { createSearchIndexes, type SearchIndex } from '../catalog/search.ts';
import type { DateLists, KnownView } from '../catalog/site-catalog.ts';
import { type DayView, offersOn, roomWithin } from '../catalog/starts.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ProblemError } from '../http/problems.ts';
import type { SiteConfig } from '../sites.ts';
import { sendTimeOf } from '../time-limits.ts';
import { cachedRoute, type Route } from './route.ts';

const MAX_RANGE = 100 * DAY;

const noQuery = z.object({});
const listQuery = z.object(listParameters);
const nearestQuery = listQuery.omit({
  available_from: true,
  order: true,
  limit: true,
  offset: true,
});
const productQuery = z.object({ accept_vendors: listParameters.accept_vendors });
const time = instant.refine((text) => !Number.isNaN(Date.parse(text)), 'there is no such time');
const dateQuery = z.object({ start_date: time, end_date: time }).refine(
  ({ start_date, end_date }) => {
    const length = Date.parse(end_date) - Date.parse(start_date);
    return !(length < 0 || length > MAX_RANGE);
  },
  { path: ['end_date'], error: 'end_date is 0 to 100 days after start_date' },
);
/**
 * The widget's first request: one page of the list, and one event more to see whether there is
 * another page.
 */
const FIRST_LIMIT = 25;
/** The public settings of a site, without its origins and its client. */
const publicSettings = z.object({ ...siteSettings, payments: sitePayments.strip() });

/** Without a day, a list of events shows no dates. */
const anyDay: Cached<DayView> = { value: { dates: undefined, now: 0 }, stale: false };

/** Without a text to match, nothing is searched for. */
const noIndex: SearchIndex = { find: () => [], near: () => [] };

/** The reads of the catalog, with the spec's paths and parameters. */
export function catalogRoutes(
  monotonic: Clock,
  config: Pick<Config, 'PLATFORM_TIMEOUT_SECONDS'>,
): Route[] {
  const order_seconds = sendTimeOf(config) / 1000;
  const indexOf = createSearchIndexes(monotonic);
  const read = { method: 'GET', limit: 'read', cache: 'catalog' } as const;

  return [
    cachedRoute({
      ...read,
      path: paths.site,
      query: noQuery,
      load: async ({ site }) => [await site.catalog.events()],
      normalise: () => ({}),
      render: ([events], _, settings) => siteResponse(settings, events, order_seconds),
    }),
    cachedRoute({
      ...read,
      cache: ({ day }) => (day === undefined ? 'catalog' : 'places'),
      path: paths.events,
      query: listQuery,
      async load({ site: { catalog }, query: { day, match, available_from }, visitor }) {
        const cached = await catalog.events();
        const events = available_from === undefined ? cached : staleWithoutFirstDates(cached);
        const view = day === undefined ? anyDay : await catalog.datesAround(day, visitor);
        const index = match === undefined ? noIndex : await indexOf(events.value.listed);
        return [events, view, { value: index, stale: false }, catalog.knownDates()];
      },
      normalise: ({ query }, [events]) => normaliseList(query, events),
      effort: (list) => (isFirstList(list) ? 'best' : 'quick'),
      render([events, view, index, known], list, settings) {
        const { visit } = list;
        const nextOf = nextDateOf(known, events);
        const context = { ...orderingOf(settings), index, nextOf };
        if (!visit) return listEvents(events.listed, list, context);
        const offers = offersOn(visit, events, view);
        const offerOf = ({ id }: ListedEvent) => offers(id);
        return listEvents(events.listed, list, { ...context, offerOf });
      },
    }),
    cachedRoute({
      ...read,
      cache: ({ day }) => (day === undefined ? 'catalog' : 'places'),
      path: paths.nearest,
      query: nearestQuery,
      async load({ site: { catalog }, query: { day, match }, visitor }) {
        const events = await catalog.events();
        // At most the month beside that of the day, which the list has just loaded, for all visitors.
        const view =
          day === undefined ? anyDay : await catalog.datesAround(day, visitor, NEAR_DAYS);
        const index = match === undefined ? noIndex : await indexOf(events.value.listed);
        return [events, view, { value: index, stale: false }];
      },
      normalise: ({ query }, [events]) => normaliseList(query, events),
      render: ([events, view, index], list) =>
        nearestTo(events.listed, list, {
          index,
          offersOn: (visit) => offersOn(visit, events, view),
          roomWithin: (days) => roomWithin(days, events, view),
        }),
    }),
    cachedRoute({
      ...read,
      path: paths.mergedEvent,
      query: noQuery,
      load: async ({ site: { catalog } }) => [await catalog.events(), catalog.knownDates()],
      normalise: ({ id }, [{ rootOf }]) => found(rootOf.get(id)),
      render([events, known], root) {
        const next = nextDates(known, events)(root);
        const event = found(events.merged.get(root));
        return next ? { ...event, next } : event;
      },
    }),
    cachedRoute({
      ...read,
      cache: 'places',
      path: paths.eventDates,
      query: dateQuery,
      async load({ site, id, query, visitor }): Promise<[Cached<Events>, ...DateLists]> {
        const { start_date: start, end_date: end } = query;
        const events = await site.catalog.events();
        return [events, ...found(await site.catalog.dates(id, { start, end }, visitor))];
      },
      normalise({ id, query: { start_date: start, end_date: end } }, [{ rootOf }]) {
        return { root: rootOf.get(id), start, end };
      },
      render: ([{ byId }, ...lists], range) =>
        allWithBookableUntil(datesWithin(lists, range), byId),
    }),
    cachedRoute({
      ...read,
      path: paths.products,
      query: productQuery,
      load: async ({ site }) => [await site.catalog.products()],
      normalise: ({ query }, [products]) => vendorsOf(products, query.accept_vendors),
      render: ([products], vendors) =>
        vendors ? products.filter(({ vendor_id }) => vendors.includes(vendor_id)) : products,
    }),
    cachedRoute({
      ...read,
      path: paths.vendor,
      query: noQuery,
      load: async ({ site, id }) => [found(await site.catalog.vendor(id))],
      normalise: ({ id }) => id,
      render: ([vendor]) => vendor,
    }),
  ];
}

/** The response to the widget's first request where nobody has chosen anything. */
export function firstPage(
  settings: SiteConfig,
  events: Events,
  known: KnownView,
): readonly ListedEvent[] {
  const list = normaliseList(listQuery.parse({ limit: String(FIRST_LIMIT) }), events);
  return listEvents(events.listed, list, {
    ...orderingOf(settings),
    index: noIndex,
    nextOf: nextDateOf(known, events),
  });
}

/** How a site wants its list ordered. */
function orderingOf({ locale, preferred_categories: preferred }: SiteConfig) {
  return { locale, preferred };
}

function nextDateOf(known: KnownView, events: Events) {
  const next = nextDates(known, events);
  return ({ id }: ListedEvent) => next(id);
}

function nextDates({ known, now }: KnownView, events: Events) {
  return known ? nextDatesOn(known, events, now) : () => undefined;
}

/**
 * While some first dates are not known, nobody knows which events to leave out, so the list counts
 * as stale.
 */
function staleWithoutFirstDates({ value, stale }: Cached<Events>): Cached<Events> {
  return { value, stale: stale || !value.areDated };
}

/**
 * Whether this is the first list of a tag without filters, before the visitor has chosen anything.
 */
function isFirstList({ limit, dated: _, ...choices }: NormalList): boolean {
  const isUnfiltered = Object.values(choices).every((choice) => choice === undefined);
  return isUnfiltered && (limit === undefined || limit === FIRST_LIMIT);
}

export function siteResponse(
  settings: SiteConfig,
  { listed }: Events,
  orderSeconds: number,
): Site & { readonly order_seconds: number } {
  const vendors = new Map(listed.map((event) => [event.vendor_id, event.vendor_name]));
  const topLevels = listed.flatMap(({ categories }) => categories.slice(0, 1));
  return {
    ...publicSettings.parse(settings),
    vendors: Array.from(vendors, ([id, name]) => ({ id, name })),
    categories: [...new Map(topLevels.map((category) => [category.id, category])).values()],
    order_seconds: orderSeconds,
  };
}

/** Those of the accepted vendors that have products; undefined if all vendors are accepted. */
function vendorsOf(
  products: readonly Product[],
  accepted: ReadonlySet<string> | undefined,
): string[] | undefined {
  const ids =
    accepted && products.map(({ vendor_id }) => vendor_id).filter((id) => accepted.has(id));
  return ids && [...new Set(ids)].sort();
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ProblemError('not-found');
  return value;
}

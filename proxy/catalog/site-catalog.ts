import { ageOf } from '#contract/age';
import { DAY, MINUTE } from '#contract/milliseconds';
import type { Product } from '#contract/product.schema';
import type { Vendor } from '#contract/vendor.schema';
import type { Cached } from '../cache/cache.ts';
import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { Visitor } from '../ports.ts';
import { type CartDates, createCartDates } from './cart-dates.ts';
import type { ClientDates } from './client-dates.ts';
import type { DateSnapshot, Range } from './date-index.ts';
import type { Events } from './merge.ts';
import { monthOf, monthsFor } from './months.ts';
import type { KnownDates } from './next-dates.ts';
import type { SharedLists } from './shared-lists.ts';
import { createSiteLists } from './site-lists.ts';
import type { DayView } from './starts.ts';

/** The maximum age of places from which a next date is worked out. */
const NEXT_DATES_SHOWN = 10 * MINUTE;
const NEXT_DATES_KEPT = 5 * MINUTE;

/** The cached events, dates, products and vendors of a site. */
export interface SiteCatalog extends CartDates {
  events(): Promise<Cached<Events>>;
  products(): Promise<Cached<readonly Product[]>>;
  /** Undefined if this vendor has no events, or the platform does not have it. */
  vendor(id: string): Promise<Cached<Vendor> | undefined>;
  /**
   * Dates of the merged event that this event belongs to, in lists that may exceed the range;
   * undefined if there is no such event. At most five minutes old.
   */
  dates(eventId: string, range: Range, visitor: Visitor): Promise<DateLists | undefined>;
  /**
   * All events' dates around a day, and so many days before and after it, for `offersOn`; the same
   * object for a minute at most.
   */
  datesAround(day: string, visitor: Visitor, around?: number): Promise<Cached<DayView>>;
  /**
   * The dates that are known without a request, for `nextDatesOn`; the same object for five
   * minutes.
   */
  knownDates(): Cached<KnownView>;
  /**
   * Called when live data contradicts the cached events or products: the next request loads them
   * again.
   */
  invalidateOffers(): void;
}

/** What is known of all events' dates, and the time for which next dates are worked out. */
export interface KnownView {
  readonly known: KnownDates | undefined;
  readonly now: number;
}

/** Lists of dates; a list is the same object until one of its dates changes. */
export type DateLists = Cached<readonly PlatformDate[]>[];

/**
 * `dates` holds the dates of the site's client, of which the site shows those of its own events.
 */
export function createSiteCatalog(
  platform: Platform,
  dates: ClientDates,
  context: SiteContext,
  lists: SharedLists,
): SiteCatalog {
  const { clock } = context;
  const { events, products, vendors } = createSiteLists(platform, context, lists);
  let view: DayView = { dates: undefined, now: clock() };
  let knownView: KnownView = { known: undefined, now: clock() };

  function invalidateOffers(): void {
    events.invalidate();
    products.invalidate();
  }

  /** Outside this range nothing can be booked, so a call would be wasted. */
  function isBookableMonth(month: string): boolean {
    return month >= monthOf(clock() - 2 * DAY) && month <= monthOf(clock() + 2 * 366 * DAY);
  }

  /**
   * The same object for a minute or until dates change, because responses are cached by its
   * identity.
   */
  function viewOf(dates: DateSnapshot | undefined): DayView {
    const isCurrent = view.dates === dates && ageOf(view.now, clock()) < MINUTE;
    if (!isCurrent) view = { dates, now: clock() };
    return view;
  }

  /** Next dates are for display, so the responses with them stay cached while months come and go. */
  function knownDates(): KnownView {
    const known = dates.known(NEXT_DATES_SHOWN);
    const isCurrent =
      knownView.known?.until === known?.until && ageOf(knownView.now, clock()) < NEXT_DATES_KEPT;
    if (!isCurrent) knownView = { known, now: clock() };
    return knownView;
  }

  return {
    ...createCartDates(events, dates, clock, invalidateOffers),
    invalidateOffers,
    events: () => events.get(),
    products: () => products.get(),

    async vendor(id) {
      const { vendorIds } = (await events.get()).value;
      if (!vendorIds.has(id)) return undefined;
      const { value, stale } = await vendors.get(id);
      return value && { value, stale };
    },

    async dates(eventId, { start, end }, visitor) {
      const family = (await events.get()).value.familyOf(eventId);
      if (!family) return undefined;
      const bookable = monthsFor(Date.parse(start), Date.parse(end)).filter(isBookableMonth);
      return dates.ofEvents(family, bookable, visitor);
    },

    async datesAround(day, visitor, around = 0) {
      const days = [0, -around, around].map((distance) => Date.parse(day) + distance * DAY);
      const months = [...new Set(days.map(monthOf))].filter(isBookableMonth);
      const index = await dates.index(months, visitor);
      return { value: viewOf(index?.value.snapshot), stale: index?.stale ?? false };
    },

    knownDates: () => ({ value: knownDates(), stale: false }),
  };
}

import type { Cached } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { SiteContext } from '../context.ts';
import { withinTime } from '../http/timeout.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { Visitor } from '../ports.ts';
import type { ReadonlyDateIndex } from './date-index.ts';
import { createDatesSource, isRefused, isWithoutList } from './dates-source.ts';
import { createDeltaWatch } from './delta-watch.ts';
import { createEventMonths } from './event-months.ts';
import { createLiveDates, type DateOfEvents, eventIdsOf } from './live-dates.ts';
import { createLoadedMonths } from './loaded-months.ts';
import { createMonthUpdates } from './month-updates.ts';
import type { KnownDates } from './next-dates.ts';
import type { SharedLists } from './shared-lists.ts';

/**
 * The dates that one client of the platform may see: from the loaded months, which are listed once
 * and then kept up to date, or else event by event; and live, for a cart.
 */
export interface ClientDates {
  /**
   * All dates of these months, of every event. Undefined if the platform cannot list them or the
   * first listing takes long; `ofEvents` still works then.
   */
  index(
    months: readonly string[],
    visitor: Visitor,
  ): Promise<Cached<ReadonlyDateIndex> | undefined>;
  /** Lists with all dates of these events in these months; they may contain other dates too. */
  ofEvents(
    eventIds: readonly string[],
    months: readonly string[],
    visitor: Visitor,
  ): Promise<Cached<readonly PlatformDate[]>[]>;
  /** The dates in memory that are younger than this; undefined if there are none. */
  known(longest: number): KnownDates | undefined;
  /** This date from the index, however old. */
  indexed(id: string): PlatformDate | undefined;
  /** These dates, read from the platform now. */
  readLive(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]>;
  /** How many platform calls `readLive` may take. */
  callsOfLive(dates: readonly DateOfEvents[]): Promise<number>;
  /** These dates from the index; undefined if one is missing or too old for a quote. */
  recent(ids: readonly string[]): readonly PlatformDate[] | undefined;
  /**
   * Called when places of these dates have probably changed: the next request updates the index.
   */
  doubtDates(dates: readonly DateOfEvents[]): void;
}

type DatesPlatform = Pick<
  Platform,
  'datesBetween' | 'changedDates' | 'datesOfEvent' | 'datesById' | 'datesOfEventById' | 'latestTime'
>;

/** The index; without it, the dates of each event have to be requested separately. */
interface LoadedIndex {
  readonly index?: Cached<ReadonlyDateIndex>;
  /** The platform refuses the list of all dates, and maybe everything else. */
  readonly isRefused?: true;
}

/**
 * If the first listing of a month takes longer than this, only the event's own dates are requested.
 */
const LONGEST_WAIT = 2_000;

export function createClientDates(
  platform: DatesPlatform,
  context: Omit<SiteContext, 'fetch'>,
  lists: SharedLists,
): ClientDates {
  const watch = createDeltaWatch(context.clock);
  const source = createDatesSource(context, {
    onDeltas: watch.reset,
    onEvents: () => months.clear(),
  });
  const months = createLoadedMonths(platform, source, context, lists);
  const updates = createMonthUpdates({ platform, months, source, watch }, context, lists);
  const eventMonths = createEventMonths(platform, context);
  const liveDates = createLiveDates(platform, source);

  async function loadIndex(requested: readonly string[], visitor: Visitor): Promise<LoadedIndex> {
    await source.restore();
    if (source.current() === 'events') return {};
    try {
      const listed = months.listMissing(requested, visitor).then(() => true);
      if (!(await withinTime(listed, LONGEST_WAIT, false))) return {};
      const { stale } = await updates.update(requested);
      // These months may have been evicted meanwhile by those of other requests, or not been
      // updated.
      const longest = cachePolicies.dateChanges.stale;
      const areCurrent = requested.every((month) => months.ageOf(month) <= longest);
      return areCurrent ? { index: { value: months.index, stale } } : {};
    } catch (error) {
      if (isRefused(error)) return { isRefused: true };
      if (!isWithoutList(error)) throw error;
      return {};
    }
  }

  return {
    index: async (requested, visitor) => (await loadIndex(requested, visitor)).index,

    async ofEvents(eventIds, requested, visitor) {
      const { index, isRefused } = await loadIndex(requested, visitor);
      if (index) {
        return eventIds.map((id) => ({ value: index.value.ofEvent(id), stale: index.stale }));
      }
      const lists = await eventMonths.get(eventIds, requested, visitor);
      const isProved = lists.some(({ stale }) => !stale);
      if (isRefused && isProved) source.switchFromRefused();
      return lists;
    },

    known: (longest) => (source.current() === 'events' ? undefined : months.known(longest)),
    indexed: (id) => months.index.get(id),

    async readLive(dates) {
      const ids = dates.map(({ id }) => id);
      const found = await liveDates.read(dates);
      updates.applyLive(ids, found);
      return found;
    },

    callsOfLive: liveDates.callsFor,
    recent: (ids) => (ids.some(updates.isDoubted) ? undefined : months.recent(ids)),

    doubtDates(dates) {
      for (const { id } of dates) updates.doubtDate(id);
      if (source.current() === 'events') eventIdsOf(dates).forEach(eventMonths.invalidate);
    },
  };
}

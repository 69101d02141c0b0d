import { ageOf, isSetBack } from '#contract/age';
import { MINUTE, SECOND } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import { createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';
import { createSlices, runInSlices } from '../platform/slices.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { Priority, Visitor } from '../ports.ts';
import { type DateChange, latestChanges, storedDate } from './date-changes.ts';
import { createDateIndex, isWithin, type Range, type ReadonlyDateIndex } from './date-index.ts';
import type { DatesSource } from './dates-source.ts';
import { listPriority } from './list-priority.ts';
import { monthOf, nextMonth } from './months.ts';
import type { KnownDates } from './next-dates.ts';
import type { SharedLists } from './shared-lists.ts';

/**
 * The months in memory, with all their dates in one index. A month is listed when it is first
 * requested and then once an hour; in between, `month-updates.ts` applies changes.
 */
export interface LoadedMonths {
  /** The dates of all months. */
  readonly index: ReadonlyDateIndex;
  readonly isEmpty: boolean;
  /**
   * Lists the missing ones of these months, and drops months that are no longer requested. The
   * first visitor of a month is charged for its listing.
   */
  listMissing(months: readonly string[], visitor: Visitor): Promise<void>;
  /** Lists the loaded months as of `since` or later, except those not requested recently. */
  listAgain(since: number, priority: Priority): Promise<void>;
  /** The time up to which all months have all changes: the start of the next delta. */
  oldestAsOf(): number;
  /** Infinity if the month is not loaded. */
  ageOf(month: string): number;
  /** From the current month on, those in memory that are younger than this. */
  known(longest: number): KnownDates | undefined;
  /** Applies changes up to `asOf`, and returns the ids of the changed dates. */
  applyChanges(list: readonly DateChange[], asOf: number): ReadonlySet<string>;
  /** Applies a live read of these ids, which has found these dates. */
  applyLive(ids: readonly string[], found: readonly PlatformDate[]): void;
  /** These dates; undefined if one is missing or may be too old for a quote. */
  recent(ids: readonly string[]): readonly PlatformDate[] | undefined;
  clear(): void;
}

interface LoadedMonth {
  readonly range: Range;
  /** All changes up to this time are applied. */
  asOf: number;
  requestedAt: number;
  /** How many platform calls this instance has made for the listing. */
  readonly calls: number;
}

const LISTING_TTL = cachePolicies.monthListings.ttl;
/** A month not requested for this long is dropped. */
const DROPPED_AFTER = 60 * MINUTE;
/** A month not requested for this long is not listed again with the others. */
const LISTED_AGAIN_WITHIN = 5 * MINUTE;
/** The maximum age of dates for a quote. */
const QUOTED_UNTIL = 90 * SECOND;
/** The maximum size of the index, as a multiple of `DATES_PER_MONTH`. */
const FULL_MONTHS = 2;

export function createLoadedMonths(
  platform: Pick<Platform, 'datesBetween'>,
  source: Pick<DatesSource, 'switchWhereMissing'>,
  { config, clock, monotonic, site }: Omit<SiteContext, 'fetch'>,
  lists: SharedLists,
): LoadedMonths {
  const index = createDateIndex();
  const months = new Map<string, LoadedMonth>();
  const group = `dates/${site.client.id}`;
  /** How many calls this instance has made for a month's listing, by month. */
  const callsOf = new Map<string, number>();
  const monthLists = lists.open<PlatformDate>({
    group: `${group}/months`,
    lease: group,
    item: storedDate,
    async ask({ name, priority }) {
      const [start, end] = monthRange(name);
      const max = config.DATES_PER_MONTH;
      const { dates, calls } = await platform.datesBetween(start, end, max, priority);
      callsOf.set(name, calls);
      return dates;
    },
  });
  const listings = createCache({
    policy: cachePolicies.monthListings,
    clock,
    async load(month, priority) {
      const value = await listMonth(month, clock() - LISTING_TTL, listPriority(priority));
      return { value, asOf: value.asOf };
    },
  });

  /** Lists a month as of `since` or later, and puts it into the index. */
  async function listMonth(month: string, since: number, priority: Priority): Promise<LoadedMonth> {
    const [start, end] = monthRange(month);
    const range = { start, end };
    callsOf.delete(month);
    const list = await source.switchWhereMissing(monthLists.listSince(month, since, priority));
    const calls = callsOf.get(month) ?? 0;
    // Months overlap at their ends, and another instance may have listed this one before those.
    const newer = [...months].filter(([other, { asOf }]) => other !== month && asOf > list.asOf);
    const newerRanges = newer.map(([, { range }]) => range);
    await runInSlices(index.replace(range, list.value, newerRanges), createSlices(monotonic));
    const requestedAt = months.get(month)?.requestedAt ?? clock();
    const loaded = { range, asOf: list.asOf, requestedAt, calls };
    months.set(month, loaded);
    return loaded;
  }

  function drop(month: string): void {
    months.delete(month);
    listings.invalidate(month);
    index.keepWithin([...months.values()].map(({ range }) => range));
  }

  function dropUnused(): void {
    for (const [month, { requestedAt, asOf }] of [...months]) {
      const isUnused = ageOf(requestedAt, clock()) >= DROPPED_AFTER;
      if (isUnused || isSetBack(asOf, clock())) drop(month);
    }
  }

  function dropLeastWanted(): void {
    while (index.size > FULL_MONTHS * config.DATES_PER_MONTH && months.size > 1) {
      const [leastWanted] = [...months].sort(([, a], [, b]) => a.requestedAt - b.requestedAt);
      if (leastWanted) drop(leastWanted[0]);
    }
  }

  /** A month from before the list of changes begins may lack changes. */
  function dropBefore(begin: number): void {
    for (const [month, { asOf }] of [...months]) if (asOf < begin) drop(month);
  }

  function oldestAsOf(): number {
    return Math.min(clock(), ...[...months.values()].map(({ asOf }) => asOf));
  }

  function isLoaded(date: PlatformDate): boolean {
    return [...months.values()].some(({ range }) => isWithin(date, range));
  }

  /** A month listed after a change contains it already, or a newer version. */
  function isOutdated({ id, date, at }: DateChange): boolean {
    const newer = [...months.values()].filter(({ asOf }) => asOf > at);
    const versions = [index.get(id), date].filter((version) => version !== undefined);
    return newer.some(({ range }) => versions.some((version) => isWithin(version, range)));
  }

  return {
    index,

    get isEmpty() {
      return months.size === 0;
    },

    async listMissing(requested, visitor) {
      for (const month of requested) {
        const loaded = months.get(month);
        if (loaded) loaded.requestedAt = clock();
      }
      dropUnused();
      dropLeastWanted();
      for (const month of requested) {
        const isFirst = !months.has(month);
        // One call for the first page in advance, and then one for each further page.
        if (isFirst) visitor.charge(1);
        const { value } = await listings.get(month);
        if (isFirst && value.calls > 1) visitor.charge(value.calls - 1);
      }
    },

    async listAgain(since, priority) {
      for (const [month, { requestedAt }] of [...months]) {
        if (clock() - requestedAt < LISTED_AGAIN_WITHIN) await listMonth(month, since, priority);
        else drop(month);
      }
    },

    oldestAsOf,
    ageOf: (month) => ageOf(months.get(month)?.asOf ?? -Infinity, clock()),

    known(longest) {
      const now = clock();
      let until = now;
      let asOf = now;
      for (;;) {
        const month = months.get(monthOf(until));
        if (!month || ageOf(month.asOf, now) > longest) break;
        asOf = Math.min(asOf, month.asOf);
        until = nextMonth(until);
      }
      return until === now ? undefined : { dates: index.snapshot, until, asOf };
    },

    applyChanges(list, asOf) {
      const [first] = list;
      if (first) dropBefore(first.at);
      const latest = latestChanges(list, oldestAsOf());
      const news = [...latest.values()].filter((change) => !isOutdated(change));
      // A date that has moved out of all months is removed.
      const isGone = ({ date }: DateChange) => !date || !isLoaded(date);
      index.remove(news.filter(isGone).map(({ id }) => id));
      index.put(news.flatMap(({ date }) => (date && isLoaded(date) ? [date] : [])));
      for (const month of months.values()) month.asOf = Math.max(month.asOf, asOf);
      return new Set(latest.keys());
    },

    applyLive(ids, found) {
      const loaded = found.filter(isLoaded);
      const loadedIds = new Set(loaded.map(({ id }) => id));
      // Gone, or moved out of all months.
      index.remove(ids.filter((id) => !loadedIds.has(id)));
      index.put(loaded);
    },

    recent(ids) {
      const now = clock();
      const isOld = ({ asOf }: LoadedMonth) => ageOf(asOf, now) >= QUOTED_UNTIL;
      if ([...months.values()].some(isOld)) return undefined;
      const dates = ids.flatMap((id) => index.get(id) ?? []);
      return dates.length === ids.length ? dates : undefined;
    },

    clear() {
      for (const month of [...months.keys()]) drop(month);
    },
  };
}

import { monthRange } from '../../src/contract/month-range.ts';
import { jsonBytes } from '../cache/bounded-map.ts';
import { type Cached, createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { ageOf, toInstant } from '../clock.ts';
import type { Priority, SiteContext, Visitor } from '../context.ts';
import { withinTime } from '../http/timeout.ts';
import type { LogEntry } from '../log.ts';
import { PlatformRefused, RefusedWithoutJson, TooManyItems } from '../platform/errors.ts';
import type { Changes, Platform } from '../platform/platform.ts';
import { createSlices, runInSlices } from '../platform/slices.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { SharedLists, ListRequest } from './shared-lists.ts';
import {
  appendChanges,
  changesSince,
  type DateChange,
  dateChange,
  storedDate,
} from './date-changes.ts';
import { createDateIndex, type DateIndex, isWithin, type Range } from './date-index.ts';
import { createDatesSource, type Source } from './dates-source.ts';
import { createDeltaWatch } from './delta-watch.ts';
import { OVERLAP } from './snapshot.ts';

/** A date of a cart, and the events that it may belong to: a merged event's root and children. */
export interface DateOfEvents {
  readonly id: string;
  readonly eventIds: readonly string[];
}

/**
 * The dates that one client of the platform may see. Each requested month is listed once, and then
 * updated by deltas: one call a minute for all months.
 */
export interface ClientDates {
  /**
   * All dates of these months, of every event. Undefined where the platform cannot list them, or
   * the first listing takes long; `ofEvents` works then too.
   */
  index(months: readonly string[], visitor: Visitor): Promise<Cached<DateIndex> | undefined>;
  /** Lists with all dates of these events and months, which may contain other dates too. */
  ofEvents(
    eventIds: readonly string[],
    months: readonly string[],
    visitor: Visitor,
  ): Promise<Cached<readonly PlatformDate[]>[]>;
  /** These dates, read from the platform now. */
  live(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]>;
  /** How many platform calls reading them may take. */
  callsOfLive(dates: readonly DateOfEvents[]): Promise<number>;
  /** These dates from the index; undefined if one is missing, or too old for a quote. */
  recent(ids: readonly string[]): readonly PlatformDate[] | undefined;
  /** Places of these dates have probably changed, so the next request updates the index. */
  doubt(dates: readonly DateOfEvents[]): void;
}

type DatesPlatform = Pick<
  Platform,
  'datesBetween' | 'changedDates' | 'datesOfEvent' | 'datesById' | 'datesOfEventById' | 'latestTime'
>;

/** The index, unless the dates of an event are to be requested by themselves. */
interface LoadedIndex {
  readonly index?: Cached<DateIndex>;
  /** The platform refuses the list, and maybe everything else. */
  readonly isRefused?: true;
}

/** A month that was listed and is updated by deltas. */
interface LoadedMonth {
  readonly range: Range;
  /** All changes up to this time are applied. */
  asOf: number;
  askedAt: number;
  /** The platform calls of this instance for the listing. */
  readonly calls: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** How old a month may be before it is listed as a whole again, and before its next delta. */
const LISTING_TTL = cachePolicies.monthListings.ttl;
const DELTA_TTL = cachePolicies.dateChanges.ttl;
/** A month that was not requested for this long is dropped. */
const DROPPED_AFTER = 60 * MINUTE;
/** With the source `listings`: how often a month is listed, if it was requested recently. */
const LISTED_EVERY = 90 * SECOND;
const LOOKED_AT = 5 * MINUTE;
/** The maximum age of dates for a quote. */
const QUOTED_UNTIL = 90 * SECOND;
/** If the first listing of a month takes longer, only the event's own dates are requested. */
const LONGEST_WAIT = 2 * SECOND;
/** The maximum size of the index, in months with `DATES_PER_MONTH` dates. */
const FULL_MONTHS = 2;

export function createClientDates(
  platform: DatesPlatform,
  context: Omit<SiteContext, 'fetch'>,
  lists: SharedLists,
): ClientDates {
  const { config, clock, monotonic, store, site } = context;
  const index = createDateIndex();
  const months = new Map<string, LoadedMonth>();
  const watch = createDeltaWatch(clock);
  const source = createDatesSource(context, watch.reset);
  /** Ids of dates whose places have probably changed since they were read. */
  let doubted = new Set<string>();

  const group = `dates/${site.client.id}`;
  /** The calls of this instance for a month's listing, by month. */
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
  const changeList = lists.open<DateChange>({
    group,
    name: 'changes',
    lease: group,
    item: dateChange,
    ask: askForChanges,
    async onNews({ value, asOf }) {
      if (months.size === 0 || source.current() !== 'deltas') return;
      applyChanges(value, asOf);
      changes.replace({ asOf: oldestAsOf() }, oldestAsOf());
    },
  });

  const listings = createCache({
    policy: cachePolicies.monthListings,
    clock,
    load: (month, priority) =>
      orSwitch(listMonth(month, clock() - LISTING_TTL, toPriority(priority))),
    asOf: ({ asOf }) => asOf,
  });
  const changes = createCache({
    policy: cachePolicies.dateChanges,
    clock,
    load: (_, priority) => orSwitch(loadChanges(toPriority(priority))),
    asOf: ({ asOf }) => asOf,
  });
  const eventMonths = createCache({
    policy: cachePolicies.eventMonths,
    clock,
    bytesOf: jsonBytes,
    load(key, priority) {
      // An id may have a slash in it, and a month has none.
      const end = key.lastIndexOf('/');
      const [eventId, month] = [key.slice(0, end), key.slice(end + 1)];
      return platform.datesOfEvent(eventId, ...monthRange(month), toPriority(priority));
    },
  });

  function switchTo(next: Source, reason: NonNullable<LogEntry['reason']>): void {
    source.switchTo(next, reason);
    if (next === 'events') for (const month of [...months.keys()]) drop(month);
  }

  /** The dates of events are not refused, so the list of all dates is what the client cannot have. */
  function switchFromRefused(): void {
    switchTo('events', 'no-date-list');
  }

  /** In the background too, where nobody else would see why a list is not there. */
  async function orSwitch<T>(loading: Promise<T>): Promise<T> {
    try {
      return await loading;
    } catch (error) {
      const reason = error instanceof TooManyItems ? 'too-many-dates' : 'no-date-list';
      if (isWithoutList(error)) switchTo('events', reason);
      throw error;
    }
  }

  /** Lists a month as of `since` or later, and puts it into the index. */
  async function listMonth(month: string, since: number, priority: Priority): Promise<LoadedMonth> {
    const [start, end] = monthRange(month);
    const range = { start, end };
    callsOf.delete(month);
    const { value: dates, asOf } = await monthLists.load(month, since, priority);
    const calls = callsOf.get(month) ?? 0;
    await runInSlices(index.replace(range, dates), createSlices(monotonic));
    const loaded = { range, asOf, askedAt: months.get(month)?.askedAt ?? clock(), calls };
    months.set(month, loaded);
    return loaded;
  }

  /** The start of the next delta, which is one for all months. */
  function oldestAsOf(): number {
    return Math.min(clock(), ...[...months.values()].map(({ asOf }) => asOf));
  }

  async function loadChanges(priority: Priority): Promise<{ readonly asOf: number }> {
    const isListing = source.current() === 'listings';
    const ttl = isListing ? LISTED_EVERY : DELTA_TTL;
    const isDue = clock() - oldestAsOf() >= ttl;
    if (isDue || doubted.size > 0) {
      const before = new Set(doubted);
      const age = doubted.size > 0 ? 0 : ttl;
      if (isListing) await listAgain(clock() - age, priority);
      else await loadDelta(clock() - age, priority);
      doubted = new Set([...doubted].filter((id) => !before.has(id)));
    }
    return { asOf: oldestAsOf() };
  }

  async function listAgain(since: number, priority: Priority): Promise<void> {
    for (const [month, { askedAt }] of [...months]) {
      if (clock() - askedAt < LOOKED_AT) await listMonth(month, since, priority);
      else drop(month);
    }
  }

  async function loadDelta(since: number, priority: Priority): Promise<void> {
    const checkDelta = watch.begin();
    const { value, asOf } = await changeList.load('changes', since, priority);
    if (checkDelta(applyChanges(value, asOf))) switchTo('listings', 'delta-incomplete');
  }

  /** A single instance asks for changes since its own listings; others may need earlier ones. */
  async function askForChanges({ priority, asOf, before }: ListRequest<DateChange>) {
    const begin = store.hasOthers ? changesSince(before, asOf) : oldestAsOf();
    const delta = await changedSince(begin, priority);
    return appendChanges(before, begin, delta, asOf);
  }

  /** By the platform's clock, as its changes are; its first response tells what that says. */
  async function changedSince(begin: number, priority: Priority): Promise<Changes<PlatformDate>> {
    const ahead = () => (platform.latestTime() ?? clock()) - clock();
    const assumed = ahead();
    const delta = await platform.changedDates(toInstant(begin + assumed - OVERLAP), priority);
    if (ahead() > assumed - OVERLAP / 2) return delta;
    return platform.changedDates(toInstant(begin + ahead() - OVERLAP), priority);
  }

  /** Returns the ids of the changed dates. */
  function applyChanges(list: readonly DateChange[], asOf: number): ReadonlySet<string> {
    const [first] = list;
    // A month from before the list begins may lack changes.
    for (const [month, loaded] of [...months]) {
      if (first && loaded.asOf < first.at) drop(month);
    }
    const loaded = [...months.values()];
    const isLoaded = (date: PlatformDate) => loaded.some(({ range }) => isWithin(date, range));
    const since = oldestAsOf();
    const latest = new Map<string, DateChange>();
    for (const change of list) if (change.at >= since && change.id) latest.set(change.id, change);
    // A month that was listed after a change has it already, or a newer version.
    const isOutdated = ({ id, date, at }: DateChange) => {
      const newer = loaded.filter(({ asOf }) => asOf > at);
      const both = [index.get(id), date].filter((version) => version !== undefined);
      return newer.some(({ range }) => both.some((version) => isWithin(version, range)));
    };
    const news = [...latest.values()].filter((change) => !isOutdated(change));
    const isGone = ({ date }: DateChange) => !date || !isLoaded(date);
    // A date that has moved out of all months is removed.
    index.remove(news.filter(isGone).map(({ id }) => id));
    index.put(news.flatMap(({ date }) => (date && isLoaded(date) ? [date] : [])));
    for (const month of loaded) month.asOf = Math.max(month.asOf, asOf);
    return new Set(latest.keys());
  }

  function drop(month: string): void {
    months.delete(month);
    listings.invalidate(month);
    index.keepWithin([...months.values()].map(({ range }) => range));
  }

  function dropUnused(): void {
    for (const [month, { askedAt, asOf }] of [...months]) {
      const isUnused = ageOf(askedAt, clock()) >= DROPPED_AFTER;
      if (isUnused || ageOf(asOf, clock()) === Infinity) drop(month);
    }
    while (index.size > FULL_MONTHS * config.DATES_PER_MONTH && months.size > 1) {
      const [leastWanted] = [...months].sort(([, a], [, b]) => a.askedAt - b.askedAt);
      if (leastWanted) drop(leastWanted[0]);
    }
  }

  async function loadIndex(requested: readonly string[], visitor: Visitor): Promise<LoadedIndex> {
    await source.restore();
    if (source.current() === 'events') return {};
    for (const month of requested) setAsked(month);
    dropUnused();
    try {
      const isListed = await withinTime(listAll(requested, visitor), LONGEST_WAIT, false);
      if (!isListed) return {};
      const { stale } = await update(requested);
      // Months of other requests may have evicted these meanwhile, or they could not be updated.
      const longest = cachePolicies.dateChanges.stale;
      const areCurrent = requested.every((month) => ageOfMonth(month) <= longest);
      return areCurrent ? { index: { value: index, stale } } : {};
    } catch (error) {
      if (isRefused(error)) return { isRefused: true };
      if (!isWithoutList(error)) throw error;
      return {};
    }
  }

  /** Another instance may have listed a month long before the last changes of the others. */
  async function update(requested: readonly string[]): Promise<Cached<unknown>> {
    const updated = await (doubted.size > 0 ? changes.refresh() : changes.get());
    const isBehind = requested.some((month) => {
      const age = ageOfMonth(month);
      return age >= DELTA_TTL && age > ageOf(updated.value.asOf, clock());
    });
    return isBehind ? changes.refresh() : updated;
  }

  function ageOfMonth(month: string): number {
    return ageOf(months.get(month)?.asOf ?? -Infinity, clock());
  }

  function setAsked(month: string): void {
    const loaded = months.get(month);
    if (loaded) loaded.askedAt = clock();
  }

  /** The first visitor of a month is charged for its listing: one call, then the further pages. */
  async function listAll(requested: readonly string[], visitor: Visitor): Promise<true> {
    for (const month of requested) {
      const isFirst = !months.has(month);
      if (isFirst) visitor.charge(1);
      const { value } = await listings.get(month);
      if (isFirst && value.calls > 1) visitor.charge(value.calls - 1);
    }
    return true;
  }

  /**
   * Puts dates of a live read into the index, and expects the next deltas to show their changes.
   */
  function learn(requested: readonly string[], dates: readonly PlatformDate[]): void {
    const found = new Map(dates.map((date) => [date.id, date]));
    for (const id of requested) {
      const [before, now] = [index.get(id), found.get(id)];
      doubted.delete(id);
      if (!before || !now || !hasOtherPlaces(before, now)) continue;
      watch.expect(id);
      // Still doubted, so that the next request loads a delta with the changes of other dates too.
      doubted.add(id);
    }
    index.remove(requested.filter((id) => !found.has(id)));
    const ranges = [...months.values()].map(({ range }) => range);
    index.put(dates.filter((date) => ranges.some((range) => isWithin(date, range))));
  }

  async function loadLive(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]> {
    await source.restore();
    if (source.current() === 'events') return loadByEvent(dates);
    try {
      return await orSwitch(platform.datesById(dates.map(({ id }) => id)));
    } catch (error) {
      if (!isWithoutList(error) && !isRefused(error)) throw error;
      const found = await loadByEvent(dates);
      if (isRefused(error)) switchFromRefused();
      return found;
    }
  }

  /** One call for each event that may have one of the dates not found yet. */
  async function loadByEvent(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]> {
    const found = new Map<string, PlatformDate>();
    for (const eventId of eventIdsOf(dates)) {
      const requested = dates.filter(
        ({ id, eventIds }) => !found.has(id) && eventIds.includes(eventId),
      );
      if (requested.length === 0) continue;
      const ids = requested.map(({ id }) => id);
      for (const date of await platform.datesOfEventById(eventId, ids)) found.set(date.id, date);
    }
    return [...found.values()];
  }

  return {
    index: async (requested, visitor) => (await loadIndex(requested, visitor)).index,

    async ofEvents(eventIds, requested, visitor) {
      const loaded = await loadIndex(requested, visitor);
      if (loaded.index) {
        const { value, stale } = loaded.index;
        return eventIds.map((id) => ({ value: value.ofEvent(id), stale }));
      }
      const keys = eventIds.flatMap((id) => requested.map((month) => `${id}/${month}`));
      const missing = keys.filter((key) => !eventMonths.has(key));
      if (missing.length > 0) visitor.charge(missing.length);
      const lists = await Promise.all(keys.map((key) => eventMonths.get(key)));
      const isProved = lists.some(({ stale }) => !stale);
      if (loaded.isRefused && isProved) switchFromRefused();
      return lists;
    },

    async live(dates) {
      const ids = dates.map(({ id }) => id);
      const found = (await loadLive(dates)).filter(({ id }) => ids.includes(id));
      learn(ids, found);
      return found;
    },

    async callsOfLive(dates) {
      await source.restore();
      return source.current() === 'events' ? eventIdsOf(dates).size : 1;
    },

    recent(ids) {
      const now = clock();
      if ([...months.values()].some(({ asOf }) => ageOf(asOf, now) >= QUOTED_UNTIL))
        return undefined;
      const dates = ids.flatMap((id) => (doubted.has(id) ? [] : (index.get(id) ?? [])));
      return dates.length === ids.length ? dates : undefined;
    },

    doubt(dates) {
      for (const { id } of dates) if (index.get(id)) doubted.add(id);
      if (source.current() !== 'events') return;
      for (const eventId of eventIdsOf(dates)) eventMonths.invalidate(`${eventId}/`);
    },
  };
}

/** Orders need live dates and no lists, so a list has the priority `visitor` at most. */
function toPriority(priority: Priority): Priority {
  return priority === 'order' ? 'visitor' : priority;
}

/** Whether the platform has no list of all dates, whose path the spec does not fix. */
function isWithoutList(error: unknown): boolean {
  if (error instanceof TooManyItems) return true;
  return error instanceof PlatformRefused && [404, 405, 501].includes(error.status);
}

/**
 * Whether the platform refuses a list, which may be that of all dates alone: the client may lack its
 * scope (spec, Errors: 403), and an unknown path may be responded to with a page.
 */
function isRefused(error: unknown): boolean {
  if (error instanceof RefusedWithoutJson) return true;
  return error instanceof PlatformRefused && error.status === 403;
}

function eventIdsOf(dates: readonly DateOfEvents[]): ReadonlySet<string> {
  return new Set(dates.flatMap(({ eventIds }) => eventIds));
}

function hasOtherPlaces(a: PlatformDate, b: PlatformDate): boolean {
  return a.available_slots !== b.available_slots || a.total_slots !== b.total_slots;
}

import { monthRange } from '../../src/contract/month-range.ts';
import { jsonBytes } from '../cache/bounded-map.ts';
import { type Cached, createCache } from '../cache/cache.ts';
import { cachePolicies } from '../cache/policies.ts';
import { toInstant } from '../clock.ts';
import type { Priority, SiteContext, Visitor } from '../context.ts';
import type { LogEntry } from '../log.ts';
import { PlatformRefused, TooManyItems } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { createSlices, runInSlices } from '../platform/slices.ts';
import type { PlatformDate } from '../platform/translate.ts';
import type { CommonLists, ListRequest } from './common-lists.ts';
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
 * The dates that one client of the platform may see, kept in step with it: each month that somebody
 * looks at is listed once, and then changes are applied, a call a minute for all of them.
 */
export interface ClientDates {
  /**
   * All dates of these months, of every event. Undefined where the platform cannot list them, or
   * takes long for the first time: then an event's are to be had by `ofEvents`.
   */
  index(months: readonly string[], visitor: Visitor): Promise<Cached<DateIndex> | undefined>;
  /** Lists that hold all dates of these events and months, and more. */
  ofEvents(
    eventIds: readonly string[],
    months: readonly string[],
    visitor: Visitor,
  ): Promise<Cached<readonly PlatformDate[]>[]>;
  /** These dates as they are now. */
  live(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]>;
  /** These dates, where all of them are known and none is older than a quote may be. */
  recent(ids: readonly string[]): readonly PlatformDate[] | undefined;
  /** Places of these dates have probably changed: whoever looks next is shown what is so then. */
  doubt(dates: readonly DateOfEvents[]): void;
}

type DatesPlatform = Pick<
  Platform,
  'datesBetween' | 'changedDates' | 'datesOfEvent' | 'datesById' | 'datesOfEventById' | 'latestTime'
>;

/** A month that is kept in step. */
interface LoadedMonth {
  readonly range: Range;
  /** Up to when all changes are known. */
  asOf: number;
  askedAt: number;
  /** How many this instance made to list it. */
  readonly calls: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A month that nobody has asked for so long is dropped. */
const DROPPED_AFTER = HOUR;
/** Whole months are listed so often, while somebody has asked for them this recently. */
const LISTED_EVERY = 90 * SECOND;
const LOOKED_AT = 5 * MINUTE;
/** A quote is answered from dates that are younger than this. */
const QUOTED_UNTIL = 90 * SECOND;
/** Whoever asks first for a month that takes longer to be listed is shown his event's dates alone. */
const LONGEST_WAIT = 2 * SECOND;
/** So many months of the most dates are held. */
const FULL_MONTHS = 2;

export function createClientDates(
  platform: DatesPlatform,
  context: Omit<SiteContext, 'fetch'>,
  lists: CommonLists,
): ClientDates {
  const { config, clock, monotonic, store, site } = context;
  const index = createDateIndex();
  const months = new Map<string, LoadedMonth>();
  const watch = createDeltaWatch(clock);
  const source = createDatesSource(context, watch.reset);
  /** Of these dates places have changed since they were last read. */
  let doubted = new Set<string>();

  const group = `dates/${site.client.id}`;
  /** By month: how many calls this instance made to list it. */
  const callsOf = new Map<string, number>();
  const monthLists = lists.open<PlatformDate>({
    ...{ group: `${group}/months`, lease: group, item: storedDate },
    async ask({ name, priority }) {
      const [start, end] = monthRange(name);
      const max = config.DATES_PER_MONTH;
      const { dates, calls } = await platform.datesBetween(start, end, max, priority);
      callsOf.set(name, calls);
      return dates;
    },
  });
  const changeList = lists.open<DateChange>({
    ...{ group, name: 'changes', lease: group, item: dateChange },
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
    load: (month, priority) => listMonth(month, clock() - HOUR, toPriority(priority)),
    asOf: ({ asOf }) => asOf,
  });
  const changes = createCache({
    policy: cachePolicies.dateChanges,
    clock,
    load: (_, priority) => loadChanges(toPriority(priority)),
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

  /** As it was at `since` or later; what has changed after that is applied to it. */
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

  /** All months have to be as of the same time, because one delta is for all of them. */
  function oldestAsOf(): number {
    return Math.min(clock(), ...[...months.values()].map(({ asOf }) => asOf));
  }

  async function loadChanges(priority: Priority): Promise<{ readonly asOf: number }> {
    const isListing = source.current() === 'listings';
    const isDue = clock() - oldestAsOf() >= (isListing ? LISTED_EVERY : MINUTE);
    if (isDue || doubted.size > 0) {
      const before = new Set(doubted);
      const age = doubted.size > 0 ? 0 : isListing ? LISTED_EVERY : MINUTE;
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
    const heedDelta = watch.begin();
    const { value, asOf } = await changeList.load('changes', since, priority);
    if (heedDelta(applyChanges(value, asOf))) switchTo('listings', 'delta-incomplete');
  }

  /** Alone it needs what has changed since its months were listed; others may need more. */
  async function askForChanges({ priority, asOf, before }: ListRequest<DateChange>) {
    const begin = store.hasOthers ? changesSince(before, asOf) : oldestAsOf();
    // By the platform's clock, as its changes are.
    const ahead = (platform.latestTime() ?? clock()) - clock();
    const delta = await platform.changedDates(toInstant(begin + ahead - OVERLAP), priority);
    return appendChanges(before, begin, delta, asOf);
  }

  /** Returns the ids of what has changed. */
  function applyChanges(list: readonly DateChange[], asOf: number): ReadonlySet<string> {
    const [first] = list;
    // What has changed before the list begins is not known.
    for (const [month, loaded] of [...months]) {
      if (first && loaded.asOf < first.at) drop(month);
    }
    const loaded = [...months.values()];
    const isLoaded = (date: PlatformDate) => loaded.some(({ range }) => isWithin(date, range));
    const since = oldestAsOf();
    const latest = new Map<string, DateChange>();
    for (const change of list) if (change.at >= since && change.id) latest.set(change.id, change);
    // A month that was listed later than that has it already, or something newer.
    const isOutdated = ({ id, date, at }: DateChange) => {
      const newer = loaded.filter(({ asOf }) => asOf > at);
      const both = [index.get(id), date].filter((version) => version !== undefined);
      return newer.some(({ range }) => both.some((version) => isWithin(version, range)));
    };
    const news = [...latest.values()].filter((change) => !isOutdated(change));
    const isGone = ({ date }: DateChange) => !date || !isLoaded(date);
    // What has moved out of the months is gone from them.
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
    for (const [month, { askedAt }] of [...months]) {
      if (clock() - askedAt >= DROPPED_AFTER) drop(month);
    }
    while (index.size > FULL_MONTHS * config.DATES_PER_MONTH && months.size > 1) {
      const [leastWanted] = [...months].sort(([, a], [, b]) => a.askedAt - b.askedAt);
      if (leastWanted) drop(leastWanted[0]);
    }
  }

  async function loadIndex(
    requested: readonly string[],
    visitor: Visitor,
  ): Promise<Cached<DateIndex> | undefined> {
    await source.restore();
    if (source.current() === 'events') return undefined;
    for (const month of requested) setAsked(month);
    dropUnused();
    try {
      const isListed = await withinTime(listAll(requested, visitor));
      if (!isListed) return undefined;
    } catch (error) {
      if (!isWithoutList(error)) throw error;
      switchTo('events', error instanceof TooManyItems ? 'too-many-dates' : 'no-date-list');
      return undefined;
    }
    const { stale } = await (doubted.size > 0 ? changes.refresh() : changes.get());
    // Somebody else's months may have taken their place meanwhile.
    return requested.every((month) => months.has(month)) ? { value: index, stale } : undefined;
  }

  function setAsked(month: string): void {
    const loaded = months.get(month);
    if (loaded) loaded.askedAt = clock();
  }

  /** Whoever asks first for a month pays for its list: for a call, and then for its further pages. */
  async function listAll(requested: readonly string[], visitor: Visitor): Promise<true> {
    for (const month of requested) {
      const isFirst = !months.has(month);
      if (isFirst) visitor.charge(1);
      const { value } = await listings.get(month);
      if (isFirst && value.calls > 1) visitor.charge(value.calls - 1);
    }
    return true;
  }

  /** What was read live is known, and what a delta should have shown of it is expected. */
  function learn(requested: readonly string[], dates: readonly PlatformDate[]): void {
    const found = new Map(dates.map((date) => [date.id, date]));
    for (const id of requested) {
      const [before, now] = [index.get(id), found.get(id)];
      doubted.delete(id);
      if (!before || !now || !hasOtherPlaces(before, now)) continue;
      watch.expect(id);
      // Where this one has changed, others that the customer looks at next may have too.
      doubted.add(id);
    }
    index.remove(requested.filter((id) => !found.has(id)));
    const ranges = [...months.values()].map(({ range }) => range);
    index.put(dates.filter((date) => ranges.some((range) => isWithin(date, range))));
  }

  async function readLive(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]> {
    await source.restore();
    if (source.current() === 'events') return readByEvent(dates);
    try {
      return await platform.datesById(dates.map(({ id }) => id));
    } catch (error) {
      if (!isWithoutList(error)) throw error;
      switchTo('events', 'no-date-list');
      return readByEvent(dates);
    }
  }

  /** One call for each event, until it has been found to have its dates. */
  async function readByEvent(dates: readonly DateOfEvents[]): Promise<readonly PlatformDate[]> {
    const found = new Map<string, PlatformDate>();
    for (const eventId of new Set(dates.flatMap(({ eventIds }) => eventIds))) {
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
    index: loadIndex,

    async ofEvents(eventIds, requested, visitor) {
      const loaded = await loadIndex(requested, visitor);
      if (loaded) {
        const { value, stale } = loaded;
        return eventIds.map((id) => ({ value: value.ofEvent(id), stale }));
      }
      const keys = eventIds.flatMap((id) => requested.map((month) => `${id}/${month}`));
      const missing = keys.filter((key) => !eventMonths.has(key));
      if (missing.length > 0) visitor.charge(missing.length);
      return Promise.all(keys.map((key) => eventMonths.get(key)));
    },

    async live(dates) {
      const ids = dates.map(({ id }) => id);
      const found = (await readLive(dates)).filter(({ id }) => ids.includes(id));
      learn(ids, found);
      return found;
    },

    recent(ids) {
      if (clock() - oldestAsOf() >= QUOTED_UNTIL) return undefined;
      const dates = ids.flatMap((id) => (doubted.has(id) ? [] : (index.get(id) ?? [])));
      return dates.length === ids.length ? dates : undefined;
    },

    doubt(dates) {
      for (const { id } of dates) if (index.get(id)) doubted.add(id);
      if (source.current() !== 'events') return;
      const eventIds = dates.flatMap(({ eventIds }) => eventIds);
      for (const eventId of eventIds) eventMonths.invalidate(`${eventId}/`);
    },
  };
}

/** Somebody waits for dates, but nobody's order depends on a list of them. */
function toPriority(priority: Priority): Priority {
  return priority === 'order' ? 'visitor' : priority;
}

/** The path is not in the spec, so a platform may not have it. */
function isWithoutList(error: unknown): boolean {
  if (error instanceof TooManyItems) return true;
  return error instanceof PlatformRefused && [404, 405, 501].includes(error.status);
}

function hasOtherPlaces(a: PlatformDate, b: PlatformDate): boolean {
  return a.available_slots !== b.available_slots || a.total_slots !== b.total_slots;
}

/** Undefined when it takes too long. */
async function withinTime<T>(value: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT, undefined);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

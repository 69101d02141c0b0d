import type { PlatformDate } from '../platform/translate.ts';

/** An interval of start times, both ends included. Instants in this form compare as text. */
export interface Range {
  readonly start: string;
  readonly end: string;
}

/** An immutable view of the index. */
export interface DateSnapshot {
  /** By start. */
  ofEvent(eventId: string): readonly PlatformDate[];
}

/** Dates by id and by event, in memory. */
export interface ReadonlyDateIndex {
  /** The dates as they are now; the same object for as long as nothing changes. */
  readonly snapshot: DateSnapshot;
  get(id: string): PlatformDate | undefined;
  /** By start; the same list for as long as none of the event's dates changes. */
  ofEvent(eventId: string): readonly PlatformDate[];
}

export interface DateIndex extends ReadonlyDateIndex {
  readonly size: number;
  /** Adds dates, replacing those with the same ids. */
  put(dates: readonly PlatformDate[]): void;
  remove(ids: Iterable<string>): void;
  /**
   * Replaces all dates within the range, one event per step, because there may be thousands. Dates
   * within the `newer` ranges stay.
   */
  replace(
    range: Range,
    dates: readonly PlatformDate[],
    newer?: readonly Range[],
  ): Generator<void, void>;
  /** Removes the dates outside all of these ranges. */
  keepWithin(ranges: readonly Range[]): void;
}

const none: readonly PlatformDate[] = [];

export function createDateIndex(): DateIndex {
  const byId = new Map<string, PlatformDate>();
  const byEvent = new Map<string, readonly PlatformDate[]>();
  let snapshot: DateSnapshot | undefined;

  /**
   * Unchanged dates and their events' lists stay the same objects, because caches compare by
   * identity.
   */
  function put(dates: readonly PlatformDate[]): void {
    const latest = [...new Map(dates.map((date) => [date.id, date])).values()];
    const changed = latest.filter((date) => !isSame(byId.get(date.id), date));
    replaceDates(changed.map(idOf), changed);
  }

  function remove(ids: Iterable<string>): void {
    replaceDates(ids, none);
  }

  /** Removes the dates with these ids, if there are any, and adds others. */
  function replaceDates(ids: Iterable<string>, added: readonly PlatformDate[]): void {
    const removed = [...ids].flatMap((id) => byId.get(id) ?? []);
    for (const { id } of removed) byId.delete(id);
    for (const date of added) byId.set(date.id, date);
    const removedIds = new Set(removed.map(idOf));
    const addedByEvent = groupByEvent(added);
    const eventIds = new Set([...removed, ...added].map(({ event_id }) => event_id));
    for (const id of eventIds) replaceInEvent(id, removedIds, addedByEvent.get(id) ?? none);
    if (eventIds.size > 0) snapshot = undefined;
  }

  function replaceInEvent(
    eventId: string,
    removed: ReadonlySet<string>,
    added: readonly PlatformDate[],
  ): void {
    const others = ofEvent(eventId).filter(({ id }) => !removed.has(id));
    const next = [...others, ...added].sort(byStart);
    if (next.length > 0) byEvent.set(eventId, next);
    else byEvent.delete(eventId);
  }

  function ofEvent(eventId: string): readonly PlatformDate[] {
    return byEvent.get(eventId) ?? none;
  }

  function* idsWhere(fits: (date: PlatformDate) => boolean): Generator<string> {
    for (const date of byId.values()) if (fits(date)) yield date.id;
  }

  return {
    get size() {
      return byId.size;
    },

    get snapshot() {
      snapshot ??= snapshotOf(new Map(byEvent));
      return snapshot;
    },

    get: (id) => byId.get(id),
    ofEvent,
    put,
    remove,

    *replace(range, dates, newer = []) {
      const isNewer = (date: PlatformDate | undefined) =>
        date !== undefined && newer.some((other) => isWithin(date, other));
      const next = dates.filter((date) => !isNewer(date) && !isNewer(byId.get(date.id)));
      const listed = new Set(next.map(idOf));
      remove(idsWhere((date) => isWithin(date, range) && !listed.has(date.id) && !isNewer(date)));
      for (const datesOfEvent of groupByEvent(next).values()) {
        put(datesOfEvent);
        yield;
      }
    },

    keepWithin(ranges) {
      const isKept = (date: PlatformDate) => ranges.some((range) => isWithin(date, range));
      remove(idsWhere((date) => !isKept(date)));
    },
  };
}

function groupByEvent(dates: readonly PlatformDate[]): ReadonlyMap<string, PlatformDate[]> {
  const groups = new Map<string, PlatformDate[]>();
  for (const date of dates) {
    const group = groups.get(date.event_id);
    if (group) group.push(date);
    else groups.set(date.event_id, [date]);
  }
  return groups;
}

function snapshotOf(byEvent: ReadonlyMap<string, readonly PlatformDate[]>): DateSnapshot {
  return { ofEvent: (eventId) => byEvent.get(eventId) ?? none };
}

/** The position of the first date that starts at this instant or later, by binary search. */
export function firstFrom(dates: readonly PlatformDate[], instant: string): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle]?.date ?? '') < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isWithin({ date }: PlatformDate, { start, end }: Range): boolean {
  return date >= start && date <= end;
}

/** The dates of several lists that start within the range, by start; lists may overlap. */
export function datesWithin(
  lists: readonly (readonly PlatformDate[])[],
  range: Range,
): PlatformDate[] {
  const dates = lists.flatMap((list) => list.filter((date) => isWithin(date, range)));
  return [...new Map(dates.map((date) => [date.id, date])).values()].sort(byStart);
}

/** By start, then by id, so that the order is stable. */
function byStart(a: PlatformDate, b: PlatformDate): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function isSame(a: PlatformDate | undefined, b: PlatformDate): boolean {
  return (
    a !== undefined &&
    a.event_id === b.event_id &&
    a.date === b.date &&
    a.available_slots === b.available_slots &&
    a.total_slots === b.total_slots
  );
}

function idOf({ id }: PlatformDate): string {
  return id;
}

import type { PlatformDate } from '../platform/translate.ts';

/** Instants between which dates start, both included. Instants of one form compare as text. */
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
  /** By start; the same list for as long as nothing of this event changes. */
  ofEvent(eventId: string): readonly PlatformDate[];
}

export interface DateIndex extends ReadonlyDateIndex {
  readonly size: number;
  /** Adds dates, or puts them in the place of those with their ids. */
  put(dates: readonly PlatformDate[]): void;
  remove(ids: Iterable<string>): void;
  /** Replaces all dates within the range, in steps of an event, as there may be thousands. */
  replace(range: Range, dates: readonly PlatformDate[]): Generator<void, void>;
  /** Removes the dates within no range. */
  keepWithin(ranges: readonly Range[]): void;
}

const none: readonly PlatformDate[] = [];

export function createDateIndex(): DateIndex {
  const byId = new Map<string, PlatformDate>();
  const byEvent = new Map<string, readonly PlatformDate[]>();
  let snapshot: DateSnapshot | undefined;

  /** Unchanged dates, and the lists of their events, stay the same objects. */
  function change(added: readonly PlatformDate[], removed: Iterable<string>): void {
    const events = new Map<string, PlatformDate[]>();
    const addTo = (eventId: string) => {
      const existing = events.get(eventId);
      if (existing) return existing;
      const list: PlatformDate[] = [];
      events.set(eventId, list);
      return list;
    };
    const replaced = new Set<string>();
    const drop = (id: string) => {
      const date = byId.get(id);
      if (!date) return;
      byId.delete(id);
      replaced.add(id);
      addTo(date.event_id);
    };
    for (const id of removed) drop(id);
    for (const date of added) {
      const existing = byId.get(date.id);
      if (existing && isSame(existing, date)) continue;
      drop(date.id);
      byId.set(date.id, date);
      replaced.add(date.id);
      addTo(date.event_id);
    }
    for (const id of replaced) {
      const date = byId.get(id);
      if (date) addTo(date.event_id).push(date);
    }
    for (const [eventId, dates] of events) {
      const others = (byEvent.get(eventId) ?? none).filter(({ id }) => !replaced.has(id));
      const next = [...others, ...dates].sort(byStart);
      if (next.length > 0) byEvent.set(eventId, next);
      else byEvent.delete(eventId);
    }
    if (events.size > 0) snapshot = undefined;
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
    ofEvent: (eventId) => byEvent.get(eventId) ?? none,
    put: (dates) => change(dates, none.map(idOf)),
    remove: (ids) => change(none, ids),

    *replace(range, dates) {
      const listed = new Set(dates.map(idOf));
      const gone = idsWhere((date) => isWithin(date, range) && !listed.has(date.id));
      change(none, [...gone]);
      for (const datesOfEvent of groupByEvent(dates)) {
        change(datesOfEvent, none.map(idOf));
        yield;
      }
    },

    keepWithin(ranges) {
      const isKept = (date: PlatformDate) => ranges.some((range) => isWithin(date, range));
      change(none, [...idsWhere((date) => !isKept(date))]);
    },
  };
}

function groupByEvent(dates: readonly PlatformDate[]): Iterable<PlatformDate[]> {
  const groups = new Map<string, PlatformDate[]>();
  for (const date of dates) {
    const group = groups.get(date.event_id);
    if (group) group.push(date);
    else groups.set(date.event_id, [date]);
  }
  return groups.values();
}

function snapshotOf(byEvent: ReadonlyMap<string, readonly PlatformDate[]>): DateSnapshot {
  return { ofEvent: (eventId) => byEvent.get(eventId) ?? none };
}

/** The index of the first date that starts then or later, by binary search. */
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

/** By start, then by id, so that the order is always the same. */
function byStart(a: PlatformDate, b: PlatformDate): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function isSame(a: PlatformDate, b: PlatformDate): boolean {
  return (
    a.event_id === b.event_id &&
    a.date === b.date &&
    a.available_slots === b.available_slots &&
    a.total_slots === b.total_slots
  );
}

function idOf({ id }: PlatformDate): string {
  return id;
}
